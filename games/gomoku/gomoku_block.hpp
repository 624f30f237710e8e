// Positions of Gomoku side by side, the input of the SIMD playouts.
#pragma once

#include <cstdint>

#include "games/simd/row_seeds.hpp"

namespace banyan::simd {

inline constexpr int kGomokuRow = 4 * kRow;  // games whose numbers of 16 bits make a row
inline constexpr int kGomokuBlock = 64;

/// Positions on boards of one size, five in a row. Cell row * stride + column of a board is a bit
/// of its words; "mine" is what belongs to the side to move.
struct GomokuBlock {
  int columns;
  int rows;
  int stride;
  alignas(64) std::uint64_t mine[kGomokuBlock][kRow];
  alignas(64) std::uint64_t theirs[kGomokuBlock][kRow];
  alignas(64) std::int16_t my_stones[kGomokuBlock];
  alignas(64) std::int16_t their_stones[kGomokuBlock];
  alignas(64) std::int16_t empty_cells[kGomokuBlock];
};

enum GomokuVerdict : std::int16_t { kTheyWin = 0, kIWin = 1, kUndecided = 2 };

/// The games' results, and the random number of each cell in each game.
struct GomokuVerdicts {
  static constexpr int kCells = 64 * kRow;

  [[nodiscard]] std::int16_t number(int game, int cell) const {
    const int place = game % kGomokuRow;
    const std::uint64_t four = numbers[game / kGomokuRow][cell][place / 4];
    return static_cast<std::int16_t>(four >> place % 4 * 16);
  }

  alignas(64) std::int16_t of_game[kGomokuBlock];
  alignas(64) std::uint64_t numbers[kGomokuBlock / kGomokuRow][kCells][kRow];  // of 16 bits each
};

/// Draws a number for each cell. A negative one makes it a cell of the side to move. The lower 15
/// bits are the time when the stone is laid; 32767 counts as 32766. In the games, the sides lay
/// their stones in turn, each in the order of these times. The first five in a row win. Games stay
/// undecided if the result depends on the order of equal times, if one side runs out of cells
/// first, or if they are drawn.
void gomoku_verdicts(const GomokuBlock& block, int count, RowSeeds& state,
                     GomokuVerdicts& verdicts);

}  // namespace banyan::simd
