// Merging the root statistics of several trees.
#pragma once

#include <cstdint>
#include <vector>

#include "core/result/result.hpp"

namespace banyan {

/// How the trees of root parallelism choose a move.
enum class Merge : std::uint8_t {
  kSum,       ///< visits and points are added up, then the final-move rule decides; of Gumbel
              ///< searches also the scores, as means over visits
  kAverage,   ///< the highest mean of the trees' values, each tree counting the same
  kMajority,  ///< each tree votes for its own move (Soejima, Kishimoto, Watanabe 2010)
  kMax,       ///< the move of the tree that rates its own move highest
};

/// Merges searches of one position. A single one keeps its move. `children`, counts and tree sizes
/// are always sums, whatever decides the move (mean depths are weighted by iterations, maximum
/// depths are maxima). `value` is the best move's mean in the sums. A proof by one tree holds for
/// all. Results without iterations do not count. Those with less than a tenth of the longest one's
/// iterations only add to the sums. If none has iterations, returns the first one that has moves,
/// of a search stopped in its first playouts. Throws std::invalid_argument if there is none.
SearchResult merge_results(const std::vector<SearchResult>& results, Merge merge, FinalMove rule);

}  // namespace banyan
