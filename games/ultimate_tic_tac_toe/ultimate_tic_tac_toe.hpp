// Ultimate tic-tac-toe: nine boards of nine cells, where each move chooses the opponent's board.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/bits.hpp"
#include "core/rules/game.hpp"
#include "core/rules/game_text.hpp"
#include "core/rules/position_key.hpp"
#include "games/tic_tac_toe/three_in_a_row.hpp"

namespace banyan {

/// Boards, and the cells of each, are counted row by row. A move is 9 * board + cell; in text
/// columns run from a to i and rows from 1 to 9 over all boards, a1 at the top left. A move into a
/// cell sends the opponent to the board of the same place; if that one is decided or full, any
/// board that is neither will do. Three in a row decide a board, and three such boards in a row win
/// the game. When no board is left to play on, it is a draw, whoever has more boards.
class UltimateTicTacToe {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 81;
  static constexpr bool kAlternates = true;
  using Cells = BitSet<2>;

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] Cells legal_set() const { return open_ & kCellsOf[next_]; }

  [[nodiscard]] MovesOf<UltimateTicTacToe> legal_moves() const {
    MovesOf<UltimateTicTacToe> moves;
    legal_set().for_each([&](int move) { moves.push_back(static_cast<Move>(move)); });
    return moves;
  }

  void play(Move move) { play(move / 9U, move % 9U); }

  [[nodiscard]] bool over() const {
    return closed_ == kFull || has_three_in_a_row(boards_[0]) || has_three_in_a_row(boards_[1]);
  }

  [[nodiscard]] Points result(Player player) const {
    return has_three_in_a_row(boards_[player])       ? kWin
           : has_three_in_a_row(boards_[1 - player]) ? kLoss
                                                     : kDraw;
  }

  Playout playout(Random& random) const {
    InPlay game(*this);
    Random numbers = random;  // a copy, which can stay in registers
    unsigned board = next_ == kAnyBoard ? 0 : 1U << next_;
    int plies = to_move_;
    if (plies == 0 || !game.move<1>(board, numbers)) {
      do {
        ++plies;
        if (game.move<0>(board, numbers)) break;
        ++plies;
      } while (!game.move<1>(board, numbers));
    }
    random = numbers;
    return {game.first_points(), plies};
  }

  // BatchPlayout; games/ultimate_tic_tac_toe/playouts.cpp.
  static void play_out(std::span<const UltimateTicTacToe> leaves, std::span<Points> first,
                       Random& random);
  static std::uint32_t play_out_from(const UltimateTicTacToe& leaf, std::uint32_t games,
                                     Random& random);

  /// Whose stone lies on a cell, or kNobody.
  [[nodiscard]] Player owner(int board, int cell) const {
    return stones_[board] >> cell & 1 ? 0 : stones_[board] >> (kOther + cell) & 1 ? 1 : kNobody;
  }

  /// The board where the next move must be made, or kAnyBoard.
  [[nodiscard]] int next_board() const { return next_; }
  static constexpr int kAnyBoard = 9;

  [[nodiscard]] std::string to_text(Move move) const {
    const int board = move / 9;
    const int cell = move % 9;
    return banyan::to_text(Cell{3 * (board % 3) + cell % 3, 3 * (board / 3) + cell / 3});
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    const auto cell = parse_cell(text, 9, 9);
    if (!cell) return std::nullopt;
    return static_cast<Move>(9 * board_at(*cell) + cell_at(*cell));
  }

  /// The nine boards as one grid, and which of them are decided and where the next move goes.
  [[nodiscard]] std::string board() const {
    const auto decided = [&](Cell at) {
      const int board = 3 * at.row + at.column;
      return boards_[0] >> board & 1 ? 0 : boards_[1] >> board & 1 ? 1 : kNobody;
    };
    std::string text = "   a b c   d e f   g h i\n";
    for (int row = 0; row < 9; ++row) {
      if (row == 3 || row == 6) text += "   ------+-------+------\n";
      text += ' ' + std::to_string(row + 1);
      for (int column = 0; column < 9; ++column) {
        if (column == 3 || column == 6) text += " |";
        const Cell at{column, row};
        text += {' ', mark(owner(board_at(at), cell_at(at)))};
      }
      text += '\n';
    }
    text += "boards won:\n" + grid_text(3, 3, decided);
    if (!over() && next_ != kAnyBoard) {
      text += "next board: " + banyan::to_text(Cell{next_ % 3, next_ / 3}) + '\n';
    }
    return text + turn_text(*this) + '\n';
  }

  [[nodiscard]] std::uint64_t position_key() const {
    std::uint64_t key = scrambled(next_, to_move_);
    for (const std::uint32_t stones : stones_) key = scrambled(key, stones);
    return key;
  }

  friend bool operator==(const UltimateTicTacToe&, const UltimateTicTacToe&) = default;

 private:
  static constexpr unsigned kFull = 0777;
  static constexpr unsigned kOther = 16;

