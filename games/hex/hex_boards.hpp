// Boards of Hex side by side, the input of the SIMD playouts.
#pragma once

#include <array>
#include <cstdint>

#include "games/simd/row_seeds.hpp"

namespace banyan::simd {

inline constexpr int kHexBoards = 4 * kRow;

/// Positions on boards of one size; Hex has the layout.
template <int Words>
struct HexBoards {
  HexBoards(int board_columns, int board_rows, const std::array<std::uint64_t, Words>& right)
      : right_column(right), columns(board_columns), rows(board_rows) {}

  alignas(64) std::uint64_t white[Words][kHexBoards] = {};
  alignas(64) std::uint64_t empty[Words][kHexBoards] = {};
  alignas(64) std::uint64_t share[kHexBoards] = {};  // how many of the empty cells white will get
  std::array<std::uint64_t, Words> right_column;
  int columns;
  int rows;
};

/// Fills the first `count` boards at random. Returns whether white joins its edges, one bit per
/// board; later bits are meaningless.
std::uint32_t white_wins(const HexBoards<2>& boards, int count, RowSeeds& state);
std::uint32_t white_wins(const HexBoards<4>& boards, int count, RowSeeds& state);

}  // namespace banyan::simd
