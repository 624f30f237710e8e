// Dots and Boxes solved exactly; see oracle.hpp.
#include "games/dots_and_boxes/oracle.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

namespace banyan::oracle {

DotsAndBoxesOracle::DotsAndBoxesOracle(const DotsAndBoxes& start) {
  if (!knows(start)) {
    throw std::invalid_argument("dots_and_boxes is solved from " + std::to_string(kMostLines) +
                                " lines on: this position has " +
                                std::to_string(start.legal_set().size()) + " to draw.");
  }
  for (const Move line : start.legal_moves()) lines_.push_back(line);
  boxes_.resize(lines_.size());
  for (int row = 0; row < start.height(); ++row) {
    for (int column = 0; column < start.width(); ++column) {
      Set sides = 0;
      for (const Move side :
           {DotsAndBoxes::right_of(column, row), DotsAndBoxes::right_of(column, row + 1),
            DotsAndBoxes::below(column, row), DotsAndBoxes::below(column + 1, row)}) {
        const auto place = std::find(lines_.begin(), lines_.end(), side) - lines_.begin();
        if (!start.is_drawn(side)) sides |= Set{1} << place;
      }
      for (std::size_t line = 0; line < lines_.size(); ++line) {
        const Set bit = Set{1} << line;
        if (sides & bit) boxes_[line].push_back(sides ^ bit);
      }
    }
  }
}

int DotsAndBoxesOracle::value_by(Set left, std::size_t line) const {
  const int after = value_[left ^ Set{1} << line];
  int completed = 0;
  for (const Set others : boxes_[line]) completed += (others & left) == 0;
  return completed > 0 ? completed + after : -after;
}

void DotsAndBoxesOracle::fill(Patience& patience) {
  if (!value_.empty()) return;
  std::vector<std::int8_t> empty(std::size_t{1} << lines_.size());
  value_.swap(empty);
  try {
    // A set's number is greater than those of its subsets.
    for (Set left = 1; left < value_.size(); ++left) {
      patience.spend();
      int best = -DotsAndBoxes::kMaxSize * DotsAndBoxes::kMaxSize;
      for (Set rest = left; rest != 0; rest &= rest - 1) {
        best = std::max(best, value_by(left, static_cast<std::size_t>(std::countr_zero(rest))));
      }
      value_[left] = static_cast<std::int8_t>(best);
    }
  } catch (const Interrupted&) {
    value_.clear();
    throw;
  }
}

DotsAndBoxesOracle::Set DotsAndBoxesOracle::left_in(const DotsAndBoxes& position) const {
  Set left = 0;
  for (std::size_t line = 0; line < lines_.size(); ++line) {
    if (!position.is_drawn(lines_[line])) left |= Set{1} << line;
  }
  return left;
}

void DotsAndBoxesOracle::cover(const DotsAndBoxes& position) {
  const auto open = position.legal_moves();
  const bool covered = std::all_of(open.begin(), open.end(), [&](Move line) {
    return std::find(lines_.begin(), lines_.end(), line) != lines_.end();
  });
  if (!covered) *this = DotsAndBoxesOracle(position);
}

int DotsAndBoxesOracle::lead(const DotsAndBoxes& position, Patience& patience) {
  cover(position);
  fill(patience);
  const Player mover = position.to_move();
  return position.boxes(mover) - position.boxes(1 - mover) + value_[left_in(position)];
}

Solution<DotsAndBoxesOracle::Move> DotsAndBoxesOracle::solve(const DotsAndBoxes& position,
                                                             Patience& patience) {
  const int in_the_end = lead(position, patience);
  const Set left = left_in(position);
  std::size_t best = 0;
  while ((left >> best & 1) == 0 || value_by(left, best) != value_[left]) ++best;
  return {in_the_end > 0 ? kWin : in_the_end < 0 ? kLoss : kDraw, lines_[best]};
}

}  // namespace banyan::oracle
