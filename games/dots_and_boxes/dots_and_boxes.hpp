// Dots and Boxes: a player who completes a box moves again.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bits.hpp"
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"

namespace banyan {

/// On a grid of dots, the players in turn draw the line between two neighbours. A player who draws
/// the fourth side of a box wins it and moves again. When all lines are drawn, most boxes win
/// (Lucas 1889; Berlekamp 2000). Who won which box does not matter and is not stored.
///
/// Lines are numbered as on the largest board; smaller boards are its top left corner. A line to
/// the right of a dot is kMaxSize * row + column, one below a dot kDown + (kMaxSize + 1) * row +
/// column. In text a line is its two dots, a1b1 or a1a2, with row 1 on top.
class DotsAndBoxes {
 public:
  using Move = std::uint8_t;
  static constexpr int kMaxSize = 5;  // boxes along an edge
  static constexpr int kDown = kMaxSize * (kMaxSize + 1);
  static constexpr std::size_t kMaxMoves = 2 * kDown;

  explicit DotsAndBoxes(int width = 3, int height = 3)
      : width_(static_cast<std::uint8_t>(width)), height_(static_cast<std::uint8_t>(height)) {
    assert(width >= 1 && width <= kMaxSize && height >= 1 && height <= kMaxSize);
  }

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  /// The boxes that a player has won.
  [[nodiscard]] int boxes(Player player) const { return boxes_[player]; }
  [[nodiscard]] bool is_drawn(Move line) const { return drawn_ >> line & 1; }

  // From the dot at a place.
  static constexpr Move right_of(int column, int row) {
    return static_cast<Move>(kMaxSize * row + column);
  }
  static constexpr Move below(int column, int row) {
    return static_cast<Move>(kDown + (kMaxSize + 1) * row + column);
  }

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] BitSet<1> legal_set() const { return {{lines() & ~drawn_}}; }

  [[nodiscard]] MovesOf<DotsAndBoxes> legal_moves() const {
    MovesOf<DotsAndBoxes> moves;
    legal_set().for_each([&](int line) { moves.push_back(static_cast<Move>(line)); });
    return moves;
  }

  void play(Move line) {
    drawn_ |= std::uint64_t{1} << line;
    const int completed = completed_by(line, drawn_);
    boxes_[to_move_] = static_cast<std::uint8_t>(boxes_[to_move_] + completed);
    to_move_ ^= completed == 0;
  }

  [[nodiscard]] bool over() const { return drawn_ == lines(); }

  [[nodiscard]] Points result(Player player) const {
    return points(boxes_[player] - boxes_[1 - player]);
  }

  Playout playout(Random& random) const {
    std::uint64_t drawn = drawn_;
    std::uint64_t left = lines() & ~drawn_;
    const int plies = std::popcount(left);
    int lead = boxes_[0] - boxes_[1];
    int mover = 1 - 2 * to_move_;  // 1 for player 0, -1 for player 1
    for (auto lines = static_cast<std::uint32_t>(plies); lines > 0; --lines) {
      const std::uint64_t line = nth_set_bit(left, random.below(lines));
      left ^= line;
      drawn |= line;
      const int completed = completed_by(std::countr_zero(line), drawn);
      lead += mover * completed;
      mover = completed == 0 ? -mover : mover;
    }
    return {points(lead), plies};
  }

  [[nodiscard]] std::string to_text(Move line) const {
    const bool down = line >= kDown;
    const int first = down ? line - kDown : line;
    const int dots = down ? kMaxSize + 1 : kMaxSize;  // of a row, from which such lines go
    const Cell dot{first % dots, first / dots};
    const Cell other = down ? Cell{dot.column, dot.row + 1} : Cell{dot.column + 1, dot.row};
    return banyan::to_text(dot) + banyan::to_text(other);
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    if (text.size() != 4) return std::nullopt;
    const auto dot = parse_cell(text.substr(0, 2), width_ + 1, height_ + 1);
    const auto other = parse_cell(text.substr(2), width_ + 1, height_ + 1);
    if (!dot || !other) return std::nullopt;
    const int right = other->column - dot->column;
    const int down = other->row - dot->row;
    if (right == 1 && down == 0) return right_of(dot->column, dot->row);
    if (right == 0 && down == 1) return below(dot->column, dot->row);
    return std::nullopt;
  }

