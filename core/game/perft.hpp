// Perft: counts a game's lines of play, the usual check of a move generator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game/game.hpp"

namespace banyan {

/// Lines of play to a depth.
struct LineCount {
  std::uint64_t whole = 0;  ///< lines of exactly that many moves
  std::uint64_t ended = 0;  ///< shorter lines, since the game was over
};

/// The lines of up to `depth` moves from the first position. The others are scratch space for at
/// least `depth` positions below: one of Go 19x19 takes 60 kB, too much for a recursion's stack
/// frame.
template <Game G>
LineCount count_lines(std::span<G> positions, int depth) {
  const G& position = positions.front();
  if (depth == 0) return {1, 0};
  if (position.over()) return {0, 1};
  const auto moves = position.legal_moves();
  if (depth == 1) return {moves.size(), 0};
  LineCount lines;
  const std::span<G> below = positions.subspan(1);
  for (const auto move : moves) {
    below.front() = position;
    below.front().play(move);
    const LineCount more = count_lines(below, depth - 1);
    lines.whole += more.whole;
    lines.ended += more.ended;
  }
  return lines;
}

/// The lines of up to `depth` moves that start at `position`.
template <Game G>
LineCount count_lines(const G& position, int depth) {
  std::vector<G> positions(static_cast<std::size_t>(depth) + 1, position);
  return count_lines(std::span<G>(positions), depth);
}

/// The number of lines of exactly `depth` moves from `position`. A finished game ends its line.
template <Game G>
std::uint64_t perft(const G& position, int depth) {
  return count_lines(position, depth).whole;
}

}  // namespace banyan
