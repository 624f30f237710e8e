// Tic-tac-toe solved exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "games/oracle/alpha_beta.hpp"
#include "games/oracle/distance.hpp"
#include "games/oracle/oracle.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::oracle {

/// Wins as early and loses as late as possible.
class TicTacToeOracle {
 public:
  explicit TicTacToeOracle(const TicTacToe& /*start*/) {}

  static bool knows(const TicTacToe& /*start*/) { return true; }

  Solution<TicTacToe::Move> solve(const TicTacToe& position, Patience& patience) {
    const Points value = solver_.value(position, patience);
    const TicTacToe::Move move = solver_.best_move(position, value, patience);
    return {value, distance_.best_move(position, {value, move}, kAll, patience)};
  }

 private:
  static constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

  AlphaBeta<TicTacToe> solver_{std::size_t{1} << 18};  // bytes; its 5478 positions fit
  DistanceSearch<TicTacToe> distance_;
};
static_assert(Oracle<TicTacToeOracle, TicTacToe>);

}  // namespace banyan::oracle
