// Breakthrough on boards of 5x5, 6x6 and 8x8 cells, as two bitboards.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/bits.hpp"
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/position_key.hpp"

namespace banyan {

/// Two rows of pawns each. A pawn moves one cell straight or diagonally ahead. It captures only
/// diagonally, and only an own pawn blocks a diagonal. A player wins by reaching the opposite row
/// or capturing all pawns; there is always a move and no draw. Player 0, X, begins on rows 1 and 2
/// and moves to higher rows.
///
/// Bit 8 * row + column stands for a cell, on boards of all sizes. A move is its start cell, plus 0
/// for diagonally left, 64 for straight ahead, or 128 for right, as the board is drawn. In text
/// a2a3, also for a capture (a2-a3 and a2xb3 are read too); a1 is at the bottom left.
class Breakthrough {
 public:
  using Move = std::uint8_t;
  using Moves = BitSet<3>;
  static constexpr std::size_t kMaxMoves = 192;
  static constexpr bool kAlternates = true;

  static constexpr bool has_size(int size) { return size == 5 || size == 6 || size == 8; }

  explicit Breakthrough(int size = 8) : size_(static_cast<std::uint8_t>(size)) {
    assert(has_size(size));
    pawns_[0] = rows(0, 2);
    pawns_[1] = rows(size - 2, 2);
  }

  /// A position with the given pawns of player 0 and player 1, at most 16 each.
  Breakthrough(int size, std::uint64_t first, std::uint64_t second, Player to_move)
      : pawns_{first, second},
        size_(static_cast<std::uint8_t>(size)),
        to_move_(static_cast<std::uint8_t>(to_move)) {
    assert(has_size(size) && (first & second) == 0 && ((first | second) & ~rows(0, size)) == 0);
    assert(to_move == 0 || to_move == 1);
    assert(std::popcount(first) <= 16 && std::popcount(second) <= 16);
  }

  [[nodiscard]] int size() const { return size_; }

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] Moves legal_set() const {
    const std::uint64_t last_column = kFirstColumn << (size_ - 1);
    return to_move_ == 0 ? moves<0>(pawns_[0], pawns_[1], last_column)
                         : moves<1>(pawns_[1], pawns_[0], last_column);
  }

  [[nodiscard]] MovesOf<Breakthrough> legal_moves() const {
    MovesOf<Breakthrough> moves;
    legal_set().for_each([&](int move) { moves.push_back(static_cast<Move>(move)); });
    return moves;
  }

  void play(Move move) {
    const std::uint64_t to = std::uint64_t{1} << target(move, to_move());
    pawns_[to_move_] ^= std::uint64_t{1} << move % 64 | to;
    pawns_[1 - to_move_] &= ~to;
    to_move_ ^= 1;
  }

  [[nodiscard]] bool over() const {
    return pawns_[0] == 0 || pawns_[1] == 0 || (pawns_[0] & rows(size_ - 1, 1)) != 0 ||
           (pawns_[1] & rows(0, 1)) != 0;
  }

  /// The side that moved last has won.
  [[nodiscard]] Points result(Player player) const { return player == to_move() ? kLoss : kWin; }

  /// Not inlined: within a search the loop lacks registers, more or less, as g++ happens to choose.
  /// That made searches of one tree differ by 16 %.
  [[gnu::noinline]] Playout playout(Random& random) const {
    const std::uint64_t last_column = kFirstColumn << (size_ - 1);
    const std::uint64_t goal = rows(size_ - 1, 1) | rows(0, 1);
    std::uint64_t pawns[2] = {pawns_[0], pawns_[1]};
    int plies = 0;
    if (to_move_ == 1) {
      ++plies;
      if (random_move<1>(pawns[1], pawns[0], last_column, goal, random)) return {kLoss, plies};
    }
    for (;;) {
      ++plies;
      if (random_move<0>(pawns[0], pawns[1], last_column, goal, random)) return {kWin, plies};
      ++plies;
      if (random_move<1>(pawns[1], pawns[0], last_column, goal, random)) return {kLoss, plies};
    }
  }

  // BatchPlayout; games/breakthrough/playouts.cpp. All leaves have the same size.
  static constexpr std::size_t kFirstsAhead = 0;
  static void play_out(std::span<const Breakthrough> leaves, std::span<Points> first,
                       Random& random);
  static std::uint32_t play_out_from(const Breakthrough& leaf, std::uint32_t games, Random& random);

  /// Whose pawn stands on a cell, or kNobody; row 0 at the bottom.
  [[nodiscard]] Player owner(int column, int row) const {
    const int cell = 8 * row + column;
    return pawns_[0] >> cell & 1 ? 0 : pawns_[1] >> cell & 1 ? 1 : kNobody;
  }

