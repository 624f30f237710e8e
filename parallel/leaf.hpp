// Leaf parallelism: one tree, one descent at a time, many playouts from each leaf.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/search.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// The calling thread selects and expands; then all threads play out from the leaf, and the sum
/// of their results is backed up (Cazenave, Jouandeau 2007, "at the leaves"; Chaslot et al. 2008).
/// A playout is a visit, so the root has as many visits as there were playouts. Deterministic:
/// every task has its own random stream, whichever thread runs it.
template <Game G>
class LeafSearch {
 public:
  /// Seeds of wide trees keep one playout a move, too few for a leaf's many.
  using LeafTree = std::conditional_t<G::kMaxMoves <= 16, NarrowTree<G>, Tree<G>>;

  struct Options : ParallelOptions {
    int playouts = 8;  ///< from each leaf, over all threads together, at least 1
  };

  explicit LeafSearch(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.threads)),
        tree_(options.memory, Ucb1(options.exploration), options.expand_after) {}

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    const auto games = static_cast<std::uint32_t>(options_.playouts);
    Budget budget(limits, games, std::move(stop));
    Team team(options_, key);
    Random random(worker_key(key, 0));
    tree_.start(position, random);
    Iteration<LeafTree> iteration(tree_, position, random);
    const auto play_out = [&](const G& leaf, Random&) { return team.play_out(leaf, *executor_); };
    Pace pace(budget, 1);
    while (std::uint64_t portion = pace.next()) {
      for (; portion > 0; --portion) {
        if (limits.playouts > 0) {  // the last iteration makes up just what is missing
          const std::uint64_t left = limits.playouts - iteration.counts().playouts;
          team.games = static_cast<std::uint32_t>(std::min<std::uint64_t>(games, left));
        }
        iteration.run(play_out, team.games);
      }
    }
    assert(!find_defect(tree_, false));
    SearchResult result = make_result(tree_, iteration.counts(), options_.final_move);
    result.seconds = budget.seconds();
    return result;
  }

  [[nodiscard]] const LeafTree& tree() const { return tree_; }

 private:
  /// One thread's share of the playouts from a leaf, on cache lines of its own.
  struct alignas(2 * Arena::kLine) Share {
    Random random;
    std::uint32_t points = 0;
  };

  /// The threads that play out together, task i with stream i + 1: stream 0 grows the tree.
  struct Team {
    Team(const Options& options, const StreamKey& key)
        : games(static_cast<std::uint32_t>(options.playouts)) {
      const int tasks = std::min(options.threads, options.playouts);
      for (int i = 0; i < tasks; ++i) shares.push_back({Random(worker_key(key, i + 1)), 0});
    }

    Evaluation play_out(const G& leaf, Executor& executor) {
      const auto tasks = static_cast<std::uint32_t>(shares.size());
      executor.run(static_cast<int>(tasks), [&](int task) {
        Share& share = shares[static_cast<std::size_t>(task)];
        const auto i = static_cast<std::uint32_t>(task);
        const std::uint32_t n = games / tasks + (i < games % tasks ? 1 : 0);
        share.points = uniform_playout_sum(leaf, n, share.random);
      });
      return {games,
              std::accumulate(shares.begin(), shares.end(), 0U,
                              [](std::uint32_t sum, const Share& s) { return sum + s.points; })};
    }

    std::vector<Share> shares;
    std::uint32_t games;
  };

  Options options_;
  std::unique_ptr<Executor> executor_;
  LeafTree tree_;
};

}  // namespace banyan
