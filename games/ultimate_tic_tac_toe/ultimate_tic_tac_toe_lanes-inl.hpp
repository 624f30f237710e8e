// Ultimate tic-tac-toe with one game per lane of 16 bits. Compiled once per instruction set.
#if defined(BANYAN_GAMES_SIMD_ULTIMATE_TIC_TAC_TOE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_ULTIMATE_TIC_TAC_TOE_LANES_INL_HPP
#undef BANYAN_GAMES_SIMD_ULTIMATE_TIC_TAC_TOE_LANES_INL_HPP
#else
#define BANYAN_GAMES_SIMD_ULTIMATE_TIC_TAC_TOE_LANES_INL_HPP
#endif

#include <bit>
#include <cstdint>

#include "core/game/game.hpp"
#include "games/simd/short_lanes-inl.hpp"
#include "games/ultimate_tic_tac_toe/three_by_three_tables.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// A row of games in progress, which all change sides together: a game's mover is the side that was
/// to move when it was put in.
///
/// Cells and boards are counted from 1 (three_by_three_tables.hpp).
class UltimateLanes {
 public:
  /// The memory layout of an UltimateTicTacToe.
  struct Position {
    std::uint64_t open[2];
    std::uint32_t stones[9];  // a bit per cell; player 1's further up by 16
    std::uint16_t boards[2];
    std::uint16_t closed;
    std::uint8_t next;
    std::uint8_t to_move;
    std::uint8_t most;  // most boards win without three in a row
  };
  static constexpr int kSize = kGames;

  HWY_INLINE explicit UltimateLanes(const simd::RowSeeds& seeds) {
    for (int v = 0; v < kVecsInRow; ++v) random_[v] = VecRandom(seeds, v * kVecLanes);
    for (std::int16_t& over : over_) over = kOver;
  }

  HWY_INLINE void put(int lane, const Position& position) {
    const unsigned mover = position.to_move;
    for (unsigned board = 0; board < 9; ++board) {
      const std::uint32_t stones[2] = {position.stones[board] & simd::kAllCells,
                                       position.stones[board] >> 16};
      const unsigned empty =
          position.closed >> board & 1 ? 0 : (stones[0] | stones[1]) ^ simd::kAllCells;
      free_[board][lane] = static_cast<std::int16_t>(
          empty + simd::kOneCell * static_cast<unsigned>(std::popcount(empty)));
      lines_[0][board][lane] = static_cast<std::int16_t>(simd::kLinesOfSet[stones[mover]]);
      lines_[1][board][lane] = static_cast<std::int16_t>(simd::kLinesOfSet[stones[1 - mover]]);
    }
    won_[0][lane] = static_cast<std::int16_t>(simd::kLinesOfSet[position.boards[mover]]);
    won_[1][lane] = static_cast<std::int16_t>(simd::kLinesOfSet[position.boards[1 - mover]]);
    closed_[lane] = static_cast<std::int16_t>(position.closed);
    next_[lane] = static_cast<std::int16_t>((position.next + 1) % 10);
    over_[lane] = 0;
    points_[lane] = kDraw;
    most_[lane] = position.most != 0;
  }

  /// A bit per lane.
  [[nodiscard]] HWY_INLINE std::uint64_t over() const {
    std::uint64_t over = 0;
    for (int game = 0; game < kGames; game += kVecGames) {
      over |= bits_of(kGameLanes, hn::MaskFromVec(load(over_ + game))) << game;
    }
    return over;
  }
  /// The points of a finished game for its mover.
  [[nodiscard]] HWY_INLINE Points points(int lane) const {
    if (points_[lane] != kDraw || !most_[lane]) return points_[lane];
    // Does not use won_, which still changes in finished games.
    return UltimateTicTacToe::points_of_more(boards_of(0, lane), boards_of(1, lane));
  }

  /// Makes a few moves in all games that are not over, equally many for each side.
  HWY_NOINLINE void step() {
    for (int i = 0; i < kMoves; i += 2) {
      move<0>();
      move<1>();
    }
  }

