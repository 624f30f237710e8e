// Random games of Go, many at once (games/go/playouts.cpp).
#pragma once

#include <cstddef>
#include <span>

#include "core/base/bits.hpp"
#include "core/base/random.hpp"
#include "core/game/game_text.hpp"

namespace banyan::go {

/// How long a game has lasted and may last.
struct Clock {
  int plies;
  int longest;
  int passes;

  /// Counts a ply; whether it ended the game.
  bool is_over_after(bool passed) {
    passes = passed ? passes + 1 : 0;
    return (++plies >= longest) | (passes >= 2);
  }
};

/// A random game before its first move. Sets of places of GoBoard<MaxSize>, as its Sides.
template <int MaxSize>
struct Start {
  using Points = BitSet<(MaxSize * (MaxSize + 1) + 63) / 64>;
  Points own;
  Points other;
  Points atari;
  Points ko;
  Clock clock;
  int twice_komi;
};

/// The most games that play_many() plays.
inline constexpr std::size_t kMostMany = 512;

/// Fewer are never worth it.
inline constexpr std::size_t kFewestMany = 128;

/// From how many on that takes less time than one or two after the other. It takes the same for up
/// to 512 by AVX-512, for up to 256 by AVX2. On Zen 5, 512 take so many times less:
///
///                 9x9   13x13   19x19
///   AVX-512       2.4     4.6     2.0
///   AVX2          1.1     2.9     1.4
///   SSE4          2.9     3.2     1.4
///
/// The numbers are the same for all, so that results do not depend on the instruction set.
constexpr std::size_t fewest_many(BoardSize size) {
  return size.longer() <= 9 ? 384 : size.longer() <= 13 ? kFewestMany : 320;
}

/// Plays up to kMostMany games to their ends, none of them over. Stores twice Black's lead of each.
void play_many(BoardSize size, std::span<const Start<9>> games, std::span<int> twice_leads,
               Random& random);
void play_many(BoardSize size, std::span<const Start<19>> games, std::span<int> twice_leads,
               Random& random);

}  // namespace banyan::go
