// Gomoku's heuristics. A five is a winning row, a four one stone less.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/game/knowledge.hpp"
#include "games/gomoku/gomoku.hpp"

namespace banyan {

/// The cells along one direction: bit `line` is the cell itself, with equally many on either side.
template <int MaxSize>
struct Gomoku<MaxSize>::Line {
  std::uint32_t own;   // the player's
  std::uint32_t open;  // empty

  /// If all but one of the `length` cells from bit `first` on are the player's, the empty one's
  /// bit; otherwise 0.
  [[nodiscard]] std::uint32_t gap(int first, int length) const {
    const std::uint32_t window = ((1U << length) - 1) << first;
    const bool one_left = std::popcount(own & window) == length - 1;
    return one_left ? open & window : 0;
  }

  /// The bits next to the `length` cells from bit `first` on.
  static std::uint32_t ends(int first, int length) {
    return 1U << (first - 1) | 1U << (first + length);
  }

  /// The bit that completes `length` in a row through the cell itself, and no more if `exact`; or
  /// 0.
  [[nodiscard]] std::uint32_t completes(int length, bool exact) const {
    if (std::popcount(own) < length - 1) return 0;
    std::uint32_t gap = 0;
    for (int first = 1; first <= length && gap == 0; ++first) {
      if (exact && (own & ends(first, length)) != 0) continue;
      gap = this->gap(first, length);
    }
    return gap;
  }
  /// The bit that makes a row of one less with both ends open; or 0.
  [[nodiscard]] std::uint32_t opens(int length) const {
    if (std::popcount(own) < length - 2) return 0;
    std::uint32_t gap = 0;
    for (int first = 2; first <= length && gap == 0; ++first) {
      const std::uint32_t both = ends(first, length - 1);
      if ((open & both) == both) gap = this->gap(first, length - 1);
    }
    return gap;
  }
};

template <int MaxSize>
auto Gomoku<MaxSize>::line_through(int cell, int step, Player player) const -> Line {
  const Cells& board = cells();
  const Cells& own = stones_[player];
  const Cells& other = stones_[1 - player];
  Line line{0, 0};
  // From the middle outwards up to the board's edge: beyond it could be another row.
  for (const int side : {-1, 1}) {
    int at = cell;
    for (int i = 1; i <= line_; ++i) {
      at += side * step;
      if (at < 0 || at >= kBits || !board.contains(at) || other.contains(at)) break;
      const std::uint32_t bit = 1U << (line_ + side * i);
      (own.contains(at) ? line.own : line.open) |= bit;
    }
  }
  if (own.contains(cell)) line.own |= 1U << line_;
  if (!own.contains(cell) && !other.contains(cell)) line.open |= 1U << line_;
  return line;
}

template <int MaxSize>
auto Gomoku<MaxSize>::lines_through(int cell, Player player) const -> std::array<Line, 4> {
  return {line_through(cell, 1, player), line_through(cell, kStride - 1, player),
          line_through(cell, kStride, player), line_through(cell, kStride + 1, player)};
}

namespace {

/// The first cell that `find(line)` names by its bit, over four lines through a cell.
template <int Stride, class Lines, class Find>
std::optional<std::uint16_t> first_cell(const Lines& lines, int cell, int middle, Find find) {
  constexpr std::array kSteps{1, Stride - 1, Stride, Stride + 1};
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint32_t bit = find(lines[i]);
    if (bit != 0) {
      return static_cast<std::uint16_t>(cell + kSteps[i] * (std::countr_zero(bit) - middle));
    }
  }
  return std::nullopt;
}

}  // namespace

/// Completes a five through the own last stone, or blocks one through the opponent's.
template <int MaxSize>
auto Gomoku<MaxSize>::decisive_move(std::span<const Move> last, Random& /*random*/) const
    -> std::optional<Move> {
  const auto five = [&](const Line& line) { return line.completes(line_, exact_); };
  if (last.size() == 2) {
    const auto own = lines_through(last.front(), to_move());
    if (const auto win = first_cell<kStride>(own, last.front(), line_, five)) return win;
  }
  if (last.empty()) return std::nullopt;
  const auto other = lines_through(last.back(), 1 - to_move());
  return first_cell<kStride>(other, last.back(), line_, five);
}

/// The same; then a four with both ends open, or a block of the opponent's.
template <int MaxSize>
auto Gomoku<MaxSize>::heavy_move(std::span<const Move> last, Random& random) const
    -> std::optional<Move> {
  if (last.size() < 2) return decisive_move(last, random);
  const auto own = lines_through(last.front(), to_move());
  const auto other = lines_through(last.back(), 1 - to_move());
  const auto five = [&](const Line& line) { return line.completes(line_, exact_); };
  const auto four = [&](const Line& line) { return line.opens(line_); };
  if (const auto move = first_cell<kStride>(own, last.front(), line_, five)) return move;
  if (const auto move = first_cell<kStride>(other, last.back(), line_, five)) return move;
  if (const auto move = first_cell<kStride>(own, last.front(), line_, four)) return move;
  return first_cell<kStride>(other, last.back(), line_, four);
}

/// Every five still possible through the cell counts by its stones, the opponent's less.
template <int MaxSize>
void Gomoku<MaxSize>::weigh(std::span<const Move> moves, std::span<float> weights) const {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    float weight = 1;
    for (const int step : {1, kStride - 1, kStride, kStride + 1}) {
      for (const Player player : {to_move(), 1 - to_move()}) {
        const Line line = line_through(moves[i], step, player);
        if (line.own == 0) continue;
        for (int first = 1; first <= line_; ++first) {
          const std::uint32_t window = ((1U << line_) - 1) << first;
          if (((line.own | line.open) & window) != window) continue;
          const int missing = line_ - std::popcount(line.own & window);
          constexpr std::array<float, 4> kWeights{0, 5000, 50, 6};  // by stones missing
          const float worth = missing < 4 ? kWeights[static_cast<unsigned>(missing)] : 1;
          if (missing < line_) weight += player == to_move() ? worth : worth * 0.5F;
        }
      }
    }
    weights[i] = weight;
  }
}

template void Gomoku<15>::weigh(std::span<const Move>, std::span<float>) const;
template void Gomoku<19>::weigh(std::span<const Move>, std::span<float>) const;
template std::optional<Gomoku<15>::Move> Gomoku<15>::decisive_move(std::span<const Move>,
                                                                   Random&) const;
template std::optional<Gomoku<19>::Move> Gomoku<19>::decisive_move(std::span<const Move>,
                                                                   Random&) const;
template std::optional<Gomoku<15>::Move> Gomoku<15>::heavy_move(std::span<const Move>,
                                                                Random&) const;
template std::optional<Gomoku<19>::Move> Gomoku<19>::heavy_move(std::span<const Move>,
                                                                Random&) const;
static_assert(HeuristicGame<Gomoku<15>> && DecisiveGame<Gomoku<15>> && HeavyGame<Gomoku<15>> &&
              NumberedMoves<Gomoku<15>>);

}  // namespace banyan
