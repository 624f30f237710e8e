// The results that a policy search adds up.
#pragma once

#include <cstdint>

#include "core/game/game.hpp"

namespace banyan {

/// The value found for a leaf: the points of player 0, summed over `games` results, `draws` of them
/// draws. points - draws is even: 2 for each win.
struct Outcomes {
  std::uint32_t games = 1;
  std::uint32_t first = 0;
  std::uint32_t draws = 0;
};

inline Outcomes outcome(Points first) {
  return {1, static_cast<std::uint32_t>(first), first == kDraw ? 1U : 0U};
}

}  // namespace banyan