  [[nodiscard]] std::string to_text(Move move) const {
    const int to = target(move, to_move());
    std::string text = banyan::to_text(Cell{move % 8, move % 64 / 8});
    return text += banyan::to_text(Cell{to % 8, to / 8});
  }

  /// Parses a move of the side to move: a2a3, a2-a3, or a2xb3 where that captures.
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    const char between = text.size() == 5 ? text[2] : '-';
    const bool captures = between == 'x' || between == 'X';
    if (text.size() < 4 || text.size() > 5 || (between != '-' && !captures)) return std::nullopt;
    const auto from = parse_cell(text.substr(0, 2), size_, size_);
    const auto to = parse_cell(text.substr(text.size() - 2), size_, size_);
    if (!from || !to || to->row - from->row != (to_move_ == 0 ? 1 : -1)) return std::nullopt;
    const int side = to->column - from->column;
    if (side < -1 || side > 1) return std::nullopt;
    const bool can_capture = side != 0 && owner(to->column, to->row) == 1 - to_move_;
    if (captures && !can_capture) return std::nullopt;
    return static_cast<Move>(64 * (side + 1) + 8 * from->row + from->column);
  }

  /// Row 1 at the bottom.
  [[nodiscard]] std::string board() const {
    std::string text;
    for (int row = size_ - 1; row >= 0; --row) {
      text += ' ' + std::to_string(row + 1);
      for (int column = 0; column < size_; ++column) text += {' ', mark(owner(column, row))};
      text += '\n';
    }
    return text + "  " + column_letters(size_) + '\n' + turn_text(*this) + '\n';
  }

  [[nodiscard]] std::uint64_t position_key() const {
    return scrambled(pawns_[0], pawns_[1], std::uint64_t{to_move_});
  }

  friend bool operator==(const Breakthrough&, const Breakthrough&) = default;

 private:
  static constexpr std::uint64_t kFirstColumn = 0x0101010101010101;

  /// `count` rows from `first` on.
  [[nodiscard]] std::uint64_t rows(int first, int count) const {
    const std::uint64_t row = (std::uint64_t{1} << size_) - 1;
    std::uint64_t cells = 0;
    for (int i = first; i < first + count; ++i) cells |= row << 8 * i;
    return cells;
  }

  /// Where a player's move leads.
  static int target(Move move, Player player) {
    return move % 64 + (player == 0 ? 7 : -9) + move / 64;
  }

  /// A player's pawns that can move, by direction. `other` are the opponent's. No pawn stands in
  /// its last row, so no move leaves the board.
  template <Player Mover>
  static Moves moves(std::uint64_t pawns, std::uint64_t other, std::uint64_t last_column) {
    const auto blocked = [](std::uint64_t cells, int side) {
      return Mover == 0 ? cells >> (8 + side) : cells << (8 - side);
    };
    return {{pawns & ~kFirstColumn & ~blocked(pawns, -1), pawns & ~blocked(pawns | other, 0),
             pawns & ~last_column & ~blocked(pawns, 1)}};
  }

  /// Makes a uniformly random move of Mover; returns whether it wins.
  template <Player Mover>
  static bool random_move(std::uint64_t& pawns, std::uint64_t& other, std::uint64_t last_column,
                          std::uint64_t goal, Random& random) {
    const auto [left, straight, right] = moves<Mover>(pawns, other, last_column).words;
    const auto lefts = static_cast<std::uint32_t>(std::popcount(left));
    const auto ahead = lefts + static_cast<std::uint32_t>(std::popcount(straight));
    const auto count = ahead + static_cast<std::uint32_t>(std::popcount(right));
    const std::uint32_t n = random.below(count);
    // Which of the three sets holds the nth move is unpredictable, so all are asked, without
    // branches. In the others the number is too large, or has wrapped to one that is: together they
    // have at most 48 moves.
    const std::uint64_t from_left = nth_set_bit_or_none(left, n);
    const std::uint64_t from_straight = nth_set_bit_or_none(straight, n - lefts);
    const std::uint64_t from_right = nth_set_bit_or_none(right, n - ahead);
    const std::uint64_t from = from_left | from_straight | from_right;
    const std::uint64_t to = Mover == 0 ? from_left << 7 | from_straight << 8 | from_right << 9
                                        : from_left >> 9 | from_straight >> 8 | from_right >> 7;
    pawns ^= from | to;
    other &= ~to;
    return (to & goal) != 0 || other == 0;
  }

  std::uint64_t pawns_[2];  // by player
  std::uint8_t size_;
  std::uint8_t to_move_ = 0;
};
static_assert(MoveSetGame<Breakthrough> && FastPlayout<Breakthrough> &&
              BatchPlayout<Breakthrough> && TextGame<Breakthrough>);
static_assert(sizeof(Breakthrough) == 24);

}  // namespace banyan
