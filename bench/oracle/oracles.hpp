// The solvers of this directory as oracles of their games.
#pragma once

#include "bench/oracle/alpha_beta.hpp"
#include "bench/oracle/connect_four.hpp"
#include "bench/oracle/hex.hpp"
#include "bench/oracle/solver.hpp"
#include "games/tic_tac_toe.hpp"

namespace banyan::oracle {

class TicTacToeOracle {
 public:
  explicit TicTacToeOracle(const TicTacToe& /*start*/) {}

  static bool knows(const TicTacToe& /*start*/) { return true; }

  Solution<TicTacToe::Move> solve(const TicTacToe& position, Patience& patience) {
    const Points value = solver_.value(position, patience);
    return {value, solver_.best_move(position, value, patience)};
  }

 private:
  AlphaBeta<TicTacToe> solver_{std::size_t{1} << 18};  // bytes; its 5478 positions fit
};
static_assert(Oracle<TicTacToeOracle, TicTacToe>);

/// Wins as early and loses as late as it can.
class ConnectFourOracle {
 public:
  explicit ConnectFourOracle(const ConnectFour& /*start*/) {}

  static bool knows(const ConnectFour& /*start*/) { return true; }

  Solution<ConnectFour::Move> solve(const ConnectFour& position, Patience& patience) {
    const int score = solver_.score(position, patience);
    const Points value = score > 0 ? kWin : score < 0 ? kLoss : kDraw;
    return {value, solver_.best_move(position, score, patience)};
  }

 private:
  ConnectFourSolver solver_;
};
static_assert(Oracle<ConnectFourOracle, ConnectFour>);

template <int MaxSize>
class HexOracle {
 public:
  using Position = Hex<MaxSize>;

  explicit HexOracle(const Position& start) : solver_(start.size()) {}

  static bool knows(const Position& start) { return start.size() <= HexSolver::kMaxSize; }

  Solution<typename Position::Move> solve(const Position& position, Patience& patience) {
    const HexStones stones = stones_of(position);
    const bool wins = solver_.winner(stones, patience) == position.to_move();
    const int move = solver_.best_move(stones, patience);
    return {wins ? kWin : kLoss, static_cast<typename Position::Move>(move)};
  }

 private:
  HexSolver solver_;
};
static_assert(Oracle<HexOracle<11>, Hex<11>>);

}  // namespace banyan::oracle
