// A P-game as a tutorial writes it: a vector of the moves so far, followed anew for every question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game/game.hpp"
#include "games/p_game/p_game.hpp"

namespace banyan::textbook {

/// The naive engine's state, and an independent reference of the rules. Its playouts consist of
/// single moves, so they do not include the game's cost, which is that of a playout.
class PGame {
 public:
  using Move = banyan::PGame::Move;

  template <int MaxMoves>
  explicit PGame(const BasicPGame<MaxMoves>& position)
      : first_path_(position.path()),
        first_sum_(position.sum()),
        first_to_move_(position.to_move()),
        branching_(position.branching()),
        moves_left_(position.depth() - position.plies()) {}

  [[nodiscard]] Player to_move() const { return mover(line_.size()); }

  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (int move = 0; move < branching_; ++move) moves.push_back(static_cast<Move>(move));
    return moves;
  }

  void play(Move move) { line_.push_back(move); }

  [[nodiscard]] bool over() const { return static_cast<int>(line_.size()) == moves_left_; }

  [[nodiscard]] int sum() const {
    std::uint64_t path = first_path_;
    int sum = first_sum_;
    for (std::size_t i = 0; i < line_.size(); ++i) {
      path = banyan::PGame::longer(path, line_[i]);
      sum += banyan::PGame::edge_value(path, mover(i));
    }
    return sum;
  }

  [[nodiscard]] Points result(Player player) const {
    const int own = player == 0 ? sum() : -sum();
    return own > 0 ? kWin : own < 0 ? kLoss : kDraw;
  }

 private:
  [[nodiscard]] Player mover(std::size_t ply) const {
    return ply % 2 == 0 ? first_to_move_ : 1 - first_to_move_;
  }

  std::uint64_t first_path_;
  int first_sum_;
  Player first_to_move_;
  int branching_;
  int moves_left_;
  std::vector<Move> line_;
};

}  // namespace banyan::textbook
