// Searches for games of hidden information, on one thread or many.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/hidden/information_result.hpp"
#include "core/hidden/ismcts.hpp"
#include "parallel/ensemble.hpp"
#include "parallel/strategies/hidden_options.hpp"
#include "parallel/strategies/leaf_team.hpp"

namespace banyan {

/// Information-set search with `trees` searches (root parallel), `threads` threads on each (tree
/// parallel, lock-free) and `playouts` playouts per leaf. With `together`, one thread searches and
/// all threads share its leaves' playouts (leaf parallel: Cazenave, Jouandeau 2007). For ISMCTS
/// these forms are those of Sephton et al. (2014). The searches split the budget exactly. PIMC
/// (Ginsberg 2001; Long et al. 2010) is one search per world; the threads take worlds in turn
/// (determinization parallel). Its result does not depend on the number of threads unless time ends
/// it. With one thread per search, or together, it is deterministic. Except for kCheat, results do
/// not depend on what is hidden from the player to move. Values are in what people count (Stakes).
template <HiddenGame G>
class HiddenSearch {
 public:
  using Options = HiddenOptions;

  explicit HiddenSearch(const HiddenOptions& options)
      : options_(options), executor_(make_executor(options.executor, workers())) {
    const int memories = pimc() ? options.threads : options.trees;
    const bool shared = !pimc() && team_size() > 1;
    const int each = options.engine == HiddenEngine::kMoIsmcts ? max_players<G>() : 1;
    for (int i = 0; i < memories; ++i) {
      trees_.emplace_back(each, options.memory / static_cast<std::size_t>(memories), shared);
    }
  }

  /// Searches a position that is not over, where a player is to move.
  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    SearchResult result = pimc() ? search_worlds(position, limits, key, stop)
                                 : search_trees(position, limits, key, stop);
    count_in_units(position.stakes(), result);
    return result;
  }

  [[nodiscard]] const InformationTrees& trees(int search) const {
    return trees_[static_cast<std::size_t>(search)];
  }

 private:
  /// The workers of one search.
  class Team final : public TreeTeam {
   public:
    /// `observer`: whose information counts. `together`: one worker grows the trees, and all
    /// threads play out.
    Team(const HiddenSearch& search, const InformationTrees& trees, const G& position,
         Player observer, const TreePart& part, int workers, bool together = false)
        : search_(&search),
          trees_(trees),
          position_(position),
          observer_(observer),
          key_(part.key),
          budget_(part.budget(search.options_.playouts)),
          counts_(static_cast<std::size_t>(workers)),
          team_(together ? search.options_.threads : 0, search.options_.playouts, key_) {}

    /// One thread's iterations, until the budget is spent.
    void work(int worker) override { work(worker, Random(worker_key(key_, worker))); }
    void work(int worker, const Random& random) {
      IsmctsIteration<G> iteration(trees_, position_, observer_, search_->rules(), random);
      Pace pace(budget_, static_cast<int>(counts_.size()));
      Watch watch;
      while (std::uint64_t portion = pace.next()) {
        do {
          const std::uint32_t games = budget_.next_games();
          iteration.run(
              [&](G& leaf, Random& own, ScoreSums<G>& sums) {
                return together() ? play_out_together(leaf, games, sums)
                                  : play_out_alone(leaf, games, watch, own, sums);
              },
              games);
        } while (--portion > 0 && !budget_.over());
      }
      counts_[static_cast<std::size_t>(worker)] = iteration.counts();
    }

    /// Appends its workers' counts, unless they only played out.
    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const override {
      IsmctsCounts sum;
      for (const IsmctsCounts& counts : counts_) {
        if (!together()) workers.push_back(counts);
        static_cast<IterationCounts&>(sum) += counts;
        sum.steps += counts.steps;
        sum.offers += counts.offers;
      }
      const Stakes stakes = position_.stakes();
      const int highest = stakes.high - stakes.low;
      assert(!find_defect(trees_, sum, highest));
      const bool each = search_->options_.engine == HiddenEngine::kMoIsmcts;
      return make_result(trees_, each ? observer_ : 0, position_.legal_mask(), sum, highest,
                         search_->options_.final_move);
    }

   private:
    [[nodiscard]] bool together() const { return !team_.empty(); }

    std::uint32_t play_out_alone(G& leaf, std::uint32_t games, Watch& watch, Random& random,
                                 ScoreSums<G>& sums) const {
      const AsksBudget stop{&budget_};
      if (games == 1) return add_playout(leaf, random, sums, stop) ? 1 : 0;  // without a copy
      return play_in_portions(budget_, watch, games, search_->workers(), 1, [&](std::uint32_t n) {
        return add_playouts(leaf, n, random, sums, stop);
      });
    }
    std::uint32_t play_out_together(const G& leaf, std::uint32_t games, ScoreSums<G>& sums) {
      return team_.play_out(
          games, budget_, *search_->executor_,
          [&](std::uint32_t n, Random& random, ScoreSums<G>& sum) {
            return add_playouts(leaf, n, random, sum, AsksBudget{&budget_});
          },
          sums);
    }

