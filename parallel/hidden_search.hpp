// The searches for games of hidden information, on one thread or many.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/information_result.hpp"
#include "core/ismcts.hpp"
#include "parallel/hidden_options.hpp"
#include "parallel/leaf_team.hpp"
#include "parallel/merge.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// Information-set search with `trees` searches (root parallel), `threads` threads on each (tree
/// parallel, lock-free) and `playouts` from each leaf; or, with `together`, one search by one
/// thread, whose leaves' playouts all threads share (leaf parallel: Cazenave, Jouandeau 2007). For
/// ISMCTS these forms are those of Sephton et al. (2014). The budget is split exactly among the
/// searches. PIMC (Ginsberg 2001; Long et al. 2010) is so many searches too, one for each world,
/// which the threads take in turn (determinization parallel): its result does not depend on the
/// number of threads unless time ends it. With one thread a search, or together, it is
/// deterministic. What is hidden from the player to move plays no part, except for kCheat.
template <HiddenGame G>
class HiddenSearch {
 public:
  using Options = HiddenOptions;

  explicit HiddenSearch(const HiddenOptions& options)
      : options_(options), executor_(make_executor(options.executor, workers())) {
    const int memories = pimc() ? options.threads : options.trees;
    const bool shared = !pimc() && crew_size() > 1;
    for (int i = 0; i < memories; ++i) {
      trees_.emplace_back(options.memory / static_cast<std::size_t>(memories), shared);
    }
  }

  /// Searches a position that is not over, where a player is to move.
  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const auto start = Clock::now();
    CommonStop ends(stop);
    SearchResult result = pimc() ? search_worlds(position, limits, key, ends)
                                 : search_trees(position, limits, key, ends, start);
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

  [[nodiscard]] const InformationTrees& trees(int search) const {
    return trees_[static_cast<std::size_t>(search)];
  }

 private:
  /// One search: its budget, and what its workers counted.
  struct Crew {
    Crew(const Limits& limits, std::uint32_t playouts, const std::stop_token& stop,
         Clock::time_point start, int workers)
        : budget(limits, playouts, stop, start), counts(static_cast<std::size_t>(workers)) {}

    Budget budget;
    std::vector<IsmctsCounts> counts;
    std::optional<LeafTeam<ScoreSums<G>>> team;  // plays out instead of the worker
  };

