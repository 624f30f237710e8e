// How an iteration of an information-set search goes, and what it counts.
#pragma once

#include <cstdint>

#include "core/search/iteration.hpp"

namespace banyan {

/// Whose eyes the nodes of the tree see with.
enum class Sight : std::uint8_t {
  kAll,    ///< one tree in which everything is seen: plain UCT
  kMover,  ///< SO-ISMCTS: one tree, in which players' moves are told apart as their movers see them
           ///< and chance as the searching player does
  kEach,   ///< MO-ISMCTS: a tree for each player, all descended together
};

/// How an iteration goes.
struct IsmctsRules {
  Sight sight = Sight::kMover;
  bool fixed = false;              ///< every iteration is in the given position itself
  bool apart = false;              ///< kEach: what others may know at the root has nodes of its own
  float exploration = 0.7F;        ///< c of the selection rule
  std::uint32_t expand_after = 1;  ///< visits before an edge gets a node
  std::uint32_t loss = 0;          ///< virtual loss: visits shown for a descent under way
};

/// Beyond what every iteration counts, for the validator of the trees: at rest
/// sum of visits == steps and sum of available == offers, over all edges.
struct IsmctsCounts : IterationCounts {
  std::uint64_t steps = 0;
  std::uint64_t offers = 0;
};

}  // namespace banyan
