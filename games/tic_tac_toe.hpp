// Tic-tac-toe: the smallest example of a game, with its fast playout and its text.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/game_text.hpp"
#include "games/three_in_a_row.hpp"

namespace banyan {

/// A move is a cell, 3 * row + column; in text a1 to c3, where row 1 is on top as it is in Hex.
class TicTacToe {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 9;
  static constexpr bool kNumberedMoves = true;

  [[nodiscard]] Player to_move() const { return std::popcount(occupied()) % 2; }

  [[nodiscard]] MovesOf<TicTacToe> legal_moves() const {
    MovesOf<TicTacToe> moves;
    for (unsigned empty = kBoard ^ occupied(); empty != 0; empty &= empty - 1) {
      moves.push_back(static_cast<Move>(std::countr_zero(empty)));
    }
    return moves;
  }

  void play(Move move) { stones_[to_move()] |= 1U << move; }

  [[nodiscard]] bool over() const {
    return occupied() == kBoard || has_three_in_a_row(stones_[0]) || has_three_in_a_row(stones_[1]);
  }

  [[nodiscard]] Points result(Player player) const {
    return has_three_in_a_row(stones_[player])       ? kWin
           : has_three_in_a_row(stones_[1 - player]) ? kLoss
                                                     : kDraw;
  }

  Playout playout(Random& random) const {
    std::uint64_t empty = kBoard ^ occupied();
    std::uint64_t own = stones_[to_move()];
    std::uint64_t other = stones_[1 - to_move()];
    int plies = 0;
    for (auto moves = static_cast<std::uint32_t>(std::popcount(empty)); moves > 0; --moves) {
      const std::uint64_t cell = nth_set_bit(empty, random.below(moves));
      empty ^= cell;
      own |= cell;
      ++plies;
      if (has_three_in_a_row(own)) return {moves % 2 == 1 ? kWin : kLoss, plies};
      std::swap(own, other);
    }
    return {kDraw, plies};
  }

  // BatchPlayout; games/simd/tic_tac_toe.cpp.
  static void play_out(std::span<const TicTacToe> leaves, std::span<Points> first, Random& random);
  static std::uint32_t play_out_from(const TicTacToe& leaf, std::uint32_t games, Random& random);

  /// Whose stone lies on a cell, or kNobody.
  [[nodiscard]] Player owner(int cell) const {
    return stones_[0] >> cell & 1 ? 0 : stones_[1] >> cell & 1 ? 1 : kNobody;
  }

  [[nodiscard]] std::string to_text(Move move) const {
    return banyan::to_text(Cell{move % 3, move / 3});
  }
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    const auto cell = parse_cell(text, 3, 3);
    if (!cell) return std::nullopt;
    return static_cast<Move>(3 * cell->row + cell->column);
  }
  [[nodiscard]] std::string board() const {
    return grid_text(3, 3, [&](Cell cell) { return owner(3 * cell.row + cell.column); }) +
           turn_text(*this) + '\n';
  }

  friend bool operator==(const TicTacToe&, const TicTacToe&) = default;

 private:
  static constexpr std::uint32_t kBoard = 0777;

  [[nodiscard]] std::uint32_t occupied() const { return stones_[0] | stones_[1]; }

  std::uint32_t stones_[2] = {0, 0};  // by player, a bit per cell
};
static_assert(FastPlayout<TicTacToe> && BatchPlayout<TicTacToe> && TextGame<TicTacToe>);

}  // namespace banyan
