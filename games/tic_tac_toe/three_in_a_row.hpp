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

}  // namespace banyan
