// The solvers of this directory as oracles of their games.
#pragma once

#include <bit>
#include <cstdint>

#include "bench/oracle/alpha_beta.hpp"
#include "bench/oracle/connect_four.hpp"
#include "bench/oracle/hex.hpp"
#include "bench/oracle/othello_endgame.hpp"
#include "bench/oracle/solver.hpp"
#include "games/othello/othello.hpp"
#include "games/p_game/p_game.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

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

template <int MaxMoves>
class PGameOracle {
 public:
  using Position = BasicPGame<MaxMoves>;

  static constexpr std::uint64_t kMostLines = std::uint64_t{1} << 40;  // a second or two

  explicit PGameOracle(const Position& /*start*/) {}

  /// Whether the tree below the position has few enough lines.
  static bool knows(const Position& start) {
    std::uint64_t lines = 1;
    for (int ply = start.plies(); ply < start.depth() && lines <= kMostLines; ++ply) {
      lines *= static_cast<std::uint64_t>(start.branching());
    }
    return lines <= kMostLines;
  }

  Solution<typename Position::Move> solve(const Position& position, Patience& patience) {
    const Points value = solver_.value(position, patience);
    return {value, solver_.best_move(position, value, patience)};
  }

 private:
  // No two paths meet: only what one search after another looks at is found again.
  AlphaBeta<Position> solver_{std::size_t{1} << 20};
};
static_assert(Oracle<PGameOracle<16>, PGame>);

/// Near the end only. Wins by as many discs and loses by as few as it can.
class OthelloOracle {
 public:
  static constexpr int kMostEmpty = 16;  // cells; a second or two

  explicit OthelloOracle(const Othello& /*start*/) {}

  static bool knows(const Othello& start) {
    return 64 - start.discs(0) - start.discs(1) <= kMostEmpty;
  }

  Solution<Othello::Move> solve(const Othello& position, Patience& patience) {
    const OthelloDiscs discs = discs_of(position);
    int best = -64;
    Othello::Move best_move = Othello::kPass;
    if (othello_moves(discs) == 0) best = solver_.score(discs, patience);
    for (std::uint64_t moves = othello_moves(discs); moves != 0; moves &= moves - 1) {
      const std::uint64_t move = moves & ~(moves - 1);
      const int score = -solver_.score(othello_after(discs, move), patience);
      if (score <= best && best_move != Othello::kPass) continue;
      best = score;
      best_move = static_cast<Othello::Move>(std::countr_zero(move));
    }
    return {best > 0 ? kWin : best < 0 ? kLoss : kDraw, best_move};
  }

 private:
  static OthelloDiscs discs_of(const Othello& position) {
    OthelloDiscs discs;
    for (int cell = 0; cell < 64; ++cell) {
      const Player owner = position.owner(cell);
      if (owner == kNobody) continue;
      (owner == position.to_move() ? discs.own : discs.opponent) |= std::uint64_t{1} << cell;
    }
    return discs;
  }

  OthelloEndgame solver_;
};
static_assert(Oracle<OthelloOracle, Othello>);

}  // namespace banyan::oracle
