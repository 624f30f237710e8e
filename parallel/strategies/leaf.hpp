// Leaf parallelism: one tree, one descent at a time, many playouts from each leaf.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <utility>

#include "core/search/search.hpp"
#include "parallel/options.hpp"
#include "parallel/strategies/leaf_team.hpp"

namespace banyan {

/// Seeds hold one playout per move, too few for a leaf's many.
template <Game G>
struct LeafTreeOf {
  using Type = Tree<G>;
};
template <NarrowGame G>
struct LeafTreeOf<G> {
  using Type = NarrowTree<G, true, false>;
};

/// The calling thread selects and expands. Then all threads play out from the leaf, and the sum of
/// their results is backed up (Cazenave, Jouandeau 2007, "at the leaves"; Chaslot et al. 2008). A
/// playout counts as a visit, so the root has as many visits as there were playouts. Deterministic.
template <Game G>
class LeafSearch {
 public:
  using LeafTree = typename LeafTreeOf<G>::Type;

  struct Options : ParallelOptions {
    int playouts = 8;  ///< from each leaf, over all threads together, at least 1
  };

  explicit LeafSearch(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.threads)),
        tree_(options.memory, Ucb1(options.exploration), options.expand_after) {
    tree_.prune_when_full(options.prunes);
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    std::uint32_t games = 0;  // of the current iteration
    Budget budget(limits, static_cast<std::uint64_t>(options_.playouts), std::move(stop));
    const Together together = together_of(position);
    LeafTeam<std::uint32_t> team(options_.threads, options_.playouts, key, together.few,
                                 together.full);
    Random random(worker_key(key, 0));
    tree_.start(position, random);
    stop_early(options_, tree_, budget);
    UctIteration<LeafTree> iteration(tree_, position, random);
    const auto play_out = [&](const G& leaf, Random&) -> Evaluation {
      std::uint32_t first = 0;
      games = team.play_out(
          games, budget, *executor_,
          [&](std::uint32_t n, Random& stream, std::uint32_t& sum) {
            return add_playouts(leaf, n, stream, sum, AsksBudget{&budget});
          },
          first);
      return {games, first};
    };
    executor_->stay([&] {
      Pace pace(budget, 1);
      while (std::uint64_t portion = pace.next()) {
        do {
          games = budget.next_games();
          iteration.run(play_out, games);
          iteration.make_room();
        } while (--portion > 0 && !(kStopsInside<G> && budget.over()));
      }
    });
    assert(!find_defect(tree_, false));
    SearchResult result = make_result(tree_, iteration.counts(), options_.final_move);
    count_saved(options_, budget, result);
    result.seconds = budget.seconds();
    return result;
  }

  [[nodiscard]] const LeafTree& tree() const { return tree_; }

 private:
  Options options_;
  std::unique_ptr<Executor> executor_;
  LeafTree tree_;
};

}  // namespace banyan
