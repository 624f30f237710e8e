// Tic-tac-toe solved exactly.
#pragma once

#include <cstddef>

#include "games/oracle/alpha_beta.hpp"
#include "games/oracle/oracle.hpp"
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

}  // namespace banyan::oracle
