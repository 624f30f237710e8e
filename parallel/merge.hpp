// Merging the root statistics of several trees.
#pragma once

#include <cstdint>
#include <vector>

#include "core/search/result.hpp"

namespace banyan {

/// How the trees of root parallelism agree on a move.
enum class Merge : std::uint8_t {
  kSum,       ///< visits and points are added up, then the final-move rule decides
  kAverage,   ///< the highest mean of the trees' values, each tree counting the same
  kMajority,  ///< a vote a tree for its own move (Soejima, Kishimoto, Watanabe 2010)
  kMax,       ///< the move of the tree that holds its move in the highest regard
};

/// One result for several searches of one position. `children`, counts and tree sizes are always
/// sums (depths a mean weighted by iterations, and a maximum), whatever decides the move; `value`
/// is the best move's mean in the summed statistics. What one tree has proven holds for all.
/// Results without iterations do not count, and those with less than a tenth of the iterations of
/// the longest decide nothing but by their sums. If none has any, the first one that has moves is
/// returned, of a search that was stopped in its first playouts; throws std::invalid_argument if
/// there is none.
SearchResult merge_results(const std::vector<SearchResult>& results, Merge merge, FinalMove rule);

}  // namespace banyan
