// Dots and Boxes solved exactly: every set of lines that can be left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "games/oracle/oracle.hpp"
#include "games/oracle/patience.hpp"

namespace banyan::oracle {

/// How many boxes more than the other side the one to move wins of those still open depends on the
/// lines that are left alone: v({}) = 0, and if the line x completes k boxes
///
///   v(S) = max over x in S of  k + v(S - x)  where k > 0,  -v(S - x)  where k = 0
///
/// (Barker and Korf 2012 solve larger boards by more than this). A byte for each set of the lines
/// that were left at the start, all of them computed when the first is asked for; a position with
/// other lines gets a table of its own.
class DotsAndBoxesOracle {
 public:
  using Move = DotsAndBoxes::Move;
  static constexpr int kMostLines = 24;  // 16 MiB, seconds; the whole of 3x3 boxes

  explicit DotsAndBoxesOracle(const DotsAndBoxes& start);

  static bool knows(const DotsAndBoxes& start) { return start.legal_set().size() <= kMostLines; }

  /// Of moves that win, draw or lose alike, one that wins most boxes.
  Solution<Move> solve(const DotsAndBoxes& position, Patience& patience);

  /// The boxes that the side to move will have more than the other in the end.
  int lead(const DotsAndBoxes& position, Patience& patience);

 private:
  using Set = std::uint32_t;  // of lines_, a bit each

  /// Has a table for this position: of its own lines, if any of them was drawn at the start.
  void cover(const DotsAndBoxes& position);
  void fill(Patience& patience);
  [[nodiscard]] Set left_in(const DotsAndBoxes& position) const;
  /// v(S) as it is by a line of S.
  [[nodiscard]] int value_by(Set left, std::size_t line) const;

  std::vector<Move> lines_;              // left at the start
  std::vector<std::vector<Set>> boxes_;  // by line: the others left at the start of each box beside
  std::vector<std::int8_t> value_;       // v, by set; empty until asked for
};
static_assert(Oracle<DotsAndBoxesOracle, DotsAndBoxes>);

}  // namespace banyan::oracle
