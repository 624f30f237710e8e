// The oracle of Othello.
#pragma once

#include <bit>
#include <cstdint>

#include "games/oracle/oracle.hpp"
#include "games/othello/endgame.hpp"
#include "games/othello/othello.hpp"

namespace banyan::oracle {

/// Only near the end. Wins by as many discs and loses by as few as possible.
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
