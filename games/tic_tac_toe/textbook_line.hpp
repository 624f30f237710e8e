// Three in a row as a tutorial looks for it: by a list of lines.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/game/game_text.hpp"

namespace banyan::textbook {

/// The owner of three in a row among these nine cells, or kNobody.
inline Player owner_of_line(const std::vector<Player>& cells) {
  using Line = std::array<std::size_t, 3>;
  static constexpr std::array<Line, 8> kLines{
      {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};
  for (const auto& [a, b, c] : kLines) {
    if (cells[a] != kNobody && cells[a] == cells[b] && cells[b] == cells[c]) return cells[a];
  }
  return kNobody;
}

}  // namespace banyan::textbook