 private:
  static constexpr std::int16_t kOver = -1;
  static constexpr int kMoves = 4;  // between two checks for finished games

  [[nodiscard]] HWY_INLINE int boards_of(int side, int lane) const {
    int boards = 0;
    for (const auto& of_board : lines_[side]) {
      boards += banyan::has_complete(static_cast<std::uint16_t>(of_board[lane])) ? 1 : 0;
    }
    return boards;
  }

  static HWY_INLINE Signed number(int value) {
    return hn::Set(kGameLanes, static_cast<std::int16_t>(value));
  }
  static HWY_INLINE Signed load(const std::int16_t* row) { return hn::Load(kGameLanes, row); }
  static HWY_INLINE void store(Signed value, std::int16_t* row) {
    hn::Store(value, kGameLanes, row);
  }

  static HWY_INLINE Signed count_of(Signed free) { return hn::ShiftRight<9>(free); }
  static HWY_INLINE Unsigned as_bound(Signed count) { return hn::BitCast(kUnsigned, count); }

  /// Which of three consecutive parts a number lies in.
  struct Part {
    HWY_INLINE Part(Signed n, Signed end_of_first, Signed end_of_second)
        : is_first(n < end_of_first), is_not_third(n < end_of_second) {}
    [[nodiscard]] HWY_INLINE Signed choose(Signed a, Signed b, Signed c) const {
      return hn::IfThenElse(is_first, a, hn::IfThenElse(is_not_third, b, c));
    }
    hn::Mask<Games> is_first;
    hn::Mask<Games> is_not_third;
  };

  /// The nth of the free cells of a board.
  static HWY_INLINE Signed nth_cell(Signed free, Signed n) {
    const Signed seven = number(7);
    const Signed rows[3] = {free & seven, hn::ShiftRight<3>(free) & seven,
                            hn::ShiftRight<6>(free) & seven};
    const Signed nine_times = n + hn::ShiftLeft<3>(n);
    const Signed a = look_up(simd::kNineTimesSize, rows[0]);
    const Signed b = a + look_up(simd::kNineTimesSize, rows[1]);
    const Part row(nine_times, a, b);
    const Signed place =
        row.choose(rows[0], rows[1], rows[2]) + nine_times - row.choose(number(0), a, b);
    constexpr int kFirst = 1 - (simd::kNthOfRow.bytes[0] << 8);  // minus what upper halves find
    return look_up(simd::kNthOfRow, place & number(15)) +
           row.choose(number(kFirst), number(kFirst + 3), number(kFirst + 6));
  }

  static HWY_INLINE hn::Mask<Games> has_complete(Signed lines) {
    return (lines & hn::ShiftRight<1>(lines) & number(0x5555)) != number(0);
  }

  /// The nth free cell of a board.
  struct Choice {
    Signed board;
    Signed n;
  };
  struct Move {
    Signed board;
    Signed cell;
    Signed free;   // of that board, before the move
    Signed lines;  // of that board and the side that moves, before
  };

  /// As if all open boards were allowed.
  HWY_INLINE Choice choose_board(int game) const {
    Signed ends[9];
    ends[0] = count_of(load(free_[0] + game));
    for (int b = 1; b < 9; ++b) ends[b] = ends[b - 1] + count_of(load(free_[b] + game));
    const Signed n = below(as_bound(ends[8]), high_.get(game), low_.get(game));
    const Part row(n, ends[2], ends[5]);
    const Signed a = row.choose(ends[0], ends[3], ends[6]);
    const Signed b = row.choose(ends[1], ends[4], ends[7]);
    const Part column(n, a, b);
    const Signed board = row.choose(number(1), number(4), number(7)) +
                         column.choose(number(0), number(1), number(2));
    const Signed before = column.choose(row.choose(number(0), ends[2], ends[5]), a, b);
    return {board, n - before};
  }

