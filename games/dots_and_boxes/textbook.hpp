// Dots and Boxes as a tutorial writes it: two grids of lines, and boxes checked one by one.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/game/game.hpp"
#include "games/dots_and_boxes/dots_and_boxes.hpp"

namespace banyan::textbook {

/// The naive engine's state, and an independent reference of the rules.
class DotsAndBoxes {
 public:
  using Move = banyan::DotsAndBoxes::Move;

  explicit DotsAndBoxes(const banyan::DotsAndBoxes& position)
      : width_(position.width()),
        height_(position.height()),
        boxes_{position.boxes(0), position.boxes(1)},
        to_move_(position.to_move()) {
    for (int row = 0; row <= height_; ++row) {
      for (int column = 0; column < width_; ++column) lines_.push_back({column, row, true, false});
    }
    for (int row = 0; row < height_; ++row) {
      for (int column = 0; column <= width_; ++column)
        lines_.push_back({column, row, false, false});
    }
    for (Line& line : lines_) line.drawn = position.is_drawn(name(line));
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (const Line& line : lines_) {
      if (!line.drawn) moves.push_back(name(line));
    }
    return moves;
  }

  void play(Move move) {
    const int before = complete_boxes();
    for (Line& line : lines_) {
      if (name(line) == move) line.drawn = true;
    }
    const int won = complete_boxes() - before;
    boxes_[static_cast<std::size_t>(to_move_)] += won;
    if (won == 0) to_move_ = 1 - to_move_;
  }

  [[nodiscard]] bool over() const { return moves().empty(); }

  [[nodiscard]] Points result(Player player) const {
    const int own = boxes_[static_cast<std::size_t>(player)];
    const int other = boxes_[static_cast<std::size_t>(1 - player)];
    return own > other ? kWin : own < other ? kLoss : kDraw;
  }

  [[nodiscard]] int complete_boxes() const {
    int complete = 0;
    for (int row = 0; row < height_; ++row) {
      for (int column = 0; column < width_; ++column) {
        if (is_drawn(column, row, true) && is_drawn(column, row + 1, true) &&
            is_drawn(column, row, false) && is_drawn(column + 1, row, false)) {
          ++complete;
        }
      }
    }
    return complete;
  }

 private:
  /// From a dot to the one on its right or below it.
  struct Line {
    int column;
    int row;
    bool across;
    bool drawn;
  };

  static Move name(const Line& line) {
    const int max = banyan::DotsAndBoxes::kMaxSize;
    return static_cast<Move>(line.across ? max * line.row + line.column
                                         : max * (max + 1) + (max + 1) * line.row + line.column);
  }

  [[nodiscard]] bool is_drawn(int column, int row, bool across) const {
    for (const Line& line : lines_) {
      if (line.column == column && line.row == row && line.across == across) return line.drawn;
    }
    return false;
  }

  int width_;
  int height_;
  std::array<int, 2> boxes_;
  std::vector<Line> lines_;
  Player to_move_;
};

}  // namespace banyan::textbook
