// Gomoku and variants: k in a row on boards of 3 to MaxSize columns and rows.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
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
#include "games/gomoku/gomoku_block.hpp"
#include "games/gomoku/line_times.hpp"
#include "games/random_subset.hpp"

namespace banyan {

/// The board's size and the winning length are chosen at run time, the storage at compile time:
/// Gomoku<15> takes 72 bytes, Gomoku<19> 104. Longer rows win too (freestyle), or only rows of
/// exactly the winning length do (standard Gomoku). A full board without a line is a draw.
///
/// A move is a cell, row * (MaxSize + 1) + column. Each row ends with an empty cell, so that a line
/// that leaves the board on one side does not come back on the other. In text, columns are letters
/// and rows numbers, a1 at the top left.
template <int MaxSize>
class Gomoku {
 public:
  static_assert(MaxSize >= 3 && MaxSize <= 19);
  using Move = std::uint16_t;
  static constexpr int kStride = MaxSize + 1;
  static constexpr int kWords = (MaxSize * kStride + 63) / 64;
  using Cells = BitSet<kWords>;
  static constexpr int kMinSize = 3;
  static constexpr int kMaxSize = MaxSize;
  static constexpr std::size_t kMaxMoves = MaxSize * kStride;
  static constexpr bool kAlternates = true;

  explicit Gomoku(BoardSize size = MaxSize, int line = 5, bool exact = false)
      : full_(static_cast<std::uint16_t>(size.cells())),
        columns_(static_cast<std::uint8_t>(size.columns)),
        rows_(static_cast<std::uint8_t>(size.rows)),
        line_(static_cast<std::uint8_t>(line)),
        exact_(exact) {
    assert(size.shorter() >= kMinSize && size.longer() <= kMaxSize);
    assert(line >= 3 && line <= size.longer());
  }

  [[nodiscard]] BoardSize size() const { return {columns_, rows_}; }
  [[nodiscard]] int line() const { return line_; }
  /// Whether longer rows do not win.
  [[nodiscard]] bool exact() const { return exact_; }

  [[nodiscard]] Player to_move() const { return plies_ % 2; }

  [[nodiscard, gnu::always_inline]] Cells legal_set() const {
    return cells() & ~(stones_[0] | stones_[1]);
  }

  [[nodiscard]] MovesOf<Gomoku> legal_moves() const {
    MovesOf<Gomoku> moves;
    legal_set().for_each([&](int cell) { moves.push_back(static_cast<Move>(cell)); });
    return moves;
  }

  void play(Move cell) {
    Cells& stones = stones_[to_move()];
    stones.insert(cell);
    has_line_ = completes_line(stones, cell);
    ++plies_;
  }

  /// The stones change owners, in place of a move.
  void swap_colours() {
    std::swap(stones_[0], stones_[1]);
    ++plies_;
    ++full_;
  }

  [[nodiscard]] bool over() const { return has_line_ || plies_ == full_; }

  /// The side that moved last made the line.
  [[nodiscard]] Points result(Player player) const {
    return !has_line_ ? kDraw : player == to_move() ? kLoss : kWin;
  }

  /// Both sides fill the board, each in a random order, and the first line counts: playing on after
  /// it changes no result. So nothing has to be done move by move, unless longer rows do not win.
  Playout playout(Random& random) const {
    if (exact_) return playout_by_moves(random);
    using Times = LineTimes<kWords, kStride>;
    const int left = full_ - plies_;
    const Player mover = to_move();
    Random numbers = random;  // a copy, which can stay in registers
    const Cells empty = legal_set();
    const Cells mine = random_subset(empty, left, (left + 1) / 2, numbers);
    alignas(64) std::int16_t random_times[Times::kNumbers];
    for (int cell = 0; cell < Times::kNumbers; cell += 4) {
      const std::uint64_t four = numbers.next();
      std::memcpy(random_times + cell, &four, sizeof four);
    }
    // One number serves a cell of either side, since their cells differ.
    Times my_times(stones_[mover], mine, random_times, rows_);
    Times other_times(stones_[1 - mover], empty ^ mine, random_times, rows_);
    const int my_stones = my_times.stones_until_line(line_, numbers);
    const int other_stones = other_times.stones_until_line(line_, numbers);
    random = numbers;
    // The mover's nth stone comes before the opponent's.
    if (my_stones <= other_stones) {
      if (my_stones == Times::kNoLine) return {kDraw, left};
      return {mover == 0 ? kWin : kLoss, 2 * my_stones - 1};
    }
    return {mover == 0 ? kLoss : kWin, 2 * other_stones};
  }

  // BatchPlayout, for Gomoku<15> and Gomoku<19>; games/gomoku/playouts.cpp. All leaves have the
  // same size and winning length.
  static void play_out(std::span<const Gomoku> leaves, std::span<Points> first, Random& random);
  static std::uint32_t play_out_from(const Gomoku& leaf, std::uint32_t games, Random& random);

  // Heuristics (core/game/knowledge.hpp) for these two; games/gomoku/knowledge.cpp.
  void weigh(std::span<const Move> moves, std::span<float> weights) const;
  std::optional<Move> decisive_move(std::span<const Move> last, Random& random) const;
  std::optional<Move> heavy_move(std::span<const Move> last, Random& random) const;

  /// Plays the game that `drawn` holds for this position, and from where it is undecided a random
  /// one; see gomoku_verdicts(). Returns player 0's points.
  [[nodiscard]] Points finish(const simd::GomokuVerdicts& drawn, int game, Random& random) const;

  /// Whose stone lies on a cell, or kNobody.
  [[nodiscard]] Player owner(int cell) const {
    return stones_[0].contains(cell) ? 0 : stones_[1].contains(cell) ? 1 : kNobody;
  }

