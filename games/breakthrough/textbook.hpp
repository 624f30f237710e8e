// Breakthrough as a tutorial writes it: a vector of rows and the rules cell by cell.
#pragma once

#include <vector>

#include "core/game/game.hpp"
#include "games/breakthrough/breakthrough.hpp"

namespace banyan::textbook {

/// The naive engine's state, and an independent reference of the rules.
class Breakthrough {
 public:
  using Move = banyan::Breakthrough::Move;

  explicit Breakthrough(const banyan::Breakthrough& position)
      : size_(position.size()), to_move_(position.to_move()) {
    for (int row = 0; row < size_; ++row) {
      cells_.emplace_back();
      for (int column = 0; column < size_; ++column) {
        cells_.back().push_back(position.owner(column, row));
      }
    }
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        if (at(row, column) != to_move_) continue;
        for (int side = -1; side <= 1; ++side) {
          if (may_enter(row + ahead(), column + side, side != 0)) {
            moves.push_back(static_cast<Move>(64 * (side + 1) + 8 * row + column));
          }
        }
      }
    }
    return moves;
  }

  void play(Move move) {
    const int row = move % 64 / 8;
    const int column = move % 8;
    at(row, column) = kEmpty;
    at(row + ahead(), column + move / 64 - 1) = to_move_;
    to_move_ = 1 - to_move_;
  }

  /// The player who has reached the opposite row or has the only pawns, or kEmpty.
  [[nodiscard]] int winner() const {
    bool has_pawns[2] = {false, false};
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        const int owner = at(row, column);
        if (owner == kEmpty) continue;
        if (row == (owner == 0 ? size_ - 1 : 0)) return owner;
        has_pawns[owner] = true;
      }
    }
    return !has_pawns[0] ? 1 : !has_pawns[1] ? 0 : kEmpty;
  }

  [[nodiscard]] bool over() const { return winner() != kEmpty; }

  [[nodiscard]] Points result(Player player) const { return winner() == player ? kWin : kLoss; }

 private:
  static constexpr int kEmpty = -1;

  [[nodiscard]] int ahead() const { return to_move_ == 0 ? 1 : -1; }

  [[nodiscard]] bool may_enter(int row, int column, bool diagonally) const {
    if (row < 0 || row >= size_ || column < 0 || column >= size_) return false;
    return at(row, column) == kEmpty || (diagonally && at(row, column) == 1 - to_move_);
  }

  [[nodiscard]] int at(int row, int column) const {
    return cells_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  int& at(int row, int column) {
    return cells_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }

  std::vector<std::vector<int>> cells_;
  int size_;
  int to_move_;
};

}  // namespace banyan::textbook
