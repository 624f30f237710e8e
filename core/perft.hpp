// Perft: counts a game's lines of play, the usual check of a move generator.
#pragma once

#include <cstdint>

#include "core/game.hpp"

namespace banyan {

/// How many lines of exactly `depth` moves start at `position`. A finished game ends its line.
template <Game G>
std::uint64_t perft(const G& position, int depth) {
  if (depth == 0) return 1;
  if (position.over()) return 0;
  const auto moves = position.legal_moves();
  if (depth == 1) return moves.size();
  std::uint64_t lines = 0;
  for (const auto move : moves) {
    G next = position;
    next.play(move);
    lines += perft(next, depth - 1);
  }
  return lines;
}

}  // namespace banyan
