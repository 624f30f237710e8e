// Hex on boards of 3 to MaxSize columns and rows.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/bits.hpp"
#include "core/game/features.hpp"
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/position_key.hpp"
#include "core/game/setup.hpp"
#include "games/hex/hex_boards.hpp"
#include "games/hex/swap_text.hpp"
#include "games/random_subset.hpp"

namespace banyan {

/// The board's size is chosen at run time, its storage at compile time: Hex<11> takes 40 bytes,
/// Hex<14> 72.
///
/// Player 0 (black, X) joins top and bottom, player 1 (white, O) left and right. With the pie rule,
/// which needs a square board, white may answer the first stone by a swap of pieces. The stone
/// becomes white and is mirrored (row and column change places), and black is to move. A move is a
/// cell, row * columns + column, or the swap, which has the number after the last cell. In text,
/// columns are letters and rows numbers, a1 at the top left. Cell (row, column) touches (row,
/// column +- 1), (row +- 1, column), (row - 1, column + 1) and (row + 1, column - 1).
template <int MaxSize>
class Hex {
 public:
  static_assert(MaxSize >= 3 && MaxSize <= 14);
  using Move = std::uint8_t;
  static constexpr int kWords = (MaxSize * MaxSize + 63) / 64;
  using Cells = BitSet<kWords>;
  static constexpr int kMinSize = 3;
  static constexpr int kMaxSize = MaxSize;
  static constexpr std::size_t kMaxMoves = MaxSize * MaxSize + 1;
  static constexpr bool kAlternates = true;

  explicit Hex(BoardSize size = MaxSize, bool pie = false)
      : columns_(static_cast<std::uint8_t>(size.columns)),
        rows_(static_cast<std::uint8_t>(size.rows)),
        swap_ply_(pie ? 1 : kNoSwap) {
    assert(size.shorter() >= kMinSize && size.longer() <= kMaxSize);
    assert(!pie || size.is_square());
    empty_ = geometry().board;
  }

  [[nodiscard]] BoardSize size() const { return {columns_, rows_}; }

  [[nodiscard]] Player to_move() const { return plies_ % 2; }

  [[nodiscard]] MovesOf<Hex> legal_moves() const {
    MovesOf<Hex> moves;
    empty_.for_each([&](int cell) { moves.push_back(static_cast<Move>(cell)); });
    if (may_swap()) moves.push_back(swap());
    return moves;
  }

  [[nodiscard]] Cells legal_set() const {
    Cells moves = empty_;
    if (may_swap()) moves.insert(swap());
    return moves;
  }

  [[nodiscard]] bool pie() const { return swap_ply_ != kNoSwap; }
  /// Whether the swap is a move here.
  [[nodiscard]] bool may_swap() const { return plies_ == swap_ply_; }
  [[nodiscard]] Move swap() const { return static_cast<Move>(columns_ * rows_); }

  void play(Move cell) {
    if (may_swap() && cell == swap()) return swap_pieces();
    empty_.erase(cell);
    if (to_move() == 1) white_.insert(cell);
    ++plies_;
  }

  /// Only the side that moved last can have joined its edges, with at least as many stones as the
  /// shorter edge has cells. (A position that was set up has at least that many plies, unless moves
  /// can have led to it.)
  [[nodiscard]] bool over() const {
    const int stones = (plies_ + 1) / 2;
    if (stones < size().shorter()) return false;
    return to_move() == 0 ? joins_left_and_right(white_) : !joins_left_and_right(white_ | empty_);
  }

  [[nodiscard]] Points result(Player player) const { return player == to_move() ? kLoss : kWin; }

  /// Fills the board. A full board has one winner, the side that joined first: no later stone can
  /// cut its chain. So playing on changes no result and needs no look at the board.
  Playout playout(Random& random) const {
    if (const auto after = random_swap(random)) {
      const Playout playout = after->playout(random);
      return {playout.first, playout.plies + 1};
    }
    const bool white_wins = joins_left_and_right(white_ | random_share(random));
    return {white_wins ? kLoss : kWin, empty_.size()};
  }

  // BatchPlayout, for Hex<11> and Hex<14>; games/hex/playouts.cpp. All leaves have the same size.
  static void play_out(std::span<const Hex> leaves, std::span<Points> first, Random& random);
  static std::uint32_t play_out_from(const Hex& leaf, std::uint32_t games, Random& random);

