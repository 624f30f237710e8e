// Go on boards of up to MaxSize columns and rows: area scoring, positional superko.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/base/bits.hpp"
#include "core/game/features.hpp"
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/setup.hpp"
#include "games/go/go_board.hpp"
#include "games/go/go_playouts.hpp"
#include "games/pass_text.hpp"

namespace banyan {

/// The board's size is chosen at run time, its storage at compile time.
///
/// Tromp and Taylor's rules without suicide. A move may not repeat any earlier position of the
/// whole board (passes may); two passes in a row end the game. All stones on the board are alive. A
/// point belongs to the player who has a stone on it or alone reaches it. White (player 1) also
/// gets the komi. A game also ends, and is counted, after so many moves: three per point, unless
/// told otherwise. That is no rule of Go; lengthen() lets a game go on.
///
/// A move is a place on the board (see GoBoard) or kPass. In text, as in the Go Text Protocol:
/// columns from a without i, rows from 1 at the bottom, or "pass".
///
/// Playouts use simpler rules: only the last ko is respected, own eyes are never filled, and a
/// player passes only if no other move is left.
///
/// A position carries the hashes of earlier positions, of all in a game of at most kMostPlies: the
/// tree replays moves on one copy of its root's position and has no other place for them. They are
/// a third of the 5.5 kB of a Go<9> and a seventh of the 61 kB of a Go<19>. Copying them takes 80
/// and 1300 ns, compared with 3100 and 69000 for a playout.
template <int MaxSize>
class Go {
 public:
  static_assert(MaxSize >= 2 && MaxSize <= 19);
  using Board = GoBoard<MaxSize>;
  using PointSet = typename Board::BitPoints;
  using Move = std::conditional_t<(Board::kPlaces <= 256), std::uint8_t, std::uint16_t>;
  static constexpr std::size_t kMaxMoves = Board::kPlaces;
  static constexpr bool kAlternates = true;
  /// The last place, to the right of the board.
  static constexpr Move kPass = Board::kPlaces - 1;
  static constexpr int kMinSize = 2;
  static constexpr int kMaxSize = MaxSize;
  /// The longest game whose earlier positions are all remembered.
  static constexpr int kMostPlies = 3 * MaxSize * MaxSize;

  /// `twice_komi`: the komi in half points. `longest`: the plies after which a game ends, at most
  /// kMostPlies; 0 for three per point.
  explicit Go(BoardSize size = MaxSize, int twice_komi = 15, int longest = 0)
      : board_(size),
        longest_(static_cast<std::uint16_t>(longest > 0 ? longest : usual_length(size))),
        twice_komi_(static_cast<std::int16_t>(twice_komi)) {
    assert(size.shorter() >= kMinSize && size.longer() <= MaxSize);
    assert(std::abs(twice_komi) <= 2 * 361);
    assert(longest >= 0 && longest <= kMostPlies);
  }

  [[nodiscard]] BoardSize size() const { return board_.size(); }
  [[nodiscard]] int twice_komi() const { return twice_komi_; }
  /// Those made, but for some that were forgotten in a long game.
  [[nodiscard]] int plies() const { return plies_; }
  /// The value of plies() at which the game ends.
  [[nodiscard]] int longest() const { return longest_; }
  /// Passes since the last stone was played.
  [[nodiscard]] int passes() const { return passes_; }
  [[nodiscard]] const Board& stones() const { return board_; }

  [[nodiscard]] Player to_move() const { return plies_ % 2; }

  [[nodiscard]] PointSet legal_set() const {
    PointSet moves = board_.legal();
    remove_repeats(moves);
    moves.insert(kPass);
    return moves;
  }

  [[nodiscard]] MovesOf<Go> legal_moves() const { return listed(legal_set()); }

