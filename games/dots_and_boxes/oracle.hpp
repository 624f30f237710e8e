// Dots and Boxes solved exactly, for every set of remaining lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "games/oracle/oracle.hpp"
#include "games/oracle/patience.hpp"

namespace banyan::oracle {

/// The lead of the side to move in boxes still open depends only on the remaining lines. v({}) = 0,
/// and if the line x completes k boxes
///
///   v(S) = max over x in S of  k + v(S - x)  where k > 0,  -v(S - x)  where k = 0
///
/// (Barker and Korf 2012 solve larger boards with further methods). One byte per set of the lines
/// left at the start; all are computed at the first request. A position with other lines gets its
/// own table.
class DotsAndBoxesOracle {
 public:
  using Move = DotsAndBoxes::Move;
  static constexpr int kMostLines = 24;  // 16 MiB, seconds; the whole of 3x3 boxes

  explicit DotsAndBoxesOracle(const DotsAndBoxes& start);

  static bool knows(const DotsAndBoxes& start) { return start.legal_set().size() <= kMostLines; }

  /// Among moves of equal result, chooses one that wins most boxes.
  Solution<Move> solve(const DotsAndBoxes& position, Patience& patience);

  /// The final lead in boxes of the side to move.
  int lead(const DotsAndBoxes& position, Patience& patience);

 private:
  using Set = std::uint32_t;  // of lines_, a bit each

  /// Ensures a table for this position: a new one if one of its lines was drawn at the start.
  void cover(const DotsAndBoxes& position);
  void fill(Patience& patience);
  [[nodiscard]] Set left_in(const DotsAndBoxes& position) const;
  /// v(S) if the next move is this line of S.
  [[nodiscard]] int value_by(Set left, std::size_t line) const;

  std::vector<Move> lines_;              // left at the start
  std::vector<std::vector<Set>> boxes_;  // by line: the others left at the start of each box beside
  std::vector<std::int8_t> value_;       // v, by set; empty until asked for
};
static_assert(Oracle<DotsAndBoxesOracle, DotsAndBoxes>);

}  // namespace banyan::oracle
