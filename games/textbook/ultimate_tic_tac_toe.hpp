// Ultimate tic-tac-toe as a tutorial writes it: vectors of cells and a list of lines.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "core/game.hpp"
#include "games/ultimate_tic_tac_toe.hpp"

namespace banyan::textbook {

/// The state that the naive engine searches with, and an independent reference of the rules.
class UltimateTicTacToe {
 public:
  using Move = banyan::UltimateTicTacToe::Move;

  explicit UltimateTicTacToe(const banyan::UltimateTicTacToe& position)
      : boards_(9, std::vector<int>(9, kEmpty)),
        next_(position.next_board()),
        to_move_(position.to_move()) {
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
        if (boards_[board][cell] == kEmpty) moves.push_back(static_cast<Move>(9 * board + cell));
      }
    }
    return moves;
  }

  void play(Move move) {
    boards_[move / 9U][move % 9U] = to_move_;
    next_ = move % 9;
    to_move_ = 1 - to_move_;
  }

  [[nodiscard]] bool over() const { return winner() != kEmpty || moves().empty(); }

  [[nodiscard]] Points result(Player player) const {
    const int winner = this->winner();
    return winner == kEmpty ? kDraw : winner == player ? kWin : kLoss;
  }

 private:
  static constexpr int kEmpty = -1;
  using Line = std::array<std::size_t, 3>;
  static constexpr std::array<Line, 8> kLines{
      {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

  /// Whose three in a row these nine cells hold, or kEmpty.
  static int owner_of_line(const std::vector<int>& cells) {
    for (const auto& [a, b, c] : kLines) {
      if (cells[a] != kEmpty && cells[a] == cells[b] && cells[b] == cells[c]) return cells[a];
    }
    return kEmpty;
  }

  [[nodiscard]] bool closed(std::size_t board) const {
    const std::vector<int>& cells = boards_[board];
    return owner_of_line(cells) != kEmpty ||
           std::find(cells.begin(), cells.end(), kEmpty) == cells.end();
  }

  /// The player with three boards in a row, or kEmpty.
  [[nodiscard]] int winner() const {
    std::vector<int> owners;
    for (const auto& cells : boards_) owners.push_back(owner_of_line(cells));
    return owner_of_line(owners);
  }

  std::vector<std::vector<int>> boards_;
  int next_;  // the board of the last move's cell, closed or not; 9 before the first move
  int to_move_;
};

}  // namespace banyan::textbook
