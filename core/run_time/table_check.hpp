// Whether a game keeps its promises: random games, looked at by its table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/run_time/game_table.hpp"

namespace banyan {

/// What random games showed of a game.
struct TableCheck {
  /// Sentences of what is wrong, each kind once, with the position where it first showed.
  std::vector<std::string> defects;
  /// What searches will lack, and which of their keys: "no keys of positions: tt=, cache=".
  std::vector<std::string> lacks;
  int games = 0;
  double mean_length = 0;  ///< moves in a random game
  double mean_moves = 0;   ///< legal moves of a position
  int longest = 0;
  bool ended = true;  ///< whether every game ended within kLongestChecked moves
};

/// Moves after which a random game is left.
inline constexpr int kLongestChecked = 20'000;

/// Plays `games` random games from a position of the table's game, and looks at every position:
/// moves and their texts, copies, results, promises, keys, knowledge. Compares the game's playouts
/// with playouts move by move; a fair one is called unfair once in a million checks. What the game
/// throws is thrown.
TableCheck check_table(const GameTable& table, const void* start, int games, std::uint64_t seed);

}  // namespace banyan
