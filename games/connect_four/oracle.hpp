// Connect Four solved exactly: alpha-beta on bitboards.
#pragma once

#include <cstddef>
#include <cstdint>

#include "games/connect_four/connect_four.hpp"
#include "games/connect_four/oracle_table.hpp"
#include "games/oracle/oracle.hpp"
#include "games/oracle/patience.hpp"

namespace banyan::oracle {

/// The stones of a position, cell (column, row) in bit 7 * column + row, row 0 at the bottom; every
/// seventh bit stays empty.
struct ConnectFourStones {
  std::uint64_t own = 0;       ///< of the side to move
  std::uint64_t occupied = 0;  ///< of both
};

ConnectFourStones stones_of(const ConnectFour& position);

/// Negamax with null windows; bounds are kept over all calls. It skips moves that lose at once and
/// tries moves with the most threats first, then central ones (the techniques of Allis 1988,
/// Tromp's Fhourstones and Pons's solver).
///
/// A score is for the side to move: 0 for a draw, otherwise 22 minus the number of stones that the
/// winner will have played, negative if the opponent wins. Both sides win as early and lose as late
/// as possible. The empty board takes minutes, positions of twelve stones or more fractions of a
/// second.
class ConnectFourSolver {
 public:
  static constexpr std::size_t kDefaultMemory = std::size_t{64} << 20;

  /// `memory` bounds the bytes of the table, from 16 MiB on.
  explicit ConnectFourSolver(std::size_t memory = kDefaultMemory) : table_(memory) {}

  /// The score of a position that is not over. Throws Interrupted.
  int score(const ConnectFour& position, Patience& patience);

  /// A best move of a position that is not over, whose score is known. Throws Interrupted.
  ConnectFour::Move best_move(const ConnectFour& position, int score, Patience& patience);

  [[nodiscard]] std::size_t bytes() const { return table_.bytes(); }

 private:
  int negamax(const ConnectFourStones& position, int goal);
  bool at_least(const ConnectFourStones& position, int score);

  ConnectFourTable table_;
  Patience* patience_ = nullptr;
};

/// Wins as early and loses as late as possible.
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

}  // namespace banyan::oracle