  [[nodiscard]] bool pimc() const { return options_.engine == HiddenEngine::kPimc; }
  [[nodiscard]] int workers() const {
    return pimc() ? options_.threads : options_.trees * options_.threads;
  }
  [[nodiscard]] bool together() const { return options_.together && options_.threads > 1; }
  /// How many threads descend one search's trees.
  [[nodiscard]] int crew_size() const { return together() ? 1 : options_.threads; }

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
                            CommonStop& ends, Clock::time_point start) {
    const auto playouts = static_cast<std::uint32_t>(options_.playouts);
    std::deque<Crew> crews;
    for (int i = 0; i < options_.trees; ++i) {
      const std::optional<Limits> part = share_of(limits, i, options_.trees);
      if (!part) break;  // fewer iterations than trees
      crews.emplace_back(*part, playouts, ends.token(), start, crew_size());
      plant(trees_[static_cast<std::size_t>(i)], position);
    }
    if (together()) {
      crews.front().team.emplace(options_.threads, options_.playouts, key);
      executor_->stay([&] {
        work(trees_.front(), position, position.to_move(), crews.front(), 0, Random(key));
      });
    } else {
      ends.run(*executor_, static_cast<int>(crews.size()) * options_.threads, [&](int worker) {
        const auto crew = static_cast<std::size_t>(worker / options_.threads);
        work(trees_[crew], position, position.to_move(), crews[crew],
             static_cast<std::size_t>(worker % options_.threads), Random(worker_key(key, worker)));
      });
    }
    std::vector<SearchResult> results;
    std::vector<IterationCounts> workers;
    for (std::size_t i = 0; i < crews.size(); ++i) {
      results.push_back(result_of(trees_[i], position, position.to_move(), crews[i]));
      workers.insert(workers.end(), crews[i].counts.begin(), crews[i].counts.end());
    }
    SearchResult result = merge_results(results, options_.merge, options_.final_move);
    if (!together()) count_workers(workers, result);
    return result;
  }

  void plant(InformationTrees& trees, const G& position) const {
    if (crew_size() == 1) return trees.start();
    const bool each = options_.engine == HiddenEngine::kMoIsmcts;
    trees.start(each ? players_of(position) : 1,
                static_cast<std::uint32_t>(std::popcount(position.legal_mask())));
  }

  /// Thread i searches the worlds i, i + threads, ... one after the other, by time for equal parts
  /// of it.
  SearchResult search_worlds(const G& position, const Limits& limits, const StreamKey& key,
                             CommonStop& ends) {
    const int worlds = options_.worlds;
    const auto deadline = Clock::now() + limits.time;
    std::vector<SearchResult> results(static_cast<std::size_t>(worlds));
    std::vector<IterationCounts> workers(static_cast<std::size_t>(options_.threads));
    ends.run(*executor_, options_.threads, [&](int worker) {
      for (int world = worker; world < worlds; world += options_.threads) {
        std::optional<Limits> part = share_of(limits, world, worlds);
        if (!part) continue;  // fewer iterations than worlds
        const auto now = Clock::now();
        if (limits.time.count() > 0) {
          if (now >= deadline && world > 0) break;
          const int left = (worlds - world + options_.threads - 1) / options_.threads;
          part->time = std::max<Clock::duration>((deadline - now) / left, Clock::duration(1));
        }
        if (ends.token().stop_requested() && world > 0) break;
        InformationTrees& trees = trees_[static_cast<std::size_t>(worker)];
        trees.start();
        Random random(worker_key(key, world));
        const Player player = position.to_move();
        const G drawn = position.determinize(player, random);
        Crew crew(*part, static_cast<std::uint32_t>(options_.playouts), ends.token(), now, 1);
        work(trees, drawn, player, crew, 0, random);
        results[static_cast<std::size_t>(world)] = result_of(trees, position, player, crew);
        workers[static_cast<std::size_t>(worker)] += crew.counts[0];
      }
    });
    SearchResult result = merge_results(results, options_.merge, options_.final_move);
    count_workers(workers, result);
    result.tree.bytes = 0;  // worlds follow one another in the same memory
    for (const InformationTrees& trees : trees_) result.tree.bytes += trees.arena().used();
    return result;
  }

  /// One thread's iterations, until the budget is spent.
  void work(const InformationTrees& trees, const G& position, Player observer, Crew& crew,
            std::size_t worker, const Random& random) const {
    IsmctsIteration<G> iteration(trees, position, observer, rules(), random);
    Pace pace(crew.budget, static_cast<int>(crew.counts.size()));
    while (std::uint64_t portion = pace.next()) {
      for (; portion > 0; --portion) {
        const std::uint32_t games = crew.budget.next_games();
        iteration.run(
            [&](G& leaf, Random& own) {
              return crew.team ? play_out_together(*crew.team, leaf, games)
                               : play_out(leaf, games, own);
            },
            games);
      }
    }
    crew.counts[worker] = iteration.counts();
  }

  ScoreSums<G> play_out_together(LeafTeam<ScoreSums<G>>& team, const G& leaf,
                                 std::uint32_t games) const {
    return team.play_out(games, *executor_, [&](std::uint32_t n, Random& random) {
      G copy = leaf;
      return play_out(copy, n, random);
    });
  }

  [[nodiscard]] SearchResult result_of(const InformationTrees& trees, const G& position,
                                       Player player, const Crew& crew) const {
    IsmctsCounts sum;
    for (const IsmctsCounts& counts : crew.counts) {
      static_cast<IterationCounts&>(sum) += counts;
      sum.steps += counts.steps;
      sum.offers += counts.offers;
    }
    const Stakes stakes = position.stakes();
    const int highest = stakes.high - stakes.low;
    assert(!find_defect(trees, sum, highest));
    const bool each = options_.engine == HiddenEngine::kMoIsmcts;
    return make_result(trees, each ? player : 0, position.legal_mask(), sum, highest,
                       options_.final_move);
  }

  HiddenOptions options_;
  std::unique_ptr<Executor> executor_;
  std::vector<InformationTrees> trees_;
};

}  // namespace banyan
