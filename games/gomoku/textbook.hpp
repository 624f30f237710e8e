// Gomoku as a tutorial writes it: a vector of rows and a check around the last stone.
#pragma once

#include <array>
#include <vector>

#include "core/game/game.hpp"
#include "games/gomoku/gomoku.hpp"

namespace banyan::textbook {

/// The naive engine's state, and an independent reference of the rules.
class Gomoku {
 public:
  using Move = std::uint16_t;

  template <int MaxSize>
  explicit Gomoku(const banyan::Gomoku<MaxSize>& position)
      : cells_(static_cast<std::size_t>(position.size().rows)),
        size_(position.size()),
        line_(position.line()),
        exact_(position.exact()),
        stride_(banyan::Gomoku<MaxSize>::kStride),
        to_move_(position.to_move()) {
    for (int row = 0; row < size_.rows; ++row) {
      for (int column = 0; column < size_.columns; ++column) {
        const Player owner = position.owner(row * stride_ + column);
        cells_[static_cast<std::size_t>(row)].push_back(owner);
        if (owner == kEmpty) ++empty_cells_;
      }
    }
    for (int row = 0; row < size_.rows; ++row) {
      for (int column = 0; column < size_.columns; ++column) {
        if (has_line(row, column)) winner_ = at(row, column);
      }
    }
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (int row = 0; row < size_.rows; ++row) {
      for (int column = 0; column < size_.columns; ++column) {
        if (at(row, column) == kEmpty) moves.push_back(static_cast<Move>(row * stride_ + column));
      }
    }
    return moves;
  }

  void play(Move move) {
    const int row = move / stride_;
    const int column = move % stride_;
    cells_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = to_move_;
    if (has_line(row, column)) winner_ = to_move_;
    to_move_ = 1 - to_move_;
    --empty_cells_;
  }

  [[nodiscard]] bool over() const { return winner_ != kEmpty || empty_cells_ == 0; }

  [[nodiscard]] Points result(Player player) const {
    return winner_ == kEmpty ? kDraw : winner_ == player ? kWin : kLoss;
  }

 private:
  static constexpr int kEmpty = -1;
  struct Direction {
    int down;
    int right;
  };
  static constexpr std::array<Direction, 4> kDirections{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

  [[nodiscard]] int at(int row, int column) const {
    return cells_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }

  /// How many stones of the same owner follow a cell's in one direction.
  [[nodiscard]] int run(int row, int column, int down, int right) const {
    int length = 0;
    for (;;) {
      const int r = row + (length + 1) * down;
      const int c = column + (length + 1) * right;
      if (r < 0 || r >= size_.rows || c < 0 || c >= size_.columns) return length;
      if (at(r, c) != at(row, column)) return length;
      ++length;
    }
  }

  /// Whether the stone on a cell belongs to a winning line.
  [[nodiscard]] bool has_line(int row, int column) const {
    if (at(row, column) == kEmpty) return false;
    for (const auto& [down, right] : kDirections) {
      const int length = run(row, column, down, right) + 1 + run(row, column, -down, -right);
      if (exact_ ? length == line_ : length >= line_) return true;
    }
    return false;
  }

  std::vector<std::vector<int>> cells_;
  BoardSize size_;
  int line_;
  bool exact_;
  int stride_;
  int to_move_;
  int winner_ = kEmpty;
  int empty_cells_ = 0;
};

}  // namespace banyan::textbook