  /// Completed boxes are filled.
  [[nodiscard]] std::string board() const {
    std::string text = "  " + column_letters(width_ + 1) + '\n';
    for (int row = 0; row <= height_; ++row) {
      text += ' ' + std::to_string(row + 1) + ' ';
      for (int column = 0; column < width_; ++column) {
        text += {'+', is_drawn(right_of(column, row)) ? '-' : ' '};
      }
      text += "+\n";
      if (row == height_) break;
      text += "   ";
      for (int column = 0; column <= width_; ++column) {
        const bool filled = column < width_ && completes(drawn_, box(column, row));
        text += {is_drawn(below(column, row)) ? '|' : ' ', filled ? '#' : ' '};
      }
      text.back() = '\n';
    }
    return text + "X " + std::to_string(boxes_[0]) + ", O " + std::to_string(boxes_[1]) + '\n' +
           turn_text(*this) + '\n';
  }

  friend bool operator==(const DotsAndBoxes&, const DotsAndBoxes&) = default;

 private:
  using Lines = std::uint64_t;

  /// The sides of the box with this dot at its top left.
  static constexpr Lines box(int column, int row) {
    Lines sides = 0;
    for (const Move side : {right_of(column, row), right_of(column, row + 1), below(column, row),
                            below(column + 1, row)}) {
      sides |= Lines{1} << side;
    }
    return sides;
  }

  static bool completes(Lines drawn, Lines sides) { return (sides & ~drawn) == 0; }

  /// How many boxes the last line completed.
  static int completed_by(int line, Lines drawn) {
    static constexpr auto kBeside = [] {
      std::array<std::array<Lines, 2>, kMaxMoves> beside{};
      for (auto& boxes : beside) boxes = {~Lines{0}, ~Lines{0}};  // beyond the edge: never complete
      for (int row = 0; row < kMaxSize; ++row) {
        for (int column = 0; column < kMaxSize; ++column) {
          const Lines sides = box(column, row);
          beside[right_of(column, row)][0] = beside[right_of(column, row + 1)][1] = sides;
          beside[below(column, row)][0] = beside[below(column + 1, row)][1] = sides;
        }
      }
      return beside;
    }();
    const auto& [one, other] = kBeside[static_cast<std::size_t>(line)];
    return static_cast<int>(completes(drawn, one)) + static_cast<int>(completes(drawn, other));
  }

  /// All lines of the board.
  [[nodiscard]] Lines lines() const {
    static constexpr auto kLines = [] {
      std::array<std::array<Lines, kMaxSize>, kMaxSize> lines{};
      for (std::size_t height = 1; height <= kMaxSize; ++height) {
        for (std::size_t width = 1; width <= kMaxSize; ++width) {
          for (std::size_t i = 0; i < width * height; ++i) {
            lines[height - 1][width - 1] |=
                box(static_cast<int>(i % width), static_cast<int>(i / width));
          }
        }
      }
      return lines;
    }();
    return kLines[height_ - 1U][width_ - 1U];
  }

  static Points points(int lead) { return lead > 0 ? kWin : lead < 0 ? kLoss : kDraw; }

  Lines drawn_ = 0;
  std::uint8_t width_;
  std::uint8_t height_;
  std::uint8_t boxes_[2] = {0, 0};  // by player
  std::uint8_t to_move_ = 0;
};
static_assert(MoveSetGame<DotsAndBoxes> && FastPlayout<DotsAndBoxes> && TextGame<DotsAndBoxes>);
static_assert(TwoPlayerGame<DotsAndBoxes> && !AlternatingGame<DotsAndBoxes>);
static_assert(sizeof(DotsAndBoxes) == 16);

}  // namespace banyan