  // For policies (core/game/knowledge.hpp), for these two; games/hex/knowledge.cpp. Out of line,
  // so that the compiler still inlines the parts of the fast playout.

  /// A playout that reports all stones, in no particular order, since the order in which cells are
  /// filled is never drawn.
  template <class Played>
  Playout recorded_playout(Random& random, Played played) const {
    if (const auto after = random_swap(random)) {
      played(swap(), 1);
      const Playout playout = after->recorded_playout(random, played);
      return {playout.first, playout.plies + 1};
    }
    Cells white;
    const Playout playout = fill(white, random);
    empty_.for_each(
        [&](int cell) { played(static_cast<Move>(cell), white.contains(cell) ? 1 : 0); });
    return playout;
  }
  /// A playout, and the cells that white gets in it.
  Playout fill(Cells& white, Random& random) const;
  /// A move that saves a bridge.
  std::optional<Move> heavy_move(std::span<const Move> last, Random& random) const;

  /// The cells that white gets when both sides fill the empty cells in turn, at random: each subset
  /// of the right size is equally likely.
  [[nodiscard]] Cells random_share(Random& random) const {
    return random_subset(empty_, empty_.size(), white_share(), random);
  }

  /// Whether `cells` hold a chain from the left column to the right one. Y-reduction (Schensted and
  /// Titus 1975): each cell becomes the majority of itself, the cell below and the cell to the
  /// right. Cells below the board count as out, cells to the right of it as in. A step keeps the
  /// winner and removes one diagonal, until only the corner a1 is left.
  [[nodiscard]] bool joins_left_and_right(Cells cells) const {
    const Cells& right_column = geometry().right_column;
    for (int step = columns_ + rows_ - 2; step > 0; --step) {
      cells = majority(cells, cells >> 1 | right_column, cells >> columns_);
    }
    return cells.contains(0);
  }

  // FeatureGame: own stones and the opponent's. White sees a square board mirrored, so that either
  // side joins top and bottom. On other boards a last feature says that white is to move. The swap
  // is the last move.
  static constexpr GridSymmetry symmetry() { return GridSymmetry::kHalfTurn; }
  [[nodiscard]] GridShape feature_shape() const {
    return {2, rows_, columns_, size().is_square() ? 0 : 1};
  }
  [[nodiscard]] GridShape move_shape() const { return {1, rows_, columns_, 1}; }
  [[nodiscard]] int move_index(Move cell) const {
    if (cell == swap() || to_move() == 0 || !size().is_square()) return cell;
    return mirrored(cell);
  }
  template <class Visit>
  void for_features(Visit visit) const {
    const int cells = size().cells();
    const Cells black = geometry().board & ~(empty_ | white_);
    if (to_move() == 0) {
      black.for_each([&](int cell) { visit(cell); });
      white_.for_each([&](int cell) { visit(cells + cell); });
    } else {
      const bool mirrors = size().is_square();
      white_.for_each([&](int cell) { visit(mirrors ? mirrored(cell) : cell); });
      black.for_each([&](int cell) { visit(cells + (mirrors ? mirrored(cell) : cell)); });
      if (!mirrors) visit(2 * cells);
    }
  }

  /// Whose stone lies on a cell, or kNobody.
  [[nodiscard]] Player owner(int cell) const {
    return empty_.contains(cell) ? kNobody : white_.contains(cell) ? 1 : 0;
  }

  [[nodiscard]] BoardSetup setup() const {
    return setup_of(columns_, rows_, to_move(),
                    [&](Cell cell) { return owner(cell.row * columns_ + cell.column); });
  }
  /// The player who joined their edges moved last.
  [[nodiscard]] Hex set_up(const BoardSetup& setup) const {
    Hex position(size(), pie());
    Cells black;
    for_stones(setup, columns_, [&](Cell at, Player owner) {
      const int cell = at.row * columns_ + at.column;
      position.empty_.erase(cell);
      (owner == 0 ? black : position.white_).insert(cell);
    });
    const bool black_won = !joins_left_and_right(position.white_ | position.empty_);
    const bool white_won = joins_left_and_right(position.white_);
    const int to_move = black_won ? 1 : white_won ? 0 : setup.to_move;
    const bool by_moves = black.size() - position.white_.size() == to_move;
    const int plies =
        by_moves ? black.size() + position.white_.size() : 2 * size().longer() + to_move;
    position.plies_ = static_cast<std::uint8_t>(plies);
    return position;
  }

