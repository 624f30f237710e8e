// Tic-tac-toe as a tutorial writes it: a vector of cells and a list of lines.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/game.hpp"
#include "games/tic_tac_toe.hpp"

namespace banyan::textbook {

/// The state that the naive engine searches with, and an independent reference of the rules.
class TicTacToe {
 public:
  using Move = banyan::TicTacToe::Move;

  explicit TicTacToe(const banyan::TicTacToe& position) : cells_(9), to_move_(position.to_move()) {
    for (std::size_t cell = 0; cell < 9; ++cell) {
      cells_[cell] = position.owner(static_cast<int>(cell));
      if (cells_[cell] == kEmpty) ++empty_cells_;
    }
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
      if (cells_[cell] == kEmpty) moves.push_back(static_cast<Move>(cell));
    }
    return moves;
  }

  void play(Move cell) {
    cells_[cell] = to_move_;
    to_move_ = 1 - to_move_;
    --empty_cells_;
  }

  /// The player with three in a row, or kEmpty.
  [[nodiscard]] int winner() const {
    for (const auto& [a, b, c] : kLines) {
      if (cells_[a] != kEmpty && cells_[a] == cells_[b] && cells_[b] == cells_[c]) return cells_[a];
    }
    return kEmpty;
  }

  [[nodiscard]] bool over() const { return winner() != kEmpty || empty_cells_ == 0; }

  [[nodiscard]] Points result(Player player) const {
    const int winner = this->winner();
    return winner == kEmpty ? kDraw : winner == player ? kWin : kLoss;
  }

 private:
  static constexpr int kEmpty = -1;
  using Line = std::array<std::size_t, 3>;
  static constexpr std::array<Line, 8> kLines{
      {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

  std::vector<int> cells_;
  int to_move_;
  int empty_cells_ = 0;
};

}  // namespace banyan::textbook
