// Perft: counts a game's lines of play, the usual check of a move generator.
#pragma once

#include <cstdint>

#include "core/rules/game.hpp"

namespace banyan {

/// Lines of play to a depth.
struct LineCount {
  std::uint64_t whole = 0;  ///< of exactly so many moves
  std::uint64_t ended = 0;  ///< of fewer, since the game was over
};

/// The lines of up to `depth` moves that start at `position`.
template <Game G>
LineCount count_lines(const G& position, int depth) {
  if (depth == 0) return {1, 0};
  if (position.over()) return {0, 1};
  const auto moves = position.legal_moves();
  if (depth == 1) return {moves.size(), 0};
  LineCount lines;
  for (const auto move : moves) {
    G next = position;
    next.play(move);
    const LineCount below = count_lines(next, depth - 1);
    lines.whole += below.whole;
    lines.ended += below.ended;
  }
  return lines;
}

/// How many lines of exactly `depth` moves start at `position`. A finished game ends its line.
template <Game G>
std::uint64_t perft(const G& position, int depth) {
  return count_lines(position, depth).whole;
}

}  // namespace banyan
