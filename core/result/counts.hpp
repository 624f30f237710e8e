// What workers count over their iterations, and the result made from it and a tree's root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/result/result.hpp"

namespace banyan {

/// What a worker counted over its iterations.
struct IterationCounts {
  std::uint64_t iterations = 0;
  std::uint64_t visits = 0;           ///< visits of the root: playouts, and finished
  std::uint64_t nodes = 0;            ///< children tried for the first time
  std::uint64_t finished = 0;         ///< visits without a playout: the game over, or proven
  std::uint64_t dropped = 0;          ///< descents whose playout was stopped, counted nowhere else
  std::uint64_t lost_expansions = 0;  ///< expansions that another thread made first
  std::uint64_t lost_blocks = 0;      ///< blocks made for a leaf that another thread expanded first
  std::uint64_t full = 0;             ///< expansions refused because the arena was full
  std::uint64_t pruned = 0;           ///< of `nodes`, those below freed nodes
  std::uint64_t depth_sum = 0;        ///< moves from the root to the leaf, over all iterations
  std::uint64_t depth_max = 0;

  IterationCounts& operator+=(const IterationCounts& other);
};

/// The result of a search with these moves at its root (not empty, in order) and a tree of `bytes`
/// bytes. The principal variation is the best move only; the caller sets `seconds`.
SearchResult make_result(std::vector<RootChild> children, const IterationCounts& counts,
                         std::size_t bytes, FinalMove rule);

}  // namespace banyan