  // The moves on each board, and last those on all of them.
  static constexpr std::array<Cells, 10> kCellsOf = [] {
    std::array<Cells, 10> cells{};
    for (int move = 0; move < 81; ++move) {
      cells[static_cast<unsigned>(move / 9)].insert(move);
      cells[kAnyBoard].insert(move);
    }
    return cells;
  }();

  static int board_at(Cell at) { return 3 * (at.row / 3) + at.column / 3; }
  static int cell_at(Cell at) { return 3 * (at.row % 3) + at.column % 3; }

  void play(unsigned board, unsigned cell) {
    const std::uint32_t both = stones_[board] | 1U << (kOther * to_move_ + cell);
    stones_[board] = both;
    open_.erase(static_cast<int>(9 * board + cell));
    const bool wins = has_three_in_a_row(both >> kOther * to_move_ & kFull);
    const bool closes = wins || ((both | both >> kOther) & kFull) == kFull;
    if (closes) {
      if (wins) boards_[to_move_] = static_cast<std::uint16_t>(boards_[to_move_] | 1U << board);
      closed_ = static_cast<std::uint16_t>(closed_ | 1U << board);
      open_ = open_ & ~kCellsOf[board];
    }
    next_ = static_cast<std::uint8_t>((closed_ >> cell & 1) != 0 ? kAnyBoard : cell);
    to_move_ ^= 1;
  }

  /// A random game. Each board is found by the bit of the cell that leads to it: to look for its
  /// number would be a wait in every move for the move before.
  class InPlay {
   public:
    explicit InPlay(const UltimateTicTacToe& position)
        : won_{position.boards_[0], position.boards_[1]}, closed_(position.closed_) {
      for (unsigned board = 0; board < 9; ++board) {
        const unsigned first = position.stones_[board] & kFull;
        const unsigned second = position.stones_[board] >> kOther;
        const bool closed = (closed_ >> board & 1) != 0;
        free_[1U << board] = closed ? 0 : kFull & ~(first | second);
        stones_[0][1U << board] = first;
        stones_[1][1U << board] = second;
      }
      free_[0] = 0;
    }

    /// A random move on `board`, or on any board if that is 0 or closed; then `board` is where it
    /// leads. Returns whether it ends the game.
    template <unsigned Mover>
    [[gnu::always_inline]] bool move(unsigned& board, Random& random) {
      unsigned free = free_[board];
      unsigned cell = 0;
      if (free != 0) [[likely]] {
        const auto moves = static_cast<std::uint32_t>(std::popcount(free));
        cell = static_cast<unsigned>(nth_set_bit(free, random.below(moves)));
      } else {
        Cells cells = open();
        const auto moves = static_cast<std::uint32_t>(cells.size());
        const auto move = static_cast<unsigned>(cells.take_nth(random.below(moves)));
        board = 1U << move / 9;
        cell = 1U << move % 9;
        free = free_[board];
      }
      const unsigned own = stones_[Mover][board] | cell;
      stones_[Mover][board] = own;
      free_[board] = free ^ cell;
      const bool wins = has_three_in_a_row(own);
      if (wins || free == cell) [[unlikely]] {
        free_[board] = 0;
        closed_ |= board;
        if (wins) won_[Mover] |= board;
        if (closed_ == kFull || has_three_in_a_row(won_[Mover])) return true;
      }
      board = cell;
      return false;
    }

    [[nodiscard]] Points first_points() const {
      return has_three_in_a_row(won_[0]) ? kWin : has_three_in_a_row(won_[1]) ? kLoss : kDraw;
    }

   private:
    /// The empty cells of all boards that are not closed.
    [[nodiscard]] Cells open() const {
      Cells cells;
      for (int board = 0; board < 7; ++board) {
        cells.words[0] |= std::uint64_t{free_[1U << board]} << 9 * board;
      }
      cells.words[0] |= std::uint64_t{free_[128]} << 63;
      cells.words[1] = free_[128] >> 1 | free_[256] << 8;
      return cells;
    }

    static constexpr unsigned kBits = 257;  // only those for 0 and the nine bits are in use
    unsigned free_[kBits];                  // 0 where the board is closed
    unsigned stones_[2][kBits];
    unsigned won_[2];
    unsigned closed_;
  };

  Cells open_ = kCellsOf[kAnyBoard];  // empty cells of boards that are not closed
  std::uint32_t stones_[9] = {};      // a bit per cell; player 1's further up by kOther
  std::uint16_t boards_[2] = {0, 0};  // boards won by each player, a bit per board
  std::uint16_t closed_ = 0;          // boards decided or full
  std::uint8_t next_ = kAnyBoard;
  std::uint8_t to_move_ = 0;
};
static_assert(MoveSetGame<UltimateTicTacToe> && FastPlayout<UltimateTicTacToe> &&
              BatchPlayout<UltimateTicTacToe> && TextGame<UltimateTicTacToe> &&
              sizeof(UltimateTicTacToe) == 64);

}  // namespace banyan
