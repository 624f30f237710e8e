// One simulated game as playouts learn from it, and the mean results that they learn.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/game/game.hpp"

namespace banyan {

/// A move by its number (NumberedMoves), and who made it.
struct MadeMove {
  std::uint16_t move;
  std::int8_t player;
};

/// The moves of one simulated game in order: those of the tree, then those of the playout.
using SimulatedGame = std::vector<MadeMove>;

/// A player's points in a two-player game that earned player 0 `first`.
constexpr Points points_for(Player player, Points first) {
  return player == 0 ? first : opposite(first);
}

/// The mean of results from 0 (loss) to 1 (win).
struct MeanResult {
  float mean = 0;
  std::uint32_t visits = 0;

  void add(float result) {
    if (visits < std::numeric_limits<std::uint32_t>::max()) ++visits;
    mean += (result - mean) / static_cast<float>(visits);
  }
  /// A move never made is valued as a win, so that each is soon tried (Finnsson, Bjornsson 2010).
  [[nodiscard]] float or_win() const { return visits == 0 ? 1.0F : mean; }
};

}  // namespace banyan
