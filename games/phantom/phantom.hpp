// Phantom m,n,k games: tic-tac-toe and larger variants with the opponent's stones unseen.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game_text.hpp"
#include "core/game/hidden_game.hpp"

namespace banyan {

/// Two players place stones on a board of width x height cells; `row` own stones in a line win.
/// Neither sees the opponent's stones. A player who tries a cell of the opponent's learns that it
/// is taken and moves again. The opponent learns nothing of the attempt.
///
/// A move is a cell, 5 * row + column.
class Phantom {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 16;
  static constexpr int kMaxSize = 4;

  /// width, height: 2 to 4; row: 2 to the greater of them.
  explicit Phantom(int width = 3, int height = 3, int row = 3)
      : width_(static_cast<std::uint8_t>(width)),
        height_(static_cast<std::uint8_t>(height)),
        row_(static_cast<std::uint8_t>(row)) {}

  [[nodiscard]] Player to_move() const { return to_move_; }
  [[nodiscard]] std::uint64_t legal_mask() const {
    return cells() & ~(stones_[to_move_] | refused_[to_move_]);
  }
  [[nodiscard]] MovesOf<Phantom> legal_moves() const { return moves_of<Phantom>(legal_mask()); }

  // There is no chance; only the concept requires this.
  [[nodiscard]] Move draw(Random& random) const {
    return static_cast<Move>(random_bit(legal_mask(), random));
  }
  [[nodiscard]] double probability(Move /*move*/) const {
    return 1.0 / std::popcount(legal_mask());
  }

  void play(Move move) {
    const std::uint32_t cell = 1U << move;
    if (stones_[1 - to_move_] & cell) {
      refused_[to_move_] |= cell;
    } else {
      stones_[to_move_] |= cell;
      to_move_ = static_cast<std::uint8_t>(1 - to_move_);
    }
  }

  // Only the stone placed last can have won.
  [[nodiscard]] bool over() const {
    return has_row(stones_[1 - to_move_]) || (stones_[0] | stones_[1]) == cells();
  }
  [[nodiscard]] int score(Player player) const { return result(player); }
  [[nodiscard]] Points result(Player player) const {
    return has_row(stones_[player]) ? kWin : has_row(stones_[1 - player]) ? kLoss : kDraw;
  }
  [[nodiscard]] Stakes stakes() const { return {kLoss, kWin, 1.0 / kWin}; }

  /// Hidden are the opponent's stones that were not met, and which own stones the opponent has met,
  /// which may be any. Whose turn it is determines the number of stones; with a complete row the
  /// game would be over.
  [[nodiscard]] Phantom determinize(Player observer, Random& random) const {
    const Player other = 1 - observer;
    const std::uint32_t met = refused_[observer];
    const std::uint32_t free = cells() & ~(stones_[observer] | met);
    const int hidden = std::popcount(stones_[other]) - std::popcount(met);
    const bool ended = over();
    Phantom world = *this;
    do {
      std::uint32_t left = free;
      for (int i = 0; i < hidden; ++i) left ^= 1U << random_bit(left, random);
      world.stones_[other] = met | (free ^ left);
    } while (!ended && has_row(world.stones_[other]));
    world.refused_[other] = stones_[observer] & static_cast<std::uint32_t>(random.next() >> 32U);
    return world;
  }
  [[nodiscard]] std::uint32_t observe(Move move, Player observer) const {
    const bool refused = stones_[1 - to_move_] >> move & 1;
    if (observer == to_move_) return refused ? kFirstCode + 1 + move : move;
    return refused ? kUnseen : kFirstCode;
  }
  [[nodiscard]] std::uint64_t information(Player observer) const {
    return mix({stones_[observer], refused_[observer], to_move_,
                static_cast<std::uint64_t>(std::popcount(stones_[1 - observer]))});
  }

  [[nodiscard]] std::string to_text(Move move) const {
    return banyan::to_text(Cell{move % kStride, move / kStride});
  }
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    const auto cell = parse_cell(text, width_, height_);
    if (!cell) return std::nullopt;
    return static_cast<Move>(kStride * cell->row + cell->column);
  }
  [[nodiscard]] std::string board() const {
    return grid_of(stones_[0], stones_[1]) + turn_text(*this) + '\n';
  }
  [[nodiscard]] std::string view(Player player) const {
    const std::uint32_t own = stones_[player];
    const std::uint32_t met = refused_[player];
    return (player == 0 ? grid_of(own, met) : grid_of(met, own)) + turn_text(*this) +
           ", the other has " + std::to_string(std::popcount(stones_[1 - player])) + " stones\n";
  }

  friend bool operator==(const Phantom&, const Phantom&) = default;

 private:
  static constexpr int kStride = kMaxSize + 1;  // an empty column separates the rows

  [[nodiscard]] std::uint32_t cells() const {
    const std::uint32_t line = (1U << width_) - 1;
    constexpr std::uint32_t kFirstCells =
        1U | 1U << kStride | 1U << 2 * kStride | 1U << 3 * kStride;
    return line * (kFirstCells & ((1U << kStride * height_) - 1));
  }
  [[nodiscard]] bool has_row(std::uint32_t stones) const {
    for (const int step : {1, kStride - 1, kStride, kStride + 1}) {
      std::uint32_t rows = stones;
      for (int i = 1; i < row_; ++i) rows &= rows >> step;
      if (rows != 0) return true;
    }
    return false;
  }
  [[nodiscard]] std::string grid_of(std::uint32_t first, std::uint32_t second) const {
    return grid_text(width_, height_, [&](Cell cell) {
      const int i = kStride * cell.row + cell.column;
      return first >> i & 1 ? 0 : second >> i & 1 ? 1 : kNobody;
    });
  }

  std::uint32_t stones_[2] = {0, 0};   // by player, a bit a cell
  std::uint32_t refused_[2] = {0, 0};  // the opponent's stones that the player has met
  std::uint8_t width_;
  std::uint8_t height_;
  std::uint8_t row_;
  std::uint8_t to_move_ = 0;
};
static_assert(HiddenGame<Phantom> && TextGame<Phantom>);

}  // namespace banyan
