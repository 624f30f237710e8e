// Lines of Othello discs: where a side may move, and which discs a move turns.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace banyan::othello_lines {

// Bit 8 * row + column stands for a cell. This is plain arithmetic on single words. A playout waits
// for the result of each move, and words answer sooner than vectors, whose directions must be
// packed and unpacked.

/// The cells at the end of a run of `inner` discs that begins beside one of `own`, both ways along
/// lines of cells Step apart. Other cells of `own` or `inner` may be among them. Finds runs of up
/// to six discs in four steps (Gunnar Andersson's flood fill).
template <int Step>
constexpr std::uint64_t behind_runs(std::uint64_t own, std::uint64_t inner) {
  const std::uint64_t pairs = inner & inner << Step;  // by their end
  std::uint64_t up = inner & own << Step;
  up |= inner & up << Step;
  up |= pairs & up << 2 * Step;
  up |= pairs & up << 2 * Step;
  const std::uint64_t pairs_down = pairs >> Step;
  std::uint64_t down = inner & own >> Step;
  down |= inner & down >> Step;
  down |= pairs_down & down >> 2 * Step;
  down |= pairs_down & down >> 2 * Step;
  return up << Step | down >> Step;
}

/// The empty cells where the owner of `own` turns at least one of the opponent's discs.
constexpr std::uint64_t moves(std::uint64_t own, std::uint64_t opponent) {
  // A sideways line ends at a disc in column a or h.
  const std::uint64_t inner = opponent & 0x7e7e7e7e7e7e7e7e;
  return (behind_runs<1>(own, inner) | behind_runs<7>(own, inner) | behind_runs<8>(own, opponent) |
          behind_runs<9>(own, inner)) &
         ~(own | opponent);
}

/// The cells seen from one cell, in four directions to higher cells and in the opposite ones.
struct Rays {
  std::array<std::uint64_t, 4> up{};
  std::array<std::uint64_t, 4> down{};
};

inline constexpr std::array<Rays, 64> kRays = [] {
  std::array<Rays, 64> all{};
  constexpr int kRight[] = {1, -1, 0, 1};
  constexpr int kDown[] = {0, 1, 1, 1};
  for (int cell = 0; cell < 64; ++cell) {
    for (unsigned direction = 0; direction < 4; ++direction) {
      for (const int sign : {1, -1}) {
        Rays& rays = all[static_cast<unsigned>(cell)];
        std::uint64_t& ray = (sign == 1 ? rays.up : rays.down)[direction];
        int column = cell % 8 + sign * kRight[direction];
        int row = cell / 8 + sign * kDown[direction];
        while (column >= 0 && column < 8 && row >= 0 && row < 8) {
          ray |= std::uint64_t{1} << (8 * row + column);
          column += sign * kRight[direction];
          row += sign * kDown[direction];
        }
      }
    }
  }
  return all;
}();

/// The opponent's discs that a disc of `own` on an empty cell turns.
constexpr std::uint64_t turned(std::uint64_t own, std::uint64_t opponent, int cell) {
  const Rays& rays = kRays[static_cast<unsigned>(cell)];
  std::uint64_t discs = 0;
  for (unsigned direction = 0; direction < 4; ++direction) {
    // Adding one carries through all set bits, to the first cell without an opponent's disc.
    const std::uint64_t up = rays.up[direction];
    const std::uint64_t upper_end = ((opponent | ~up) + 1) & up & own;
    discs |= up & (upper_end - (upper_end != 0 ? 1 : 0));
    // Downwards that cell is the highest one.
    const std::uint64_t down = rays.down[direction];
    const int above = std::countl_zero((down & ~opponent) | 1);
    const std::uint64_t lower_end = (std::uint64_t{1} << 63 >> above) & down & own;
    discs |= down & -(lower_end << 1);
  }
  return discs;
}

}  // namespace banyan::othello_lines
