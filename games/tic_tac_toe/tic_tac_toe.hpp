// Tic-tac-toe: the smallest example of a game, with its fast playout and its text.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/bits.hpp"
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/position_key.hpp"
#include "core/game/setup.hpp"
#include "games/tic_tac_toe/three_in_a_row.hpp"

namespace banyan {

/// Three in a row win, or lose if the game is misere. A move is a cell, 3 * row + column; in text
/// a1 to c3, with row 1 on top as in Hex.
class TicTacToe {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 9;
  static constexpr bool kAlternates = true;
  static constexpr bool kNumberedMoves = true;

  TicTacToe() = default;
  explicit TicTacToe(bool misere) : misere_(misere) {}

  [[nodiscard]] bool is_misere() const { return misere_; }

  [[nodiscard]] Player to_move() const { return std::popcount(occupied_) % 2; }

  [[nodiscard]] MovesOf<TicTacToe> legal_moves() const {
    MovesOf<TicTacToe> moves;
    for (unsigned empty = kBoard ^ occupied_; empty != 0; empty &= empty - 1) {
      moves.push_back(static_cast<Move>(std::countr_zero(empty)));
    }
    return moves;
  }

  void play(Move move) {
    own_ ^= occupied_;
    occupied_ |= 1U << move;
  }

  [[nodiscard]] bool over() const {
    return occupied_ == kBoard || has_three_in_a_row(own_ ^ occupied_);
  }

  [[nodiscard]] Points result(Player player) const {
    if (!has_three_in_a_row(own_ ^ occupied_)) return kDraw;
    return (player == to_move()) != misere_ ? kLoss : kWin;
  }

  Playout playout(Random& random) const {
    std::uint64_t empty = kBoard ^ occupied_;
    std::uint64_t own = own_;
    std::uint64_t other = own_ ^ occupied_;
    int plies = 0;
    for (auto moves = static_cast<std::uint32_t>(std::popcount(empty)); moves > 0; --moves) {
      const std::uint64_t cell = nth_set_bit(empty, random.below(moves));
      empty ^= cell;
      own |= cell;
      ++plies;
      if (has_three_in_a_row(own)) return {(moves % 2 == 1) != misere_ ? kWin : kLoss, plies};
      std::swap(own, other);
    }
    return {kDraw, plies};
  }

  // BatchPlayout; games/tic_tac_toe/playouts.cpp.
  static void play_out(std::span<const TicTacToe> leaves, std::span<Points> first, Random& random);
  static std::uint32_t play_out_from(const TicTacToe& leaf, std::uint32_t games, Random& random);

  /// Whose stone lies on a cell, or kNobody.
  [[nodiscard]] Player owner(int cell) const {
    if ((occupied_ >> cell & 1) == 0) return kNobody;
    return own_ >> cell & 1 ? to_move() : 1 - to_move();
  }

  [[nodiscard]] BoardSetup setup() const {
    return setup_of(3, 3, to_move(), [&](Cell cell) { return owner(3 * cell.row + cell.column); });
  }
  /// The number of stones determines whose turn it is.
  [[nodiscard]] TicTacToe set_up(const BoardSetup& setup) const {
    std::uint32_t stones[2] = {0, 0};  // by player
    for_stones(setup, 3, [&](Cell cell, Player owner) {
      stones[owner] |= 1U << (3 * cell.row + cell.column);
    });
    TicTacToe position(misere_);
    position.occupied_ = stones[0] | stones[1];
    position.own_ = stones[setup.to_move];
    if (std::popcount(stones[0]) - std::popcount(stones[1]) != setup.to_move) {
      throw std::invalid_argument("the players' stones do not fit whose turn it is");
    }
    if (has_three_in_a_row(position.own_)) {
      throw std::invalid_argument("the side to move has three in a row already");
    }
    return position;
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

  /// Exact.
  [[nodiscard]] std::uint64_t position_key() const {
    return scrambled(own_ | std::uint64_t{occupied_} << 32U);
  }

  friend bool operator==(const TicTacToe&, const TicTacToe&) = default;

 private:
  static constexpr std::uint32_t kBoard = 0777;

  std::uint32_t own_ = 0;  // stones of the player to move, a bit per cell
  std::uint32_t occupied_ = 0;
  bool misere_ = false;
};
static_assert(FastPlayout<TicTacToe> && BatchPlayout<TicTacToe> && SetupGame<TicTacToe>);

}  // namespace banyan
