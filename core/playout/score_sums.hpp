// Sums of the players' scores in games of hidden information.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game/hidden_game.hpp"

namespace banyan {

/// The sum of each player's scores over several games, each minus the game's lowest score.
template <HiddenGame G>
struct ScoreSums {
  std::array<std::uint64_t, static_cast<std::size_t>(max_players<G>())> of{};

  /// Adds an ended game `times` times.
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

/// Plays the position itself to its end, by the game's own finish() if it has one; false if
/// stopped.
template <HiddenGame G, class Stop>
bool play_to_end(G& position, Random& random, const Stop& stop) {
  if constexpr (requires { position.finish(random, stop); }) {
    return position.finish(random, stop);
  } else if constexpr (requires { position.finish(random); }) {
    position.finish(random);
    return true;
  } else {
    return finish(position, random, stop);
  }
}

/// Plays the position itself to its end and adds the scores; false if stopped.
template <HiddenGame G, class Stop>
bool add_playout(G& position, Random& random, ScoreSums<G>& sums, const Stop& stop) {
  if (!play_to_end(position, random, stop)) return false;
  sums.add(position, 1);
  return true;
}

/// Adds `games` playouts from copies of the position; returns how many finished.
template <HiddenGame G, class Stop>
std::uint32_t add_playouts(const G& leaf, std::uint32_t games, Random& random, ScoreSums<G>& sums,
                           const Stop& stop) {
  for (std::uint32_t done = 0; done < games; ++done) {
    G copy = leaf;
    if (!add_playout(copy, random, sums, stop)) return done;
  }
  return games;
}

}  // namespace banyan
