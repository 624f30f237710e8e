// Connect Four as a tutorial writes it: a vector of vectors and four loops that look for lines.
#pragma once

#include <array>
#include <vector>

#include "core/game/game.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan::textbook {

/// The naive engine's state, and an independent reference of the rules.
class ConnectFour {
 public:
  using Move = banyan::ConnectFour::Move;

  explicit ConnectFour(const banyan::ConnectFour& position)
      : cells_(kColumns, std::vector<int>(kRows, kEmpty)), to_move_(position.to_move()) {
    for (int column = 0; column < kColumns; ++column) {
      for (int row = 0; row < kRows; ++row) {
        at(column, row) = position.owner(column, row);
        if (at(column, row) == kEmpty) ++empty_cells_;
      }
    }
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (int column = 0; column < kColumns; ++column) {
      if (at(column, kRows - 1) == kEmpty) moves.push_back(static_cast<Move>(column));
    }
    return moves;
  }

  void play(Move column) {
    int row = 0;
    while (at(column, row) != kEmpty) ++row;
    at(column, row) = to_move_;
    to_move_ = 1 - to_move_;
    --empty_cells_;
  }

  /// The player with four in a row, or kEmpty.
  [[nodiscard]] int winner() const {
    for (int column = 0; column < kColumns; ++column) {
      for (int row = 0; row < kRows; ++row) {
        for (const auto& [right, up] : kDirections) {
          if (at(column, row) != kEmpty && has_four(column, row, right, up)) return at(column, row);
        }
      }
    }
    return kEmpty;
  }

  [[nodiscard]] bool over() const { return winner() != kEmpty || empty_cells_ == 0; }

  [[nodiscard]] Points result(Player player) const {
    const int winner = this->winner();
    return winner == kEmpty ? kDraw : winner == player ? kWin : kLoss;
  }

 private:
  static constexpr int kColumns = 7;
  static constexpr int kRows = 6;
  static constexpr int kEmpty = -1;
  struct Direction {
    int right;
    int up;
  };
  static constexpr std::array<Direction, 4> kDirections{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

  [[nodiscard]] int at(int column, int row) const {
    return cells_[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
  }
  int& at(int column, int row) {
    return cells_[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
  }

  [[nodiscard]] bool has_four(int column, int row, int right, int up) const {
    for (int step = 1; step < 4; ++step) {
      const int c = column + step * right;
      const int r = row + step * up;
      if (c >= kColumns || r < 0 || r >= kRows || at(c, r) != at(column, row)) return false;
    }
    return true;
  }

  std::vector<std::vector<int>> cells_;
  int to_move_;
  int empty_cells_ = 0;
};

}  // namespace banyan::textbook