  void play(Move move) {
    if (plies_ == kMostPlies) [[unlikely]]
      forget_oldest();
    std::uint64_t hash = history_[plies_];
    if (move == kPass) {
      board_.pass();
      ++passes_;
    } else {
      hash ^= keys(to_move(), board_.play(move), move);
      passes_ = 0;
      const int stones = board_.own().size() + board_.other().size();
      most_stones_ = std::max(most_stones_, static_cast<std::uint16_t>(stones));
    }
    history_[++plies_] = hash;
  }

  [[nodiscard]] bool over() const { return passes_ >= 2 || plies_ >= longest(); }

  /// Resumes play after two passes (as a stone does that is played then), or at the game's greatest
  /// length.
  void resume() {
    if (passes_ >= 2) passes_ = 0;
    if (plies_ >= longest_) lengthen();
  }

  /// Lets the game go on: unless so much is left, for at least as many plies as it has points. In a
  /// game of more than kMostPlies, superko then forgets the oldest positions, but none of the last
  /// kMostPlies / 2.
  void lengthen() {
    const int points = size().cells();
    if (longest_ - plies_ >= points) return;
    if (plies_ + points > kMostPlies) forget_oldest();
    longest_ = static_cast<std::uint16_t>(std::min(kMostPlies, plies_ + usual_length(size())));
  }

  [[nodiscard]] Points result(Player player) const {
    const Points first = points(twice_lead());
    return player == 0 ? first : opposite(first);
  }

  /// Twice Black's lead in points, komi included.
  [[nodiscard]] int twice_lead() const {
    return 2 * (plies_ % 2 == 0 ? board_.lead() : -board_.lead()) - twice_komi_;
  }

  /// The moves that playouts choose from.
  [[nodiscard]] MovesOf<Go> playout_moves() const {
    PointSet moves = board_.legal_but_eyes();
    if (moves == PointSet{}) moves.insert(kPass);
    return listed(moves);
  }

  Playout playout(Random& random) const {
    return recorded_playout(random, [](Move, Player) {});
  }

  /// Does not record passes: in a playout they only mean that no other move is left.
  template <class Played>
  Playout recorded_playout(Random& random, const Played& played) const {
    Leaf game{{board_, clock(), twice_komi_}};
    const int lead = go::play_to_end(game, board_.sides(), random, [&](int point, Player player) {
      played(static_cast<Move>(point), player);
    });
    return {points(lead), game.clock.plies - plies_};
  }

  // ScatteredPlayout: hundreds of games at once, or on boards up to 9x9 two.
  struct Leaf : go::RandomGame<Board> {
    Leaf& operator=(const Go& position) {
      this->board = position.board_;
      this->clock = position.clock();
      this->twice_komi = position.twice_komi_;
      return *this;
    }
    void play(Move move) {
      if (move == kPass) {
        this->board.pass();
      } else {
        this->board.play(move);
      }
      this->clock.is_over_after(move == kPass);
    }
  };
  [[nodiscard]] bool over_after(Move move) const { return clock().is_over_after(move == kPass); }

  static void play_out(std::span<const Go> leaves, std::span<Points> first, Random& random) {
    play_out(
        leaves.size(), [&](std::size_t i, Leaf& leaf) { leaf = leaves[i]; }, first, random);
  }
  template <class Make>
  static void play_out(std::size_t leaves, const Make& make, std::span<Points> first,
                       Random& random) {
    go::play_games<Leaf>(leaves, random, make,
                         [&](std::size_t i, int twice_lead) { first[i] = points(twice_lead); });
  }
  static std::uint32_t play_out_from(const Go& leaf, std::uint32_t games, Random& random) {
    std::uint32_t sum = 0;
    go::play_games<Leaf>(
        games, random, [&](std::size_t /*i*/, Leaf& game) { game = leaf; },
        [&](std::size_t /*i*/, int twice_lead) {
          sum += static_cast<std::uint32_t>(points(twice_lead));
        });
    return sum;
  }

