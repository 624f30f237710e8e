// Tables of the sets of three by three cells, for SIMD to look up.
//
// Cells are counted from 1, so that 0 means none. A lane of 16 bits looks up one byte with each of
// its halves; its upper half, 0, finds the first entry of a table.
#pragma once

#include <array>
#include <cstdint>

#include "games/tic_tac_toe/three_in_a_row.hpp"

namespace banyan::simd {

struct alignas(16) ByteTable {
  std::uint8_t bytes[16];
};

/// Words by cell, as their lower and upper bytes.
struct CellTable {
  template <class Word>
  explicit constexpr CellTable(Word word) {
    for (unsigned cell = 1; cell <= 9; ++cell) {
      low.bytes[cell] = static_cast<std::uint8_t>(word(cell) & 255U);
      high.bytes[cell] = static_cast<std::uint8_t>(word(cell) >> 8);
    }
  }
  ByteTable low{};
  ByteTable high{};
};

// A set as nine bits, and kOneCell for each of its members.
inline constexpr unsigned kAllCells = 0777;
inline constexpr unsigned kOneCell = 01000;
inline constexpr CellTable kSetOfCell([](unsigned cell) { return kOneCell + (1U << (cell - 1)); });

// Sets as lines_of() them.
inline constexpr CellTable kLinesOfCell([](unsigned cell) { return lines_of(1U << (cell - 1)); });
inline constexpr auto kLinesOfSet = [] {
  std::array<std::uint16_t, 512> lines{};
  for (unsigned set = 0; set < 512; ++set) lines[set] = lines_of(set);
  return lines;
}();

// Of a row, a set of three: nine times its size.
inline constexpr ByteTable kNineTimesSize = {{0, 9, 9, 18, 9, 18, 18, 27}};
/// Its nth member (all counted from 0), at the index (row + 9 n) % 16, which is unique.
inline constexpr ByteTable kNthOfRow = [] {
  ByteTable table{};
  for (unsigned row = 1; row < 8; ++row) {
    unsigned n = 0;
    for (unsigned i = 0; i < 3; ++i) {
      if (row >> i & 1) table.bytes[(row + 9 * n++) % 16] = static_cast<std::uint8_t>(i);
    }
  }
  return table;
}();

}  // namespace banyan::simd
