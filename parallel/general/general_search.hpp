// The search of games of any kind: chance, rewards, any number of players; sequential or parallel.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/policies/policy_kept.hpp"
#include "core/search/general_playout.hpp"
#include "parallel/forest.hpp"
#include "parallel/general/general_inspect.hpp"
#include "parallel/general/general_iteration.hpp"
#include "parallel/general/general_options.hpp"
#include "parallel/strategies/leaf_team.hpp"

namespace banyan {

/// UCT for one player, two or many, with or without chance and rewards, by one class that is
/// compiled once for each game: what runs in parallel is told by its options (one tree, one thread:
/// the sequential search). A playout is a visit. The budget is split exactly among the trees, which
/// are merged at the end; no two workers have the same random stream. With a solver it ends, budget
/// left or not, once the value of the root is proven. Deterministic where each tree has one thread
/// (unless a proof ends the other trees early), and where threads only play out together. Keeps its
/// memory and its threads from search to search; one search at a time.
template <Game G>
class GeneralSearch {
 public:
  explicit GeneralSearch(const GeneralOptions& options)
      : options_(options),
        executor_(make_executor(options.executor, options.trees * options.threads)) {
    assert(!options.policy.is_graph() || (KeyedGame<G> && !options.policy.reuse));
    for (int i = 0; i < options.trees; ++i) {
      trees_.emplace_back(options.memory / static_cast<std::size_t>(options.trees), options.policy,
                          options.exploration, options.shown, options.expand_after,
                          options.threads > 1 && !options.together);
    }
  }

  /// Searches a position that is not over and where a player is to move.
  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const G* const last = last_.before(key);
    std::atomic<bool> proven = false;
    return search_forest<Crew>(
        {options_.trees, streams(), options_.merge, options_.final_move}, limits, key, stop,
        [&](std::deque<Crew>& crews, const TreePart& part) {
          crews.emplace_back(options_, *executor_, trees_[part.tree], position, part, proven, last);
        },
        [&](std::deque<Crew>& crews, CommonStop& ends) {
          last_.forget();  // what a search leaves that throws is not gone on with
          if (options_.together) {
            executor_->stay([&] { crews.front().work(0); });
          } else {
            work_together(crews, options_.threads, *executor_, ends);
          }
          if (options_.policy.reuse && crews.size() == trees_.size()) last_.set(position, key);
        });
  }

  [[nodiscard]] const GeneralTree<G>& tree(int i) const {
    return trees_[static_cast<std::size_t>(i)];
  }

 private:
  /// What one worker leaves behind, on cache lines of its own.
  struct alignas(2 * Arena::kLine) Report {
    IterationCounts counts;
    std::uint64_t cut = 0;  // playouts
    std::uint64_t transpositions = 0;
  };

  /// What playouts from one leaf bring.
  struct Playouts {
    Returns<G> sum{};
    std::uint64_t cut = 0;

    Playouts& operator+=(const Playouts& other) {
      for (std::size_t player = 0; player < sum.size(); ++player) sum[player] += other.sum[player];
      cut += other.cut;
      return *this;
    }
  };

  /// Random streams of a tree: one a worker, and one more to grow a tree whose workers play out.
  [[nodiscard]] int streams() const { return options_.threads + (options_.together ? 1 : 0); }

  /// The workers of one tree for one search.
  class Crew {
   public:
    Crew(const GeneralOptions& options, Executor& executor, GeneralTree<G>& tree, const G& position,
         const TreePart& part, std::atomic<bool>& proven, const G* last)
        : options_(&options),
          executor_(&executor),
          tree_(&tree),
          position_(position),
          key_(part.key),
          first_(part.key),
          rules_{options.policy.discount.value_or(discount_of<G>()), options.policy.cap},
          budget_(part.budget(options.playouts)),
          proven_(&proven),
          reports_(static_cast<std::size_t>(options_->threads)) {
      if (options_->together) team_.emplace(options_->threads, options_->playouts, key_);
      Weigher<G, NoPolicyValue> weigh(options.policy, {});
      kept_ = plant(*tree_, last, position, first_, weigh, budget_.remaining());
    }

