// The rules of an information-set iteration, and its counts.
#pragma once

#include <cstdint>

#include "core/result/counts.hpp"

namespace banyan {

/// Whose observations the nodes of the tree stand for.
enum class Sight : std::uint8_t {
  kAll,    ///< one tree in which all is seen: plain UCT
  kMover,  ///< SO-ISMCTS: one tree; players' moves are distinguished as their movers see
           ///< them, and chance as the searching player does
  kEach,   ///< MO-ISMCTS: one tree per player, all descended together
};

/// The rules of an iteration.
struct IsmctsRules {
  Sight sight = Sight::kMover;
  bool fixed = false;              ///< every iteration starts from the given position
  bool apart = false;              ///< kEach: separate root nodes for what other players may know
  float exploration = 0.7F;        ///< c of the selection rule
  std::uint32_t expand_after = 1;  ///< visits before an edge gets a node
  std::uint32_t loss = 0;          ///< virtual loss: visits added per descent in flight
};

/// Additional counts for the validator of the trees: at rest sum of visits == steps and sum of
/// available == offers, over all edges.
struct IsmctsCounts : IterationCounts {
  std::uint64_t steps = 0;
  std::uint64_t offers = 0;
};

}  // namespace banyan