  template <int Side>
  HWY_INLINE Move choose_cell(const Choice& choice, int game) const {
    const Signed none = number(0);
    const Signed next = load(next_ + game);
    const auto anywhere = next == none;
    Move move;
    move.board = hn::IfThenElse(anywhere, choice.board, next);
    move.free = none;
    move.lines = none;
    for (int b = 0; b < 9; ++b) {
      const auto here = move.board == number(b + 1);
      move.free = hn::IfThenElse(here, load(free_[b] + game), move.free);
      move.lines = hn::IfThenElse(here, load(lines_[Side][b] + game), move.lines);
    }
    const Signed n = hn::IfThenElse(
        anywhere, choice.n, below(as_bound(count_of(move.free)), high_.get(game), low_.get(game)));
    move.cell = nth_cell(move.free, n);
    return move;
  }

  template <int Side>
  HWY_INLINE void make(const Move& move, int game) {
    const Signed none = number(0);
    const Signed all_cells = number(static_cast<int>(simd::kAllCells));
    const Signed over = load(over_ + game);
    const Signed bit = look_up(simd::kSetOfCell, move.cell);
    const Signed lines = move.lines + look_up(simd::kLinesOfCell, move.cell);
    Signed free = move.free - bit;
    const auto wins = has_complete(lines);
    const auto closes = hn::Or(wins, free == none);
    free = hn::IfThenZeroElse(closes, free);
    const Signed changed = move.board | over;  // none where a game is over
    for (int b = 0; b < 9; ++b) {
      const auto here = changed == number(b + 1);
      store(hn::IfThenElse(here, free, load(free_[b] + game)), free_[b] + game);
      store(hn::IfThenElse(here, lines, load(lines_[Side][b] + game)), lines_[Side][b] + game);
    }
    const Signed won =
        load(won_[Side] + game) + hn::IfThenElseZero(wins, look_up(simd::kLinesOfCell, move.board));
    store(won, won_[Side] + game);
    const Signed closed =
        load(closed_ + game) |
        hn::IfThenElseZero(closes, look_up(simd::kSetOfCell, move.board) & all_cells);
    store(closed, closed_ + game);
    store(hn::IfThenElseZero((closed & bit) == none, move.cell), next_ + game);
    const auto wins_all = hn::AndNot(hn::MaskFromVec(over), has_complete(won));
    store(hn::IfThenElse(wins_all, number(Side == 0 ? kWin : kLoss), load(points_ + game)),
          points_ + game);
    const auto ends_all = hn::Or(wins_all, closed == all_cells);
    store(over | hn::VecFromMask(kGameLanes, ends_all), over_ + game);
  }

  /// Phase by phase, so that the vectors of a row hide each other's latency.
  template <int Side>
  HWY_INLINE void move() {
    high_.draw(random_);
    low_.draw(random_);
    constexpr int kVecs = kGames / kVecGames;
    Choice choices[kVecs];
    for (int v = 0; v < kVecs; ++v) choices[v] = choose_board(v * kVecGames);
    Move moves[kVecs];
    for (int v = 0; v < kVecs; ++v) moves[v] = choose_cell<Side>(choices[v], v * kVecGames);
    for (int v = 0; v < kVecs; ++v) make<Side>(moves[v], v * kVecGames);
  }

  // By board: its empty cells, with kOneCell for each of them, if the board is neither won nor
  // full.
  alignas(64) std::int16_t free_[9][kGames] = {};
  // By side, the mover first, and board.
  alignas(64) std::int16_t lines_[2][9][kGames] = {};
  alignas(64) std::int16_t won_[2][kGames] = {};
  alignas(64) std::int16_t closed_[kGames] = {};  // a bit per board
  alignas(64) std::int16_t next_[kGames] = {};
  alignas(64) std::int16_t points_[kGames] = {};
  alignas(64) std::int16_t over_[kGames];
  bool most_[kGames] = {};
  RowNumbers high_;
  RowNumbers low_;
  VecRandom random_[kVecsInRow];
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
