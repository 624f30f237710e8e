// Connect Four, 7 columns of 6 cells, as bitboards of 7 bits per column.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/bits.hpp"
#include "core/game/features.hpp"
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/position_key.hpp"
#include "core/game/setup.hpp"

namespace banyan {

/// A move is a column, 0 to 6; in text 1 to 7.
///
/// Bit 7 * column + row stands for a cell, row 0 at the bottom. The seventh bit of each column
/// stays empty, so that shifted lines of stones never run from one column into the next, and
/// adding a column's lowest bit to the occupied cells carries to the cell where a stone lands.
class ConnectFour {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 7;
  static constexpr bool kAlternates = true;
  static constexpr bool kNumberedMoves = true;

  [[nodiscard]] Player to_move() const { return std::popcount(occupied_) % 2; }

  [[nodiscard]] MovesOf<ConnectFour> legal_moves() const {
    MovesOf<ConnectFour> moves;
    for (unsigned column = 0; column < 7; ++column) {
      if (landing(occupied_, column) != 0) moves.push_back(static_cast<Move>(column));
    }
    return moves;
  }

  void play(Move column) {
    const std::uint64_t stone = landing(occupied_, column);
    own_ ^= occupied_;
    occupied_ |= stone;
  }

  [[nodiscard]] bool over() const { return occupied_ == kBoard || has_four(own_ ^ occupied_); }

  [[nodiscard]] Points result(Player player) const {
    if (!has_four(own_ ^ occupied_)) return kDraw;
    return player == to_move() ? kLoss : kWin;
  }

  Playout playout(Random& random) const {
    std::uint64_t own = own_;
    std::uint64_t occupied = occupied_;
    int plies = 0;
    for (;;) {
      // Draws one of seven columns, and one of the others if it is full. Both steps treat all open
      // columns alike, and the first draws without reading the board.
      std::uint64_t stone = landing(occupied, random.below(7));
      if (stone == 0) [[unlikely]] {
        const std::uint64_t open = (occupied + kBottom) & kBoard;
        if (open == 0) return {kDraw, plies};
        const auto moves = static_cast<std::uint32_t>(std::popcount(open));
        stone = nth_set_bit(open, random.below(moves));
      }
      const std::uint64_t mine = own | stone;
      own ^= occupied;
      occupied |= stone;
      ++plies;
      if (has_four(mine)) return {std::popcount(occupied) % 2 == 1 ? kWin : kLoss, plies};
    }
  }

  // BatchPlayout; games/connect_four/playouts.cpp.
  static void play_out(std::span<const ConnectFour> leaves, std::span<Points> first,
                       Random& random);
  static std::uint32_t play_out_from(const ConnectFour& leaf, std::uint32_t games, Random& random);

  // Its heuristics (core/game/knowledge.hpp); games/connect_four/knowledge.cpp.
  void weigh(std::span<const Move> moves, std::span<float> weights) const;
  [[nodiscard]] double estimate() const;
  std::optional<Move> decisive_move(std::span<const Move> last, Random& random) const;
  std::optional<Move> heavy_move(std::span<const Move> last, Random& random) const;

  // FeatureGame: own stones and the opponent's, row 0 at the bottom; a move is its column.
  static constexpr GridSymmetry symmetry() { return GridSymmetry::kMirror; }
  [[nodiscard]] GridShape feature_shape() const { return {2, 6, 7, 0}; }
  [[nodiscard]] GridShape move_shape() const { return {1, 1, 7, 0}; }
  [[nodiscard]] int move_index(Move column) const { return column; }
  template <class Visit>
  void for_features(Visit visit) const {
    const auto visit_plane = [&](std::uint64_t stones, int first) {
      BitSet<1>{{stones}}.for_each([&](int cell) { visit(first + cell % 7 * 7 + cell / 7); });
    };
    visit_plane(own_, 0);
    visit_plane(own_ ^ occupied_, 42);
  }

  /// Whose stone lies on a cell, or kNobody; row 0 at the bottom.
  [[nodiscard]] Player owner(int column, int row) const {
    const int cell = 7 * column + row;
    if ((occupied_ >> cell & 1) == 0) return kNobody;
    return own_ >> cell & 1 ? to_move() : 1 - to_move();
  }

  [[nodiscard]] BoardSetup setup() const {
    return setup_of(7, 6, to_move(), [&](Cell cell) { return owner(cell.column, 5 - cell.row); });
  }
  /// Stones must lie on stones; their number determines whose turn it is.
  [[nodiscard]] ConnectFour set_up(const BoardSetup& setup) const {
    std::uint64_t stones[2] = {0, 0};  // by player
    for_stones(setup, 7, [&](Cell cell, Player owner) {
      stones[owner] |= std::uint64_t{1} << (7 * cell.column + 5 - cell.row);
    });
    ConnectFour position;
    position.occupied_ = stones[0] | stones[1];
    position.own_ = stones[setup.to_move];
    if ((position.occupied_ & ~(position.occupied_ << 1 | kBottom)) != 0) {
      throw std::invalid_argument("a stone has nothing under it");
    }
    if (std::popcount(stones[0]) - std::popcount(stones[1]) != setup.to_move) {
      throw std::invalid_argument("the players' stones do not fit whose turn it is");
    }
    if (has_four(position.own_)) {
      throw std::invalid_argument("the side to move has four in a row already");
    }
    return position;
  }

  [[nodiscard]] std::string to_text(Move column) const { return std::to_string(column + 1); }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    if (text.size() != 1 || text[0] < '1' || text[0] > '7') return std::nullopt;
    return static_cast<Move>(text[0] - '1');
  }

  [[nodiscard]] std::string board() const {
    std::string text;
    for (int row = 5; row >= 0; --row) {
      for (int column = 0; column < 7; ++column) text += {' ', mark(owner(column, row))};
      text += '\n';
    }
    return text + " 1 2 3 4 5 6 7\n" + turn_text(*this) + '\n';
  }

  /// Exact: the lowest empty cell of a column marks the end of its stones.
  [[nodiscard]] std::uint64_t position_key() const { return scrambled(own_ + occupied_ + kBottom); }

  friend bool operator==(const ConnectFour&, const ConnectFour&) = default;

 private:
  static constexpr std::uint64_t kBottom = 0x0040810204081;  // row 0
  static constexpr std::uint64_t kColumn = 0x3f;             // column 0
  static constexpr std::uint64_t kBoard = kBottom * kColumn;

  /// The cell where a stone lands, as a bit; 0 if the column is full.
  static std::uint64_t landing(std::uint64_t occupied, unsigned column) {
    const unsigned shift = 7 * column;
    return (occupied + (std::uint64_t{1} << shift)) & (kColumn << shift);
  }

  struct Threats;

  // Up, and to the right: downwards, level, upwards.
  static bool has_four(std::uint64_t stones) { return has_four_in_line<1, 6, 7, 8>(stones); }

  std::uint64_t own_ = 0;       // stones of the side to move
  std::uint64_t occupied_ = 0;  // stones of both
};
static_assert(FastPlayout<ConnectFour> && BatchPlayout<ConnectFour> && SetupGame<ConnectFour> &&
              FeatureGame<ConnectFour>);

}  // namespace banyan
