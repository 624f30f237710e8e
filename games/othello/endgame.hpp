// Othello endgames solved exactly: alpha-beta on bitboards.
#pragma once

#include <cstddef>
#include <cstdint>

#include "games/oracle/patience.hpp"
#include "games/oracle/table.hpp"

namespace banyan::oracle {

/// The discs on an 8x8 board, cell (column, row) in bit 8 * row + column.
struct OthelloDiscs {
  std::uint64_t own = 0;  ///< of the side to move
  std::uint64_t opponent = 0;

  friend bool operator==(const OthelloDiscs&, const OthelloDiscs&) = default;
};

/// The cells where the side to move may play; none if it must pass.
std::uint64_t othello_moves(const OthelloDiscs& position);

/// The position after a move, a single bit, as the opponent sees it.
OthelloDiscs othello_after(const OthelloDiscs& position, std::uint64_t move);

/// The score of a finished game: the difference of discs, where empty cells go to the winner.
int othello_final_score(const OthelloDiscs& position);

/// Principal variation search (Marsland and Campbell 1982). First tries moves that leave the
/// opponent fewest moves ("fastest first"); near the end, those that fill a quadrant with an odd
/// number of empty cells. Twenty empty cells take seconds.
class OthelloEndgame {
 public:
  static constexpr std::size_t kDefaultMemory = std::size_t{64} << 20;

  /// `memory` bounds the bytes of the table.
  explicit OthelloEndgame(std::size_t memory = kDefaultMemory) : table_(memory) {}

  /// The final disc difference under perfect play, for the side to move; the empty cells go to the
  /// winner. Throws Interrupted.
  int score(const OthelloDiscs& position, Patience& patience);

 private:
  /// lower <= score <= upper
  struct Bounds {
    std::int8_t lower = -64;
    std::int8_t upper = 64;
  };

  int negamax(const OthelloDiscs& position, int alpha, int beta);
  int by_parity(const OthelloDiscs& position, std::uint64_t moves, int alpha, int beta);
  int fastest_first(const OthelloDiscs& position, std::uint64_t moves, int alpha, int beta);

  Table<OthelloDiscs, Bounds> table_;
  Patience* patience_ = nullptr;
};

}  // namespace banyan::oracle