    /// One thread's iterations, until the budget is spent or the root's value proven.
    void work(int worker) {
      GeneralTree<G> tree(*tree_);
      GeneralIteration<G> iteration(tree, position_, options_->policy,
                                    worker == 0 ? first_ : Random(worker_key(key_, worker)),
                                    budget_, rules_.discount, *proven_);
      std::uint64_t cut = 0;
      const int leaves = options_->trees * options_->threads;
      Pace pace(budget_, options_->together ? 1 : options_->threads);
      bool done = false;
      while (std::uint64_t portion = done ? 0 : pace.next()) {
        for (; portion > 0 && !done; --portion) {
          const std::uint32_t games = budget_.next_games();
          iteration.run(
              [&](const G& leaf, Random& random) {
                Playouts found;
                const auto played =
                    team_ ? play_out_together(leaf, games, found)
                          : play_in_portions(budget_, games, leaves, 1, [&](std::uint32_t n) {
                              found += options_->policy.uses_amaf()
                                           ? play_out_noting(leaf, n, random, iteration)
                                           : play_out(leaf, n, random);
                            });
                cut += found.cut;
                return GeneralEvaluation<G>{played, found.sum};
              },
              games);
          done = proven_->load(std::memory_order_relaxed);
        }
      }
      reports_[static_cast<std::size_t>(worker)] = {iteration.counts(), cut,
                                                    iteration.transpositions()};
    }

    /// Appends what each of its workers did, unless they did nothing but play out.
    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const {
      assert(!find_defect(*tree_));
      Report sum;
      for (const Report& report : reports_) {
        if (!options_->together) workers.push_back(report.counts);
        sum.counts += report.counts;
        sum.cut += report.cut;
        sum.transpositions += report.transpositions;
      }
      SearchResult result = make_result(*tree_, sum.counts, options_->final_move);
      result.tree.nodes += kept_.nodes;
      if (options_->policy.reuse) result.counters["kept_visits"] = kept_.visits;
      if (options_->policy.is_graph()) result.counters["transpositions"] = sum.transpositions;
      if (rules_.cap > 0) result.counters["capped_playouts"] = sum.cut;
      return result;
    }

   private:
    [[nodiscard]] Playouts play_out(const G& leaf, std::uint32_t games, Random& random) const {
      Playouts found;
      for (; games > 0; --games) found.cut += add_playout(leaf, random, rules_, found.sum) ? 0 : 1;
      return found;
    }
    Playouts play_out_noting(const G& leaf, std::uint32_t games, Random& random,
                             GeneralIteration<G>& iteration) const {
      Playouts found;
      for (; games > 0; --games) {
        iteration.play_out_noting([&](const auto& noting) {
          Playouts one;
          one.cut = add_playout(leaf, random, rules_, one.sum, noting) ? 0 : 1;
          found += one;
          return one.sum;
        });
      }
      return found;
    }
    std::uint32_t play_out_together(const G& leaf, std::uint32_t games, Playouts& found) {
      return team_->play_out(
          games, budget_, *executor_,
          [&](std::uint32_t n, Random& random) { return play_out(leaf, n, random); }, found);
    }

    const GeneralOptions* options_;
    Executor* executor_;
    GeneralTree<G>* tree_;
    G position_;
    StreamKey key_;
    Random first_;  // grows the root, then is worker 0's
    PlayoutRules rules_;
    Budget budget_;
    std::atomic<bool>* proven_;  // by any tree
    Kept kept_;
    std::vector<Report> reports_;
    std::optional<LeafTeam<Playouts>> team_;  // plays out instead of the worker
  };

  GeneralOptions options_;
  std::unique_ptr<Executor> executor_;
  std::vector<GeneralTree<G>> trees_;
  LastRoot<G> last_;  // of all trees
};

}  // namespace banyan
