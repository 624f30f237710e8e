#include "core/game/features.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace banyan {
namespace {

/// Steps in this order: swap rows and columns, reverse the rows, reverse the columns.
struct Turn {
  bool transposes = false;
  bool reverses_rows = false;
  bool reverses_columns = false;
};

std::vector<Turn> turns_of(const GridShape& shape, GridSymmetry symmetry) {
  std::vector<Turn> turns{{}};
  if (symmetry == GridSymmetry::kMirror) turns.push_back({.reverses_columns = true});
  if (symmetry == GridSymmetry::kHalfTurn || symmetry == GridSymmetry::kSquare) {
    turns.push_back({.reverses_rows = true, .reverses_columns = true});
  }
  if (symmetry != GridSymmetry::kSquare) return turns;
  turns.push_back({.reverses_rows = true});
  turns.push_back({.reverses_columns = true});
  if (shape.rows != shape.columns) return turns;
  for (std::size_t i = 0; i < 4; ++i) {
    Turn turn = turns[i];
    turn.transposes = true;
    turns.push_back(turn);
  }
  return turns;
}

}  // namespace

void write_planes(const GridShape& shape, std::span<const std::uint16_t> ones,
                  std::span<float> planes) {
  const auto cells = static_cast<std::size_t>(shape.cells());
  const auto on_cells = static_cast<std::size_t>(shape.planes) * cells;
  assert(planes.size() == on_cells + static_cast<std::size_t>(shape.others) * cells);
  std::ranges::fill(planes, 0.0F);
  for (const std::size_t feature : ones) {
    if (feature < on_cells) {
      planes[feature] = 1;
    } else {
      std::ranges::fill(planes.subspan(on_cells + (feature - on_cells) * cells, cells), 1.0F);
    }
  }
}

std::vector<std::vector<std::uint16_t>> turned(const GridShape& shape, GridSymmetry symmetry) {
  std::vector<std::vector<std::uint16_t>> places;
  for (const Turn& turn : turns_of(shape, symmetry)) {
    std::vector<std::uint16_t>& of_turn = places.emplace_back();
    const auto add = [&](int place) { of_turn.push_back(static_cast<std::uint16_t>(place)); };
    for (int plane = 0; plane < shape.planes; ++plane) {
      for (int cell = 0; cell < shape.cells(); ++cell) {
        int row = cell / shape.columns;
        int column = cell % shape.columns;
        if (turn.transposes) std::swap(row, column);
        if (turn.reverses_rows) row = shape.rows - 1 - row;
        if (turn.reverses_columns) column = shape.columns - 1 - column;
        add(plane * shape.cells() + row * shape.columns + column);
      }
    }
    for (int other = shape.planes * shape.cells(); other < shape.size(); ++other) add(other);
  }
  return places;
}

}  // namespace banyan
