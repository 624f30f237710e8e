// What games of hidden information are worth to their players, added up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/rules/hidden_game.hpp"

namespace banyan {

/// Each player's scores of some games, each less the game's lowest.
template <HiddenGame G>
struct ScoreSums {
  std::array<std::uint64_t, static_cast<std::size_t>(max_players<G>())> of{};

  /// Adds an ended game, so many times.
  void add(const G& end, std::uint32_t times) {
    const int low = end.stakes().low;
    for (Player player = 0; player < players_of(end); ++player) {
      of[player] += times * static_cast<std::uint64_t>(end.score(player) - low);
    }
  }

  ScoreSums& operator+=(const ScoreSums& other) {
    for (std::size_t player = 0; player < of.size(); ++player) of[player] += other.of[player];
    return *this;
  }
};

/// What `games` playouts, at least one, bring from a position that is not over. The last one is
/// played in the position itself: most often it is the only one, and nothing is copied.
template <HiddenGame G>
ScoreSums<G> play_out(G& leaf, std::uint32_t games, Random& random) {
  ScoreSums<G> sums;
  const auto play_to_end = [&](G& position) {
    if constexpr (requires { position.finish(random); }) {
      position.finish(random);
    } else {
      finish(position, random);
    }
    sums.add(position, 1);
  };
  for (; games > 1; --games) {
    G copy = leaf;
    play_to_end(copy);
  }
  play_to_end(leaf);
  return sums;
}

}  // namespace banyan
