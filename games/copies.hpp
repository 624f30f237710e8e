// Many games from one leaf, for games that play one from each of many leaves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/game/game.hpp"

namespace banyan {

/// G::play_out_from() by G::play_out() of copies of the leaf, up to `together` at a time.
template <class G>
std::uint32_t play_out_copies(const G& leaf, std::uint32_t games, std::uint32_t together,
                              Random& random) {
  const std::vector<G> leaves(std::min(games, together), leaf);
  std::vector<Points> first(leaves.size());
  std::uint32_t sum = 0;
  while (games > 0) {
    const std::uint32_t count = std::min(games, together);
    G::play_out({leaves.data(), count}, {first.data(), count}, random);
    sum += static_cast<std::uint32_t>(std::accumulate(first.begin(), first.begin() + count, 0));
    games -= count;
  }
  return sum;
}

}  // namespace banyan
