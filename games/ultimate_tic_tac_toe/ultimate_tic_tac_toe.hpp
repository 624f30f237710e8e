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
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/position_key.hpp"
#include "games/tic_tac_toe/three_in_a_row.hpp"
#include "games/ultimate_tic_tac_toe/random_order.hpp"

namespace banyan {

/// Boards, and the cells of each, are counted row by row. A move is 9 * board + cell. In text,
/// columns run from a to i and rows from 1 to 9 over all boards, a1 at the top left. A move into a
/// cell sends the opponent to the board at the same place. If that one is decided or full, they may
/// choose any open board. Three in a row decide a board, and three such boards in a row win the
/// game. If no board is left to play on, it is a draw; or, by the rules of CodinGame, more boards
/// win.
class UltimateTicTacToe {
 public:
  UltimateTicTacToe() = default;
  explicit UltimateTicTacToe(bool most_boards_win) : most_(most_boards_win) {}

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
    const unsigned own = boards_[player];
    const unsigned other = boards_[1 - player];
    return has_three_in_a_row(own)     ? kWin
           : has_three_in_a_row(other) ? kLoss
           : most_                     ? points_of_more(std::popcount(own), std::popcount(other))
                                       : kDraw;
  }

  /// The points for a player with `own` boards, without three in a row, if most boards win.
  static constexpr Points points_of_more(int own, int other) {
    return own > other ? kWin : own < other ? kLoss : kDraw;
  }
  [[nodiscard]] bool most_boards_win() const { return most_; }

