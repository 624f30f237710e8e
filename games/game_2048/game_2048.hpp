// 2048: one player slides tiles, chance adds new ones.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/position_key.hpp"
#include "core/game/reward_game.hpp"

namespace banyan {

/// Cirulli's game (2014; as a Markov decision process Szubert and Jaskowski 2014): a 4x4 board of
/// tiles, powers of two. A move slides all tiles one way. Two equal tiles that meet merge into
/// their sum, each tile once per move, and earn it. A move must change the board. Then a tile
/// appears on a random empty cell, a 2 nine times in ten, otherwise a 4. The game begins with two
/// such tiles and ends when no move is left. Tiles of 32768 do not merge.
///
/// Four bits per cell, 4 * row + column, hold the power of two, 0 if empty. A move is kUp, kRight,
/// kDown or kLeft, in text up, right, down and left. An outcome of chance is 4 + 2 * cell, plus one
/// for a 4, in text the cell (a1 at the top left) and the tile, as in b3=2.
class Game2048 {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 32;
  static constexpr int kMaxPlayers = 1;
  static constexpr double kDiscount = 1;
  static constexpr double kLargestReturn = 1 << 22;  // the greatest score is below 4 million
  static constexpr const char* kUnit = "score to come";
  static constexpr Move kUp = 0;
  static constexpr Move kRight = 1;
  static constexpr Move kDown = 2;
  static constexpr Move kLeft = 3;

  Game2048() = default;

  /// A position with the player to move; powers of two by cell.
  explicit Game2048(const std::array<int, 16>& powers) : tiles_due_(0) {
    for (int cell = 0; cell < 16; ++cell) {
      board_ |= static_cast<std::uint64_t>(powers[static_cast<std::size_t>(cell)]) << 4 * cell;
    }
  }

  [[nodiscard]] int players() const { return 1; }
  [[nodiscard]] Player to_move() const { return tiles_due_ > 0 ? kChance : 0; }

  [[nodiscard]] MovesOf<Game2048> legal_moves() const {
    MovesOf<Game2048> moves;
    if (tiles_due_ > 0) {
      for (int cell = 0; cell < 16; ++cell) {
        if (power(cell) != 0) continue;
        moves.push_back(static_cast<Move>(4 + 2 * cell));
        moves.push_back(static_cast<Move>(5 + 2 * cell));
      }
    } else {
      for (Move move = kUp; move <= kLeft; ++move) {
        if (slid(move).board != board_) moves.push_back(move);
      }
    }
    return moves;
  }

  void play(Move move) {
    if (tiles_due_ > 0) {
      board_ |= std::uint64_t{(move & 1U) + 1} << 4 * ((move - 4) / 2);
      earned_ = 0;
      --tiles_due_;
    } else {
      const Slid after = slid(move);
      board_ = after.board;
      earned_ = after.earned;
      tiles_due_ = 1;
    }
  }

  [[nodiscard]] bool over() const {
    if (tiles_due_ > 0 || empty_cells() > 0) return false;
    for (Move move = kUp; move <= kLeft; ++move) {
      if (slid(move).board != board_) return false;
    }
    return true;
  }

  [[nodiscard]] Points result(Player /*player*/) const { return kWin; }
  /// Identifies future rewards, not earned ones.
  [[nodiscard]] std::uint64_t position_key() const { return scrambled(board_, tiles_due_); }
  [[nodiscard]] double reward(Player /*player*/) const { return earned_; }

  [[nodiscard]] Move draw(Random& random) const {
    auto left = static_cast<int>(random.below(static_cast<std::uint32_t>(empty_cells())));
    int cell = 0;
    for (;; ++cell) {
      if (power(cell) == 0 && left-- == 0) break;
    }
    return static_cast<Move>(4 + 2 * cell + (random.below(10) == 0 ? 1 : 0));
  }
  [[nodiscard]] double probability(Move move) const {
    return (move & 1U ? 0.1 : 0.9) / empty_cells();
  }

  /// The power of two on a cell, 0 if it is empty.
  [[nodiscard]] int power(int cell) const { return static_cast<int>(board_ >> 4 * cell & 15); }

  [[nodiscard]] std::string to_text(Move move) const {
    if (move < 4) return std::string(kNames[move]);
    const int cell = (move - 4) / 2;
    return banyan::to_text(Cell{cell % 4, cell / 4}) + (move & 1U ? "=4" : "=2");
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    std::string lower(text);
    for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    for (Move move = 0; move < 36; ++move) {
      if (to_text(move) == lower) return move;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::string board() const {
    std::string text;
    for (int cell = 0; cell < 16; ++cell) {
      const std::string tile = power(cell) == 0 ? "." : std::to_string(1 << power(cell));
      text += std::string(7 - tile.size(), ' ') + tile + (cell % 4 == 3 ? "\n" : "");
    }
    return text + (over()           ? "no move is left\n"
                   : tiles_due_ > 0 ? "a tile appears\n"
                                    : "X to move\n");
  }

  friend bool operator==(const Game2048&, const Game2048&) = default;

 private:
  static constexpr std::array<std::string_view, 4> kNames{"up", "right", "down", "left"};

  struct Slid {
    std::uint64_t board = 0;
    std::uint32_t earned = 0;
  };

  [[nodiscard]] int empty_cells() const {
    std::uint64_t any = board_ | board_ >> 2;
    any = (any | any >> 1) & 0x1111111111111111ULL;
    return 16 - std::popcount(any);
  }

  /// The board after sliding all tiles one way, line by line from the edge they slide to.
  [[nodiscard]] Slid slid(Move move) const {
    constexpr int kFirst[4] = {0, 3, 12, 0};  // the cell of the first line at that edge
    constexpr int kNextLine[4] = {1, 4, 1, 4};
    constexpr int kInward[4] = {4, -1, -4, 1};
    Slid after;
    for (int line = 0; line < 4; ++line) {
      const int edge = kFirst[move] + line * kNextLine[move];
      int place = edge;  // where the next tile stops
      int waiting = 0;   // the power of the last tile, if it may still merge
      for (int i = 0; i < 4; ++i) {
        const int tile = power(edge + i * kInward[move]);
        if (tile == 0) continue;
        if (tile == waiting && tile < 15) {
          after.board += std::uint64_t{1} << 4 * (place - kInward[move]);
          after.earned += 2U << tile;
          waiting = 0;
        } else {
          after.board |= static_cast<std::uint64_t>(tile) << 4 * place;
          place += kInward[move];
          waiting = tile;
        }
      }
    }
    return after;
  }

  std::uint64_t board_ = 0;
  std::uint32_t earned_ = 0;     // by the last move
  std::uint32_t tiles_due_ = 2;  // chance's, before the player moves
};
static_assert(TextGame<Game2048> && KeyedGame<Game2048> && ManyPlayers<Game2048> &&
              ChanceGame<Game2048> && RewardGame<Game2048> && sizeof(Game2048) == 16);

}  // namespace banyan