    const HiddenSearch* search_;
    InformationTrees trees_;
    G position_;
    Player observer_;
    StreamKey key_;
    Budget budget_;
    std::vector<IsmctsCounts> counts_;
    LeafTeam<ScoreSums<G>> team_;  // plays out instead of the worker, unless empty
  };

  [[nodiscard]] bool pimc() const { return options_.engine == HiddenEngine::kPimc; }
  [[nodiscard]] int workers() const {
    return pimc() ? options_.threads : options_.trees * options_.threads;
  }
  [[nodiscard]] bool together() const { return options_.together && options_.threads > 1; }
  /// How many threads descend one search's trees.
  [[nodiscard]] int team_size() const { return together() ? 1 : options_.threads; }

  [[nodiscard]] IsmctsRules rules() const {
    IsmctsRules rules;
    rules.exploration = static_cast<float>(options_.exploration);
    rules.expand_after = options_.expand_after;
    rules.loss = options_.loss;
    rules.apart = options_.apart && options_.engine == HiddenEngine::kMoIsmcts;
    rules.fixed = pimc() || options_.engine == HiddenEngine::kCheat;
    if (rules.fixed) rules.sight = Sight::kAll;
    if (options_.engine == HiddenEngine::kMoIsmcts) rules.sight = Sight::kEach;
    return rules;
  }

  SearchResult search_trees(const G& position, const Limits& limits, const StreamKey& key,
                            const std::stop_token& stop) {
    return search_ensemble(
        {options_.trees, options_.threads, options_.merge, options_.final_move}, limits, key, stop,
        [&](const TreePart& part) {
          plant(trees_[part.tree], position);
          return std::make_unique<Team>(*this, trees_[part.tree], position, position.to_move(),
                                        part, team_size(), together());
        },
        [&](Teams& teams, CommonStop& ends) {
          if (together()) return executor_->stay([&] { teams.front()->work(0); });
          work_together(teams, options_.threads, *executor_, ends);
        });
  }

  void plant(InformationTrees& trees, const G& position) const {
    if (team_size() == 1) return trees.start();
    const bool each = options_.engine == HiddenEngine::kMoIsmcts;
    trees.start(each ? players_of(position) : 1,
                static_cast<std::uint32_t>(std::popcount(position.legal_mask())));
  }

  /// Thread i searches the worlds i, i + threads, ... one after another. A time limit is split
  /// equally among them.
  SearchResult search_worlds(const G& position, const Limits& limits, const StreamKey& key,
                             const std::stop_token& stop) {
    const auto start = Clock::now();
    CommonStop ends(stop);
    const int worlds = options_.worlds;
    const auto deadline = start + limits.time;
    std::vector<SearchResult> results(static_cast<std::size_t>(worlds));
    std::vector<IterationCounts> workers(static_cast<std::size_t>(options_.threads));
    ends.run(*executor_, options_.threads, [&](int worker) {
      for (int world = worker; world < worlds; world += options_.threads) {
        std::optional<Limits> limits_here = share_of(limits, world, worlds);
        if (!limits_here) continue;  // fewer iterations than worlds
        const auto now = Clock::now();
        if (limits.time.count() > 0) {
          if (now >= deadline && world > 0) break;
          const int left = (worlds - world + options_.threads - 1) / options_.threads;
          limits_here->time =
              std::max<Clock::duration>((deadline - now) / left, Clock::duration(1));
        }
        if (ends.token().stop_requested() && world > 0) break;
        const auto w = static_cast<std::size_t>(worker);
        trees_[w].start();
        const TreePart part{w, worker_key(key, world), *limits_here, ends.token(), now};
        Random random(part.key);
        const Player player = position.to_move();
        const G drawn = position.determinize(player, random);
        Team team(*this, trees_[w], drawn, player, part, 1);
        team.work(0, random);
        std::vector<IterationCounts> done;
        results[static_cast<std::size_t>(world)] = team.result(done);
        workers[w] += done.front();
      }
    });
    SearchResult result = merge_results(results, options_.merge, options_.final_move);
    count_workers(workers, result);
    result.tree.bytes = 0;  // worlds reuse the same memory
    for (const InformationTrees& trees : trees_) result.tree.bytes += trees.arena().used();
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

  HiddenOptions options_;
  std::unique_ptr<Executor> executor_;
  std::vector<InformationTrees> trees_;
};

}  // namespace banyan
