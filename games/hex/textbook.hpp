// Hex as a tutorial writes it: a vector of cells and a flood fill.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "core/game/game.hpp"
#include "games/hex/hex.hpp"

namespace banyan::textbook {

/// The naive engine's state, and an independent reference of the rules.
class Hex {
 public:
  using Move = std::uint8_t;

  template <int MaxSize>
  explicit Hex(const banyan::Hex<MaxSize>& position)
      : size_(position.size()), to_move_(position.to_move()), pie_(position.pie()) {
    for (int cell = 0; cell < size_.cells(); ++cell) cells_.push_back(position.owner(cell));
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
      if (cells_[cell] == kEmpty) moves.push_back(static_cast<Move>(cell));
    }
    if (may_swap()) moves.push_back(static_cast<Move>(cells_.size()));
    return moves;
  }

  void play(Move cell) {
    if (cell == cells_.size()) {
      swap();
    } else {
      cells_[cell] = to_move_;
    }
    to_move_ = 1 - to_move_;
  }

  /// Only the side that moved last can have joined its edges.
  [[nodiscard]] bool over() const { return joined(1 - to_move_); }

  [[nodiscard]] Points result(Player player) const { return player == to_move_ ? kLoss : kWin; }

  /// Whether a chain of the player's stones runs from its first edge to the opposite one.
  [[nodiscard]] bool joined(Player player) const {
    std::vector<bool> seen(cells_.size(), false);
    std::vector<Place> open;
    const auto reach = [&](Place place) {
      if (place.row < 0 || place.row >= size_.rows) return;
      if (place.column < 0 || place.column >= size_.columns) return;
      const std::size_t cell = index(place);
      if (cells_[cell] != player || seen[cell]) return;
      seen[cell] = true;
      open.push_back(place);
    };
    for (int i = 0; i < (player == 0 ? size_.columns : size_.rows); ++i) {
      reach(player == 0 ? Place{0, i} : Place{i, 0});
    }
    while (!open.empty()) {
      const Place place = open.back();
      open.pop_back();
      if (player == 0 ? place.row == size_.rows - 1 : place.column == size_.columns - 1)
        return true;
      for (const Place step : kSteps) reach({place.row + step.row, place.column + step.column});
    }
    return false;
  }

 private:
  static constexpr int kEmpty = -1;
  struct Place {
    int row;
    int column;
  };
  static constexpr std::array<Place, 6> kSteps{
      {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}}};

  /// White's possible answer to the first stone, by the pie rule.
  [[nodiscard]] bool may_swap() const {
    const auto empty = std::count(cells_.begin(), cells_.end(), kEmpty);
    return pie_ && to_move_ == 1 && empty + 1 == static_cast<std::ptrdiff_t>(cells_.size());
  }

  void swap() {
    const auto stone = std::find(cells_.begin(), cells_.end(), 0);
    const int at = static_cast<int>(stone - cells_.begin());
    *stone = kEmpty;
    cells_[index({at % size_.columns, at / size_.columns})] = 1;
  }

  [[nodiscard]] std::size_t index(Place place) const {
    return static_cast<std::size_t>(place.row * size_.columns + place.column);
  }

  std::vector<int> cells_;
  BoardSize size_;
  int to_move_;
  bool pie_;
};

}  // namespace banyan::textbook