  Playout playout(Random& random) const {
    Random numbers = random;  // a copy, which can stay in registers
    InPlay game(*this, numbers);
    unsigned board = next_ == kAnyBoard ? 0 : next_ + 1U;
    int plies = to_move_;
    if (plies == 0 || !game.move<1>(board, numbers)) {
      do {
        ++plies;
        if (game.move<0>(board, numbers)) break;
        ++plies;
      } while (!game.move<1>(board, numbers));
    }
    random = numbers;
    const Points points = game.first_points();
    if (points != kDraw) return {points, plies};
    return {most_ ? game.points_of_boards() : kDraw, plies - 1};
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

  // The moves on each board; the last entry has those on all boards.
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

  /// A random game. A random free cell of a board is the next one of a random order of all its
  /// cells, drawn beforehand: so a move waits for the last one only until it knows where that
  /// leads. Ends of boards are unpredictable, so they are computed without branches, and separately
  /// from the orders, so that no move waits for them. Boards and cells are counted from 1, in sets
  /// too.
  class InPlay {
   public:
    InPlay(const UltimateTicTacToe& position, Random& random)
        : won_{position.boards_[0] * 2U, position.boards_[1] * 2U}, number_(random.next()) {
      std::uint64_t open = position.open_.words[0];
      std::uint64_t rest = position.open_.words[1];
      for (unsigned board = 1; board <= 9; ++board) {
        const auto free = static_cast<unsigned>(open & kFull);
        open = open >> 9 | rest << 55;
        rest >>= 9;
        const std::uint64_t order = random_order(free, random);
        cell_[board] = static_cast<std::uint8_t>(order & 15U);
        order_[board] = order >> 4;
        free_ += static_cast<std::uint64_t>(std::popcount(free)) << kFieldBits * (board - 1);
        const unsigned both = position.stones_[board - 1];
        stones_[0][board] = (both & kFull) << 1;
        stones_[1][board] = both >> kOther << 1;
      }
    }

    /// Makes a random move on `board`, or on any board if that is 0 or closed; `board` becomes
    /// where it leads. Returns whether the game is over. That is after a win, but before a move
    /// that a draw leaves no cell for.
    template <unsigned Mover>
    [[gnu::always_inline]] bool move(unsigned& board, Random& random) {
      if ((free_ & kFieldOf[board]) == 0) [[unlikely]] {
        board = any_board(random);
        if (board == 0) return true;
      }
      const unsigned cell = cell_[board];
      const std::uint64_t order = order_[board];
      cell_[board] = static_cast<std::uint8_t>(order & 15U);
      order_[board] = order >> 4;
      const unsigned own = stones_[Mover][board] | 1U << cell;
      stones_[Mover][board] = own;
      const std::uint64_t decided = has_line(own);
      free_ = (free_ - kOneOf[board]) & ~(kFieldOf[board] & decided);
      won_[Mover] |= 1U << board & static_cast<unsigned>(decided);
      board = cell;
      return has_line(won_[Mover]) != 0;
    }

    [[nodiscard]] Points first_points() const {
      return has_line(won_[0]) != 0 ? kWin : has_line(won_[1]) != 0 ? kLoss : kDraw;
    }
    [[nodiscard]] Points points_of_boards() const {
      return points_of_more(std::popcount(won_[0]), std::popcount(won_[1]));
    }

   private:
    /// The board of a random free cell; 0 if there is none.
    [[nodiscard]] unsigned any_board(Random& random) {
      // How many cells there are up to the end of each board.
      const std::uint64_t ends = free_ * kEachBoard;
      const std::uint64_t cells = ends >> 8 * kFieldBits & kField;
      if (cells == 0) return 0;
      // The boards that end before the nth cell. Every second board at a time, so that a bit is
      // free above each field, which n keeps if the end is not after it.
      constexpr std::uint64_t kEveryOther = 1 | 1UL << 14 | 1UL << 28 | 1UL << 42;
      constexpr std::uint64_t kAbove = kEveryOther << kFieldBits;
      const std::uint64_t n = ((number_ >> 32) * cells >> 32) * kEveryOther | kAbove;
      number_ = random.next();
      const std::uint64_t odd = n - (ends & kField * kEveryOther);
      const std::uint64_t even = n - (ends >> kFieldBits & kField * kEveryOther);
      return 1 + static_cast<unsigned>(std::popcount((odd & kAbove) | (even & kAbove) << 1));
    }

    /// All ones if a set holds a line.
    static std::uint64_t has_line(unsigned set) {
      return static_cast<std::uint64_t>(std::int64_t{kHasLine[set]});
    }

    // A field per board; all of them together count at most 81 cells.
    static constexpr unsigned kFieldBits = 7;
    static constexpr std::uint64_t kField = 127;
    static constexpr std::array<std::uint64_t, 10> kOneOf = [] {
      std::array<std::uint64_t, 10> one{};
      for (unsigned board = 1; board <= 9; ++board) {
        one[board] = std::uint64_t{1} << kFieldBits * (board - 1);
      }
      return one;
    }();
    static constexpr std::array<std::uint64_t, 10> kFieldOf = [] {
      std::array<std::uint64_t, 10> field = kOneOf;
      for (std::uint64_t& one : field) one *= kField;
      return field;
    }();
    static constexpr std::uint64_t kEachBoard = [] {
      std::uint64_t each = 0;
      for (const std::uint64_t one : kOneOf) each += one;
      return each;
    }();
    // By a set: -1 if it holds a line.
    static constexpr std::array<std::int8_t, 1024> kHasLine = [] {
      std::array<std::int8_t, 1024> has_line{};
      for (unsigned set = 0; set <= kFull; ++set) {
        has_line[set << 1] = has_complete(lines_of(set)) ? -1 : 0;
      }
      return has_line;
    }();

    std::uint8_t cell_[10];        // the next one on each board
    std::uint64_t order_[10];      // those behind it: random_order()
    std::uint32_t stones_[2][10];  // of each side on each board
    std::uint64_t free_ = 0;       // numbers of free cells of open boards, in fields
    unsigned won_[2];              // boards of each side
    std::uint64_t number_;         // for the next move on any board, drawn in advance
  };

  Cells open_ = kCellsOf[kAnyBoard];  // empty cells of boards that are not closed
  std::uint32_t stones_[9] = {};      // a bit per cell; player 1's further up by kOther
  std::uint16_t boards_[2] = {0, 0};  // boards won by each player, a bit per board
  std::uint16_t closed_ = 0;          // boards decided or full
  std::uint8_t next_ = kAnyBoard;
  std::uint8_t to_move_ = 0;
  bool most_ = false;  // without three boards in a row, most boards win
};
static_assert(MoveSetGame<UltimateTicTacToe> && FastPlayout<UltimateTicTacToe> &&
              BatchPlayout<UltimateTicTacToe> && TextGame<UltimateTicTacToe> &&
              sizeof(UltimateTicTacToe) == 64);

}  // namespace banyan