  // FeatureGame: own stones, the opponent's, legal points (ignoring superko) and points that
  // capture. Also whether White, who has the komi, is to move, and whether the last move was a
  // pass, since another one ends the game. The pass is the last move.
  static constexpr GridSymmetry symmetry() { return GridSymmetry::kSquare; }
  [[nodiscard]] GridShape feature_shape() const { return {4, size().rows, size().columns, 2}; }
  [[nodiscard]] GridShape move_shape() const { return {1, size().rows, size().columns, 1}; }
  [[nodiscard]] int move_index(Move move) const {
    return move == kPass ? size().cells() : cell_of(move);
  }
  template <class Visit>
  void for_features(Visit visit) const {
    const int cells = size().cells();
    const auto visit_plane = [&](const PointSet& points, int plane) {
      points.for_each([&](int point) { visit(plane * cells + cell_of(point)); });
    };
    const PointSet legal = board_.legal();
    visit_plane(board_.own(), 0);
    visit_plane(board_.other(), 1);
    visit_plane(legal, 2);
    visit_plane(legal & board_.taking(), 3);
    if (to_move() == 1) visit(4 * cells);
    if (passes_ > 0) visit(4 * cells + 1);
  }

  /// A hash of the whole board; equal stones give equal hashes.
  [[nodiscard]] std::uint64_t hash() const { return history_[plies_]; }
  /// The hash of the position after the first `plies` moves of the game.
  [[nodiscard]] std::uint64_t hash_after(int plies) const {
    return history_[static_cast<unsigned>(plies)];
  }
  /// The hash key of a player's stone on a place.
  static constexpr std::uint64_t key(Player player, int place) {
    return kKeys[static_cast<unsigned>(player)][static_cast<unsigned>(place)];
  }

  /// Whose stone lies on a place, or kNobody.
  [[nodiscard]] Player owner(int place) const {
    if (board_.own().contains(place)) return to_move();
    return board_.other().contains(place) ? 1 - to_move() : kNobody;
  }
  [[nodiscard]] BoardSetup setup() const {
    return setup_of(size().columns, size().rows, to_move(),
                    [&](Cell cell) { return owner(place(cell.row, cell.column)); });
  }
  /// Puts the stones down one by one: if each chain has a liberty in the end, it always had one.
  [[nodiscard]] Go set_up(const BoardSetup& setup) const {
    Go position(size(), twice_komi_, longest_);
    Player player = 0;  // the player to move on the board
    const auto turn_to = [&](Player next) {
      if (player != next) position.board_.pass();
      player = next;
    };
    std::uint64_t hash = 0;
    for_stones(setup, size().columns, [&](Cell cell, Player owner) {
      const int point = place(cell.row, cell.column);
      turn_to(owner);
      if (!position.board_.legal().contains(point) || position.board_.play(point).size() > 0) {
        throw std::invalid_argument("a chain has no liberty");
      }
      player = 1 - player;
      hash ^= key(owner, point);
      ++position.most_stones_;
    });
    turn_to(setup.to_move);
    position.plies_ = static_cast<std::uint16_t>(setup.to_move);
    position.history_[0] = position.history_[position.plies_] = hash;
    return position;
  }

  /// The place in a row and a column, both counted from 0 at the top left.
  static constexpr int place(int row, int column) { return row * Board::kStride + column; }

  [[nodiscard]] std::string to_text(Move move) const {
    if (move == kPass) return std::string(kPassText);
    const int row = size().rows - move / Board::kStride;
    std::string text = letter(move % Board::kStride);
    return text += std::to_string(row);
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    if (is_pass(text)) return kPass;
    const auto [columns, rows] = size();
    auto cell = parse_cell(text, columns > 8 ? columns + 1 : columns, rows);
    if (!cell || cell->column == 8) return std::nullopt;  // there is no i
    if (cell->column > 8) --cell->column;
    return static_cast<Move>(place(rows - 1 - cell->row, cell->column));
  }

