// Chance, where a search is to begin and nobody decides yet.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// Draws what chance is to do before somebody decides; what was drawn.
inline std::vector<std::uint32_t> draw_chance(AnyGame& position, std::uint64_t seed) {
  constexpr std::uint64_t kChanceStream = std::uint64_t{1}
                                          << 62U;  // no worker has so high a number
  Random random({seed, 0, 0, kChanceStream});
  std::vector<std::uint32_t> drawn;
  while (!position.over() && position.to_move() == kChance) {
    drawn.push_back(position.draw(random));
    position.play(drawn.back());
  }
  return drawn;
}

}  // namespace banyan::bench
