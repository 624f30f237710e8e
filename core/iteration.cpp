// Adding up what workers counted.
#include "core/iteration.hpp"

namespace banyan {

IterationCounts& IterationCounts::operator+=(const IterationCounts& other) {
  iterations += other.iterations;
  playouts += other.playouts;
  nodes += other.nodes;
  ended += other.ended;
  lost_expansions += other.lost_expansions;
  full += other.full;
  depth_sum += other.depth_sum;
  depth_max = std::max(depth_max, other.depth_max);
  return *this;
}

}  // namespace banyan
