// Othello, 8x8, as two bitboards.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/bits.hpp"
#include "core/game/features.hpp"
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/position_key.hpp"
#include "core/game/setup.hpp"
#include "games/othello/othello_lines.hpp"
#include "games/pass_text.hpp"

namespace banyan {

/// A move is a cell, 8 * row + column, in text a1 to h8 with a1 at the top left. If there is none,
/// the only move is kPass, in text `pass`, which counts as a ply. The game ends when neither side
/// can lay a disc; more discs win. Black, X, is player 0.
class Othello {
 public:
  using Move = std::uint8_t;
  using Cells = BitSet<2>;  // 64 cells and the pass
  static constexpr Move kPass = 64;
  static constexpr std::size_t kMaxMoves = 65;
  static constexpr bool kAlternates = true;

  Othello() = default;

  /// A position with the given discs, those of the side to move first.
  Othello(std::uint64_t own, std::uint64_t opponent, Player to_move)
      : own_(own), opponent_(opponent), to_move_(static_cast<std::uint64_t>(to_move)) {
    assert((own & opponent) == 0 && (to_move == 0 || to_move == 1));
  }

  [[nodiscard]] Player to_move() const { return static_cast<Player>(to_move_); }

  [[nodiscard]] Cells legal_set() const {
    const std::uint64_t cells = othello_lines::moves(own_, opponent_);
    const bool pass = cells == 0 && othello_lines::moves(opponent_, own_) != 0;
    return {{cells, std::uint64_t{pass}}};
  }

  [[nodiscard]] MovesOf<Othello> legal_moves() const {
    MovesOf<Othello> moves;
    legal_set().for_each([&](int move) { moves.push_back(static_cast<Move>(move)); });
    return moves;
  }

  void play(Move move) {
    if (move != kPass) lay(own_, opponent_, move);
    std::swap(own_, opponent_);
    to_move_ ^= 1;
  }

  [[nodiscard]] bool over() const {
    return othello_lines::moves(own_, opponent_) == 0 && othello_lines::moves(opponent_, own_) == 0;
  }

  [[nodiscard]] Points result(Player player) const {
    return points(discs(player) - discs(1 - player));
  }

  // FastPlayout and BatchPlayout; games/othello/playouts.cpp. Two games already wait less together.
  static constexpr std::size_t kFirstsAhead = 1U << 15U;
  static constexpr std::uint32_t kFewTogether = 2;
  Playout playout(Random& random) const;
  static void play_out(std::span<const Othello> leaves, std::span<Points> first, Random& random);
  static std::uint32_t play_out_from(const Othello& leaf, std::uint32_t games, Random& random);

  /// RecordedPlayout: tells each disc that was laid once, and no passes.
  template <class Played>
  Playout recorded_playout(Random& random, const Played& played) const {
    std::uint64_t laid[2] = {0, 0};
    const Playout playout = noted_playout(random, laid);
    for (Player turn = 0; turn < 2; ++turn) {
      const Player player = turn == 0 ? to_move() : 1 - to_move();
      BitSet<1>{{laid[turn]}}.for_each([&](int cell) { played(static_cast<Move>(cell), player); });
    }
    return playout;
  }

  // FeatureGame: own discs, the opponent's, and where a disc can be laid; the pass is the last
  // move.
  static constexpr GridSymmetry symmetry() { return GridSymmetry::kSquare; }
  [[nodiscard]] GridShape feature_shape() const { return {3, 8, 8, 0}; }
  [[nodiscard]] GridShape move_shape() const { return {1, 8, 8, 1}; }
  [[nodiscard]] int move_index(Move move) const { return move; }
  template <class Visit>
  void for_features(Visit visit) const {
    BitSet<3>{{own_, opponent_, othello_lines::moves(own_, opponent_)}}.for_each(visit);
  }

  /// A playout, and the cells on which the side to move lays discs in it, and the other side.
  Playout noted_playout(Random& random, std::uint64_t laid[2]) const;

  /// How many discs a player has on the board.
  [[nodiscard]] int discs(Player player) const {
    return std::popcount(player == to_move() ? own_ : opponent_);
  }

  /// Whose disc lies on a cell, or kNobody.
  [[nodiscard]] Player owner(int cell) const {
    return own_ >> cell & 1 ? to_move() : opponent_ >> cell & 1 ? 1 - to_move() : kNobody;
  }

  [[nodiscard]] BoardSetup setup() const {
    return setup_of(8, 8, to_move(), [&](Cell cell) { return owner(8 * cell.row + cell.column); });
  }
  /// Any discs are allowed.
  [[nodiscard]] Othello set_up(const BoardSetup& setup) const {
    std::uint64_t discs[2] = {0, 0};  // by player
    for_stones(setup, 8, [&](Cell cell, Player owner) {
      discs[owner] |= std::uint64_t{1} << (8 * cell.row + cell.column);
    });
    return {discs[setup.to_move], discs[1 - setup.to_move], setup.to_move};
  }

  [[nodiscard]] std::string to_text(Move move) const {
    return move == kPass ? std::string(kPassText) : banyan::to_text(Cell{move % 8, move / 8});
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    if (is_pass(text)) return kPass;
    const auto cell = parse_cell(text, 8, 8);
    if (!cell) return std::nullopt;
    return static_cast<Move>(8 * cell->row + cell->column);
  }

  [[nodiscard]] std::string board() const {
    return grid_text(8, 8, [&](Cell cell) { return owner(8 * cell.row + cell.column); }) +
           turn_text(*this) + '\n';
  }

  [[nodiscard]] std::uint64_t position_key() const { return scrambled(own_, opponent_, to_move_); }

  friend bool operator==(const Othello&, const Othello&) = default;

 private:
  static void lay(std::uint64_t& own, std::uint64_t& opponent, int cell) {
    const std::uint64_t turned = othello_lines::turned(own, opponent, cell);
    own |= turned | std::uint64_t{1} << cell;
    opponent ^= turned;
  }

  static Points points(int lead) { return lead > 0 ? kWin : lead < 0 ? kLoss : kDraw; }

  std::uint64_t own_ = 0x0000000810000000;       // e4 and d5
  std::uint64_t opponent_ = 0x0000001008000000;  // d4 and e5
  std::uint64_t to_move_ = 0;
};
static_assert(MoveSetGame<Othello> && FastPlayout<Othello> && BatchPlayout<Othello> &&
              SetupGame<Othello> && FeatureGame<Othello>);
static_assert(sizeof(Othello) == 24);

}  // namespace banyan
