// Tic-tac-toe as a tutorial writes it: a vector of cells and a list of lines.
#pragma once

#include <vector>

#include "core/game/game.hpp"
#include "games/tic_tac_toe/textbook_line.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::textbook {

/// The naive engine's state, and an independent reference of the rules.
class TicTacToe {
 public:
  using Move = banyan::TicTacToe::Move;

  explicit TicTacToe(const banyan::TicTacToe& position)
      : cells_(9), to_move_(position.to_move()), misere_(position.is_misere()) {
    for (std::size_t cell = 0; cell < 9; ++cell) {
      cells_[cell] = position.owner(static_cast<int>(cell));
      if (cells_[cell] == kNobody) ++empty_cells_;
    }
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
      if (cells_[cell] == kNobody) moves.push_back(static_cast<Move>(cell));
    }
    return moves;
  }

  void play(Move cell) {
    cells_[cell] = to_move_;
    to_move_ = 1 - to_move_;
    --empty_cells_;
  }

  [[nodiscard]] bool over() const { return owner_of_line(cells_) != kNobody || empty_cells_ == 0; }

  [[nodiscard]] Points result(Player player) const {
    const Player winner = owner_of_line(cells_);
    if (winner == kNobody) return kDraw;
    if (misere_) return winner == player ? kLoss : kWin;
    return winner == player ? kWin : kLoss;
  }

 private:
  std::vector<Player> cells_;
  int to_move_;
  bool misere_;
  int empty_cells_ = 0;
};

}  // namespace banyan::textbook
