// Othello as a tutorial writes it: a vector of cells and a walk in each direction.
#pragma once

#include <vector>

#include "core/game/game.hpp"
#include "games/othello/othello.hpp"

namespace banyan::textbook {

/// The naive engine's state, and an independent reference of the rules.
class Othello {
 public:
  using Move = banyan::Othello::Move;
  static constexpr Move kPass = banyan::Othello::kPass;

  explicit Othello(const banyan::Othello& position) : to_move_(position.to_move()) {
    for (int cell = 0; cell < kSize * kSize; ++cell) cells_.push_back(position.owner(cell));
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  /// Only a pass, if there is no other move and the opponent has one.
  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves = moves_of(to_move_);
    if (moves.empty() && !moves_of(1 - to_move_).empty()) moves.push_back(kPass);
    return moves;
  }

  void play(Move move) {
    if (move != kPass) {
      for (const int cell : turned_by(to_move_, move)) at(cell) = to_move_;
      at(move) = to_move_;
    }
    to_move_ = 1 - to_move_;
  }

  [[nodiscard]] bool over() const { return moves_of(0).empty() && moves_of(1).empty(); }

  [[nodiscard]] Points result(Player player) const {
    int lead = 0;
    for (const int owner : cells_) {
      if (owner != kEmpty) lead += owner == player ? 1 : -1;
    }
    return lead > 0 ? kWin : lead < 0 ? kLoss : kDraw;
  }

 private:
  static constexpr int kSize = 8;
  static constexpr int kEmpty = -1;

  [[nodiscard]] int at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  int& at(int cell) { return cells_[static_cast<std::size_t>(cell)]; }

  /// The discs that a player's move to an empty cell turns.
  [[nodiscard]] std::vector<int> turned_by(Player player, int cell) const {
    std::vector<int> turned;
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right) {
        std::vector<int> run;
        int row = cell / kSize + down;
        int column = cell % kSize + right;
        while (on_board(row, column) && at(row * kSize + column) == 1 - player) {
          run.push_back(row * kSize + column);
          row += down;
          column += right;
        }
        if (on_board(row, column) && at(row * kSize + column) == player) {
          turned.insert(turned.end(), run.begin(), run.end());
        }
      }
    }
    return turned;
  }

  [[nodiscard]] std::vector<Move> moves_of(Player player) const {
    std::vector<Move> moves;
    for (int cell = 0; cell < kSize * kSize; ++cell) {
      if (at(cell) == kEmpty && !turned_by(player, cell).empty()) {
        moves.push_back(static_cast<Move>(cell));
      }
    }
    return moves;
  }

  static bool on_board(int row, int column) {
    return row >= 0 && row < kSize && column >= 0 && column < kSize;
  }

  std::vector<int> cells_;
  int to_move_;
};

}  // namespace banyan::textbook
