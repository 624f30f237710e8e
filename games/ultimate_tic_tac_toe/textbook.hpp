// Ultimate tic-tac-toe as a tutorial writes it: vectors of cells and a list of lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/game/game.hpp"
#include "games/tic_tac_toe/textbook_line.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

namespace banyan::textbook {

/// The naive engine's state, and an independent reference of the rules.
class UltimateTicTacToe {
 public:
  using Move = banyan::UltimateTicTacToe::Move;

  explicit UltimateTicTacToe(const banyan::UltimateTicTacToe& position)
      : boards_(9, std::vector<Player>(9, kNobody)),
        next_(position.next_board()),
        to_move_(position.to_move()),
        most_(position.most_boards_win()) {
    for (std::size_t board = 0; board < 9; ++board) {
      for (std::size_t cell = 0; cell < 9; ++cell) {
        boards_[board][cell] = position.owner(static_cast<int>(board), static_cast<int>(cell));
      }
    }
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (std::size_t board = 0; board < 9; ++board) {
      if (closed(board)) continue;
      const auto next = static_cast<std::size_t>(next_);
      if (next < 9 && !closed(next) && board != next) continue;
      for (std::size_t cell = 0; cell < 9; ++cell) {
        if (boards_[board][cell] == kNobody) moves.push_back(static_cast<Move>(9 * board + cell));
      }
    }
    return moves;
  }

  void play(Move move) {
    boards_[move / 9U][move % 9U] = to_move_;
    next_ = move % 9;
    to_move_ = 1 - to_move_;
  }

  [[nodiscard]] bool over() const { return winner() != kNobody || moves().empty(); }

  [[nodiscard]] Points result(Player player) const {
    Player winner = this->winner();
    if (winner == kNobody && most_) winner = owner_of_most();
    return winner == kNobody ? kDraw : winner == player ? kWin : kLoss;
  }

 private:
  [[nodiscard]] bool closed(std::size_t board) const {
    const std::vector<Player>& cells = boards_[board];
    return owner_of_line(cells) != kNobody ||
           std::find(cells.begin(), cells.end(), kNobody) == cells.end();
  }

  /// The player with three boards in a row, or kNobody.
  [[nodiscard]] Player winner() const { return owner_of_line(owners()); }

  [[nodiscard]] Player owner_of_most() const {
    const std::vector<Player> all = owners();
    const auto first = std::count(all.begin(), all.end(), 0);
    const auto second = std::count(all.begin(), all.end(), 1);
    return first > second ? 0 : second > first ? 1 : kNobody;
  }

  [[nodiscard]] std::vector<Player> owners() const {
    std::vector<Player> owners;
    for (const auto& cells : boards_) owners.push_back(owner_of_line(cells));
    return owners;
  }

  std::vector<std::vector<Player>> boards_;
  int next_;  // the board of the last move's cell, closed or not; 9 before the first move
  int to_move_;
  bool most_;  // most boards win if nobody has three in a row
};

}  // namespace banyan::textbook
