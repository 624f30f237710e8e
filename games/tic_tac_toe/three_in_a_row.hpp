// Lines of three on three by three cells.
#pragma once

#include <cstdint>

#include "core/base/bits.hpp"

namespace banyan {

/// Whether a set of the cells 3 * row + column holds one of the eight lines.
inline bool has_three_in_a_row(std::uint64_t cells) {
  static constexpr BitSet<8> kWithLine = [] {
    BitSet<8> with_line;
    for (int set = 0; set <= 0777; ++set) {
      for (const int line : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124}) {
        if ((set & line) == line) with_line.insert(set);
      }
    }
    return with_line;
  }();
  return kWithLine.contains(static_cast<int>(cells));
}

/// A set's members in each of the eight lines, two bits per line: their count.
constexpr std::uint16_t lines_of(unsigned cells) {
  unsigned lines = 0;
  unsigned one = 1;
  for (const unsigned line : {0007U, 0070U, 0700U, 0111U, 0222U, 0444U, 0421U, 0124U}) {
    for (unsigned both = cells & line; both != 0; both &= both - 1) lines += one;
    one <<= 2;
  }
  return static_cast<std::uint16_t>(lines);
}
/// Whether it has three of any line.
constexpr bool has_complete(unsigned lines) { return (lines & lines >> 1 & 0x5555U) != 0; }

}  // namespace banyan