  [[nodiscard]] BoardSetup setup() const {
    return setup_of(columns_, rows_, to_move(),
                    [&](Cell cell) { return owner(cell.row * kStride + cell.column); });
  }
  /// The player with a line moved last.
  [[nodiscard]] Gomoku set_up(const BoardSetup& setup) const {
    Gomoku position(size(), line_, exact_);
    int stones = 0;
    for_stones(setup, columns_, [&](Cell cell, Player owner) {
      position.stones_[owner].insert(cell.row * kStride + cell.column);
      ++stones;
    });
    const auto has_line = [&](Player player) {
      bool found = false;
      const Cells& own = position.stones_[player];
      own.for_each([&](int cell) { found |= completes_line(own, cell); });
      return found;
    };
    const bool lines[2] = {has_line(0), has_line(1)};
    if (lines[0] && lines[1]) throw std::invalid_argument("both sides have a line");
    position.has_line_ = lines[0] || lines[1];
    const int to_move = lines[0] ? 1 : lines[1] ? 0 : setup.to_move;
    const int skipped = stones % 2 == to_move ? 0 : 1;  // plies without a stone
    position.plies_ = static_cast<std::uint16_t>(stones + skipped);
    position.full_ = static_cast<std::uint16_t>(size().cells() + skipped);
    return position;
  }

  [[nodiscard]] std::string to_text(Move cell) const {
    return banyan::to_text(Cell{cell % kStride, cell / kStride});
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    const auto cell = parse_cell(text, columns_, rows_);
    if (!cell) return std::nullopt;
    return static_cast<Move>(cell->row * kStride + cell->column);
  }

  [[nodiscard]] std::string board() const {
    return grid_text(columns_, rows_,
                     [&](Cell cell) { return owner(cell.row * kStride + cell.column); }) +
           turn_text(*this) + '\n';
  }

  /// For boards of one size.
  [[nodiscard]] std::uint64_t position_key() const {
    return scrambled_sets(stones_[0], stones_[1]);
  }

  friend bool operator==(const Gomoku&, const Gomoku&) = default;

 private:
  static constexpr auto kBoards = [] {  // by columns and rows
    std::array<std::array<Cells, MaxSize + 1>, MaxSize + 1> boards{};
    for (int columns = kMinSize; columns <= MaxSize; ++columns) {
      Cells board;
      for (int row = 0; row < MaxSize; ++row) {
        for (int column = 0; column < columns; ++column) board.insert(row * kStride + column);
        boards[static_cast<unsigned>(columns)][static_cast<unsigned>(row + 1)] = board;
      }
    }
    return boards;
  }();
  /// All of the board's.
  [[nodiscard]] const Cells& cells() const { return kBoards[columns_][rows_]; }

  /// Whether random play is likely to end before one side runs out of its cells, so that SIMD
  /// playouts rarely have to be finished one by one.
  [[nodiscard]] bool is_open() const {
    constexpr int kOpen = 150;
    return line_ == 5 && !exact_ && full_ - plies_ >= kOpen;
  }

  /// The empty cells in a random order, up to the first line.
  [[nodiscard]] Playout playout_by_moves(Random& random) const {
    MovesOf<Gomoku> empty = legal_moves();
    Gomoku position = *this;
    for (auto left = static_cast<std::uint32_t>(empty.size()); !position.over(); --left) {
      Move& drawn = empty[random.below(left)];
      position.play(drawn);
      drawn = empty[left - 1];
    }
    return {position.result(0), position.plies_ - plies_};
  }

  void put(simd::GomokuBlock& block, int game) const {
    for (unsigned w = 0; w < kWords; ++w) {
      block.mine[game][w] = stones_[to_move()].words[w];
      block.theirs[game][w] = stones_[1 - to_move()].words[w];
    }
    block.my_stones[game] = static_cast<std::int16_t>(stones_[to_move()].size());
    block.their_stones[game] = static_cast<std::int16_t>(stones_[1 - to_move()].size());
    block.empty_cells[game] = static_cast<std::int16_t>(full_ - plies_);
  }

  struct Line;
  [[nodiscard]] Line line_through(int cell, int step, Player player) const;
  [[nodiscard]] std::array<Line, 4> lines_through(int cell, Player player) const;

  /// Whether a line goes through a stone. Only the last stone can have completed one.
  [[nodiscard]] bool completes_line(const Cells& stones, int cell) const {
    for (const int step : {1, kStride - 1, kStride, kStride + 1}) {
      int length = 1;
      for (int at = cell + step; at < kBits && stones.contains(at); at += step) ++length;
      for (int at = cell - step; at >= 0 && stones.contains(at); at -= step) ++length;
      if (exact_ ? length == line_ : length >= line_) return true;
    }
    return false;
  }
  static constexpr int kBits = 64 * kWords;

  Cells stones_[2];          // by player
  std::uint16_t plies_ = 0;  // odd: player 1 is to move
  std::uint16_t full_;       // plies after which no cell is empty
  std::uint8_t columns_;
  std::uint8_t rows_;
  std::uint8_t line_;
  bool exact_ : 1;
  bool has_line_ : 1 = false;
};
static_assert(MoveSetGame<Gomoku<15>> && FastPlayout<Gomoku<15>> && SetupGame<Gomoku<15>> &&
              BatchPlayout<Gomoku<15>> && MoveSetGame<Gomoku<19>> && FastPlayout<Gomoku<19>> &&
              BatchPlayout<Gomoku<19>>);
static_assert(sizeof(Gomoku<15>) == 72 && sizeof(Gomoku<19>) == 104);

}  // namespace banyan