  [[nodiscard]] std::string to_text(Move cell) const {
    if (cell == swap()) return std::string(kSwapText);
    return banyan::to_text(Cell{cell % columns_, cell / columns_});
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    if (pie() && is_swap(text)) return swap();
    const auto cell = parse_cell(text, columns_, rows_);
    if (!cell) return std::nullopt;
    return static_cast<Move>(cell->row * columns_ + cell->column);
  }

  /// Each row half a cell further to the right than the one above it.
  [[nodiscard]] std::string board() const {
    const std::string letters = column_letters(columns_);
    std::string text = "  " + letters + '\n';
    std::string indent;
    for (int row = 0; row < rows_; ++row) {
      const std::string number = std::to_string(row + 1);
      text += indent + (row < 9 ? " " : "") + number;
      for (int column = 0; column < columns_; ++column) {
        text += {' ', mark(owner(row * columns_ + column))};
      }
      text += ' ' + number + '\n';
      indent += ' ';
    }
    return text + indent + "   " + letters + '\n' + turn_text(*this) + '\n';
  }

  /// For boards of one size.
  [[nodiscard]] std::uint64_t position_key() const { return scrambled_sets(white_, empty_); }

  friend bool operator==(const Hex&, const Hex&) = default;

 private:
  static constexpr std::uint8_t kNoSwap = 255;  // more plies than any game has

  void swap_pieces() {
    const Cells& board = geometry().board;
    int stone = 0;
    (board & ~empty_).for_each([&](int cell) { stone = mirrored(cell); });
    empty_ = board;
    empty_.erase(stone);
    white_.insert(stone);
    ++plies_;
  }

  /// Row and column change places, on a square board.
  [[nodiscard]] int mirrored(int cell) const {
    return cell % columns_ * columns_ + cell / columns_;
  }

  /// The position after the swap, if a random move is the swap.
  [[nodiscard]] std::optional<Hex> random_swap(Random& random) const {
    if (!may_swap()) [[likely]]
      return std::nullopt;
    if (random.below(static_cast<std::uint32_t>(empty_.size()) + 1) != 0) return std::nullopt;
    Hex after = *this;
    after.swap_pieces();
    return after;
  }

  struct Geometry {
    Cells board;
    Cells right_column;
  };
  static constexpr auto kGeometry = [] {  // by columns and rows
    std::array<std::array<Geometry, MaxSize + 1>, MaxSize + 1> sizes{};
    for (int columns = kMinSize; columns <= MaxSize; ++columns) {
      Geometry geometry;
      for (int row = 0; row < MaxSize; ++row) {
        for (int column = 0; column < columns; ++column) {
          geometry.board.insert(row * columns + column);
        }
        geometry.right_column.insert(row * columns + columns - 1);
        sizes[static_cast<unsigned>(columns)][static_cast<unsigned>(row + 1)] = geometry;
      }
    }
    return sizes;
  }();
  [[nodiscard]] const Geometry& geometry() const { return kGeometry[columns_][rows_]; }

  [[nodiscard]] int white_share() const { return (empty_.size() + to_move()) / 2; }

  void put(simd::HexBoards<kWords>& boards, int i) const {
    for (unsigned w = 0; w < kWords; ++w) {
      boards.white[w][i] = white_.words[w];
      boards.empty[w][i] = empty_.words[w];
    }
    boards.share[i] = static_cast<std::uint64_t>(white_share());
  }

  Cells white_;
  Cells empty_;
  std::uint8_t columns_;
  std::uint8_t rows_;
  std::uint8_t plies_ = 0;  // odd: white is to move
  std::uint8_t swap_ply_;   // the plies after which white may swap, or kNoSwap
};
static_assert(MoveSetGame<Hex<11>> && FastPlayout<Hex<11>> && BatchPlayout<Hex<11>> &&
              SetupGame<Hex<11>> && FeatureGame<Hex<11>> && FastPlayout<Hex<14>> &&
              BatchPlayout<Hex<14>>);
static_assert(sizeof(Hex<11>) == 40 && sizeof(Hex<14>) == 72);

}  // namespace banyan
