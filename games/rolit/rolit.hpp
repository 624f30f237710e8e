// Rolit: Othello for two, three or four players.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/position_key.hpp"
#include "games/othello/othello_lines.hpp"

namespace banyan {

/// The rules of Goliath's game (1997). Players in turn lay a disc on an empty cell beside another
/// disc (of the eight around it). It turns over all lines of others' discs, of any colour, that it
/// closes with another disc of its player. A player who can turn something must do so; otherwise
/// they may lay a disc anywhere beside another one. Nobody passes, so the game ends when the board
/// is full. Most discs win. Players who tie for most have drawn; all others have lost. The four
/// middle cells begin with discs of the players in turn, clockwise from the upper left one (with
/// two players as in Othello, mirrored).
///
/// A move is a cell, 8 * row + column, in text a1 to h8 with a1 at the top left. Boards smaller
/// than 8x8 are its upper left part.
class Rolit {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 64;
  static constexpr bool kNumberedMoves = true;
  static constexpr int kMaxPlayers = 4;

  explicit Rolit(int size = 8, int players = 3)
      : size_(static_cast<std::uint8_t>(size)), players_(static_cast<std::uint8_t>(players)) {
    assert(size >= 4 && size <= 8 && players >= 2 && players <= kMaxPlayers);
    const int middle = size / 2 - 1;
    const int cells[4] = {9 * middle, 9 * middle + 1, 9 * middle + 9, 9 * middle + 8};
    for (int i = 0; i < 4; ++i) {
      discs_[static_cast<std::size_t>(i % players)] |= std::uint64_t{1} << cells[i];
    }
  }

  [[nodiscard]] int players() const { return players_; }
  [[nodiscard]] Player to_move() const { return player_; }

  [[nodiscard]] MovesOf<Rolit> legal_moves() const {
    MovesOf<Rolit> moves;
    for (std::uint64_t cells = legal_cells(); cells != 0; cells &= cells - 1) {
      moves.push_back(static_cast<Move>(std::countr_zero(cells)));
    }
    return moves;
  }

  void play(Move move) {
    const std::uint64_t turned = othello_lines::turned(discs_[player_], others(), move);
    for (std::uint64_t& discs : discs_) discs &= ~turned;
    discs_[player_] |= turned | std::uint64_t{1} << move;
    player_ = static_cast<std::uint8_t>((player_ + 1) % players_);
  }

  [[nodiscard]] bool over() const { return occupied() == board_cells(); }

  [[nodiscard]] Points result(Player player) const {
    int most = 0;
    for (Player other = 0; other < players_; ++other) {
      if (other != player) most = std::max(most, discs(other));
    }
    const int lead = discs(player) - most;
    return lead > 0 ? kWin : lead < 0 ? kLoss : kDraw;
  }

  /// The number of discs tells whose turn it is.
  [[nodiscard]] std::uint64_t position_key() const {
    return scrambled(discs_[0], discs_[1], discs_[2], discs_[3]);
  }

  /// How many discs a player has on the board.
  [[nodiscard]] int discs(Player player) const {
    return std::popcount(discs_[static_cast<std::size_t>(player)]);
  }

  /// Whose disc lies on a cell, or kNobody.
  [[nodiscard]] Player owner(int cell) const {
    for (Player player = 0; player < players_; ++player) {
      if (discs_[static_cast<std::size_t>(player)] >> cell & 1) return player;
    }
    return kNobody;
  }

  [[nodiscard]] std::string to_text(Move move) const {
    return banyan::to_text(Cell{move % 8, move / 8});
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    const auto cell = parse_cell(text, size_, size_);
    if (!cell) return std::nullopt;
    return static_cast<Move>(8 * cell->row + cell->column);
  }

  [[nodiscard]] std::string board() const {
    std::string text = "  " + column_letters(size_) + '\n';
    for (int row = 0; row < size_; ++row) {
      text += ' ' + std::to_string(row + 1);
      for (int column = 0; column < size_; ++column) text += {' ', disc(owner(8 * row + column))};
      text += '\n';
    }
    for (Player player = 0; player < players_; ++player) {
      text += (player > 0 ? ", " : "") + std::string(1, disc(player)) + ' ' +
              std::to_string(discs(player));
    }
    return text +
           (over() ? "\nthe board is full\n" : std::string("\n") + disc(player_) + " to move\n");
  }

  friend bool operator==(const Rolit&, const Rolit&) = default;

 private:
  static char disc(Player player) { return player == kNobody ? '.' : "XOAB"[player]; }

  [[nodiscard]] std::uint64_t occupied() const {
    return discs_[0] | discs_[1] | discs_[2] | discs_[3];
  }
  [[nodiscard]] std::uint64_t others() const { return occupied() & ~discs_[player_]; }

  [[nodiscard]] std::uint64_t board_cells() const {
    const std::uint64_t row = (std::uint64_t{1} << size_) - 1;
    return row * (0x0101010101010101ULL >> 8 * (8 - size_));
  }

  [[nodiscard]] std::uint64_t legal_cells() const {
    const std::uint64_t board = board_cells();
    const std::uint64_t turning = othello_lines::moves(discs_[player_], others()) & board;
    return turning != 0 ? turning : beside(occupied()) & board & ~occupied();
  }

  /// The cells and all their neighbours.
  static std::uint64_t beside(std::uint64_t cells) {
    constexpr std::uint64_t kFirstColumn = 0x0101010101010101ULL;
    const std::uint64_t row =
        cells | (cells & ~(kFirstColumn << 7)) << 1 | (cells & ~kFirstColumn) >> 1;
    return row | row << 8 | row >> 8;
  }

  std::array<std::uint64_t, kMaxPlayers> discs_{};
  std::uint8_t size_;
  std::uint8_t players_;
  std::uint8_t player_ = 0;
  std::array<std::uint8_t, 5> unused_{};
};
static_assert(TextGame<Rolit> && ManyPlayers<Rolit> && KeyedGame<Rolit> && sizeof(Rolit) == 40);

}  // namespace banyan