  [[nodiscard]] std::string board() const {
    const auto [columns, rows] = size();
    std::string letters = "  ";
    for (int column = 0; column < columns; ++column) letters += ' ' + letter(column);
    std::string text = letters + '\n';
    for (int row = 0; row < rows; ++row) {
      const std::string number = std::to_string(rows - row);
      text += (number.size() < 2 ? " " : "") + number;
      for (int column = 0; column < columns; ++column) {
        text += {' ', mark(owner(place(row, column)))};
      }
      text += ' ' + number + '\n';
    }
    text += letters + '\n';
    if (passes_ > 0) text += passes_ == 1 ? "one pass\n" : "two passes\n";
    return text + turn_text(*this) + '\n';
  }

  friend bool operator==(const Go&, const Go&) = default;

 private:
  static constexpr int usual_length(BoardSize size) { return 3 * size.cells(); }

  [[nodiscard]] go::Clock clock() const { return {plies_, longest(), passes_}; }

  static Points points(int lead) { return lead > 0 ? kWin : lead < 0 ? kLoss : kDraw; }

  // Zobrist (1970).
  static constexpr auto kKeys = [] {
    std::array<std::array<std::uint64_t, Board::kPlaces>, 2> keys{};
    std::uint64_t i = 0;
    for (auto& of_player : keys) {
      for (auto& key : of_player) key = scramble(++i * 0x9e3779b97f4a7c15ULL);
    }
    return keys;
  }();

  /// The index row by row, without the border.
  [[nodiscard]] int cell_of(int point) const {
    return point / Board::kStride * size().columns + point % Board::kStride;
  }

  static std::string letter(int column) {
    return std::string(1, static_cast<char>('a' + column + (column >= 8 ? 1 : 0)));
  }

  static MovesOf<Go> listed(const PointSet& set) {
    MovesOf<Go> moves;
    set.for_each([&](int move) { moves.push_back(static_cast<Move>(move)); });
    return moves;
  }

  /// The change of the hash by a stone of `player` and the stones it takes.
  static std::uint64_t keys(Player player, const PointSet& taken, int point) {
    std::uint64_t keys = key(player, point);
    taken.for_each([&](int at) { keys ^= key(1 - player, at); });
    return keys;
  }

  /// Keeps half of the positions, and whose turn it is.
  void forget_oldest() {
    const int forgotten = std::max(0, plies_ - kMostPlies / 2) / 2 * 2;
    const auto kept =
        std::copy(history_.begin() + forgotten, history_.begin() + plies_ + 1, history_.begin());
    std::fill(kept, history_.end(), 0);
    plies_ = static_cast<std::uint16_t>(plies_ - forgotten);
  }

  /// Superko. Most positions have more stones than any before them. Then only a capture can lead
  /// back to an earlier one.
  void remove_repeats(PointSet& moves) const {
    const int stones = board_.own().size() + board_.other().size();
    const PointSet suspects = stones < most_stones_ ? moves : moves & board_.taking();
    suspects.for_each([&](int point) {
      if (was_seen(hash() ^ keys(to_move(), board_.taken_by(point), point))) moves.erase(point);
    });
  }

  [[nodiscard]] bool was_seen(std::uint64_t hash) const {
    bool seen = false;
    for (unsigned i = 0; i <= plies_; ++i) seen |= history_[i] == hash;
    return seen;
  }

  Board board_;
  std::uint16_t plies_ = 0;        // odd: White is to move
  std::uint16_t most_stones_ = 0;  // of all positions so far
  std::uint16_t longest_;
  std::int16_t twice_komi_;
  std::uint8_t passes_ = 0;
  std::array<std::uint64_t, kMostPlies + 1> history_{};  // hashes after 0 .. plies_ moves, then 0
};
static_assert(MoveSetGame<Go<9>> && FastPlayout<Go<9>> && ScatteredPlayout<Go<9>> &&
              SetupGame<Go<9>> && ResumableGame<Go<9>> && FeatureGame<Go<9>>);
static_assert(MoveSetGame<Go<19>> && FastPlayout<Go<19>> && ScatteredPlayout<Go<19>> &&
              SetupGame<Go<19>> && ResumableGame<Go<19>>);

}  // namespace banyan
