// Othello in playouts of a few games: the moves, and what they turn. Compiled once per instruction
// set.
#if defined(BANYAN_GAMES_OTHELLO_OTHELLO_POSITION_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_OTHELLO_OTHELLO_POSITION_INL_HPP
#undef BANYAN_GAMES_OTHELLO_OTHELLO_POSITION_INL_HPP
#else
#define BANYAN_GAMES_OTHELLO_OTHELLO_POSITION_INL_HPP
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstdint>
#include <utility>

#include "games/othello/othello_lines.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
namespace hn = hwy::HWY_NAMESPACE;

/// A vector holds one game, or two by AVX-512. Each of four words has all discs of a side, and
/// stands for one direction of lines, both ways. Floods find the moves, from the discs of the side
/// to move, and what a move turns, from the new disc. A move waits for the one before it: by
/// AVX-512 for some thirty steps of one to three cycles, without a table. Shifts of single words
/// wait for their two units.
template <int Games>
class OthelloPositions {
 public:
  using Sets = std::uint64_t[Games];  // cells of each game

  OthelloPositions() = default;
  HWY_INLINE OthelloPositions(const Sets& own, const Sets& opponent)
      : own_(of_games(own)), opponent_(of_games(opponent)) {}

  /// The empty cells where the sides to move turn at least one disc.
  HWY_INLINE void moves(Sets& cells) {
    inner_ = hn::And(opponent_, hn::Load(kWords, kInner));
    const Words above_inner = up(inner_);
    const Words below_inner = down(inner_);
    pairs_up_ = hn::And(inner_, above_inner);
    pairs_down_ = hn::And(inner_, below_inner);
    quads_up_ = hn::And(pairs_up_, up(pairs_up_, kTwoSteps));
    quads_down_ = hn::And(pairs_down_, down(pairs_down_, kTwoSteps));
    const Words taken = hn::Or(own_, opponent_);
    const Words ends_above = hn::AndNot(taken, above_inner);
    const Words ends_below = hn::AndNot(taken, below_inner);
    own_up_ = flood_up(own_);
    own_down_ = flood_down(own_);
    to_games(united(hn::OrAnd(hn::And(down(own_down_), ends_below), up(own_up_), ends_above)),
             cells);
  }

  /// The sides to move lay a disc on one of the cells that moves() has just found, or none. Of the
  /// runs that begin beside it, those are turned that a flood from own discs reached from the other
  /// end.
  HWY_INLINE void lay(const Sets& cell) {
    const Words disc = of_games(cell);
    const Words turned =
        united(hn::OrAnd(hn::And(flood_up(disc), own_down_), flood_down(disc), own_up_));
    own_ = hn::Or3(own_, disc, turned);
    opponent_ = hn::AndNot(turned, opponent_);
  }

  HWY_INLINE void change_sides() { std::swap(own_, opponent_); }

  HWY_INLINE void own(Sets& discs) const { to_games(own_, discs); }
  HWY_INLINE void opponent(Sets& discs) const { to_games(opponent_, discs); }

 private:
  static constexpr hn::FixedTag<std::uint64_t, 4 * Games> kWords{};
  using Words = hn::Vec<decltype(kWords)>;

  // The directions: along rows, along both diagonals, along columns; for two games.
  alignas(64) static constexpr std::uint64_t kSteps[] = {1, 7, 9, 8, 1, 7, 9, 8};
  alignas(64) static constexpr std::uint64_t kTwoSteps[] = {2, 14, 18, 16, 2, 14, 18, 16};
  alignas(64) static constexpr std::uint64_t kFourSteps[] = {4, 28, 36, 32, 4, 28, 36, 32};
  /// Where a disc may lie that is turned: lines of the first three end in column a or h.
  static constexpr std::uint64_t kColumns = 0x7e7e7e7e7e7e7e7e;
  alignas(64) static constexpr std::uint64_t kInner[] = {
      kColumns, kColumns, kColumns, ~std::uint64_t{0},
      kColumns, kColumns, kColumns, ~std::uint64_t{0}};

  static HWY_INLINE Words of_games(const Sets& sets) {
    if constexpr (Games == 1) {
      return hn::Set(kWords, sets[0]);
    } else {
      const hn::Half<decltype(kWords)> half;
      return hn::Combine(kWords, hn::Set(half, sets[1]), hn::Set(half, sets[0]));
    }
  }
  static HWY_INLINE void to_games(Words words, Sets& sets) {
    sets[0] = hn::GetLane(words);
    if constexpr (Games == 2) {
      sets[1] = hn::GetLane(hn::UpperHalf(hn::Half<decltype(kWords)>(), words));
    }
  }

  static HWY_INLINE Words up(Words v, const std::uint64_t* steps = kSteps) {
    return v << hn::Load(kWords, steps);
  }
  static HWY_INLINE Words down(Words v, const std::uint64_t* steps = kSteps) {
    return v >> hn::Load(kWords, steps);
  }

  /// The discs, and with each the run of up to seven of the opponent's that begins beside it, in
  /// three steps (Kogge and Stone 1973).
  [[nodiscard]] HWY_INLINE Words flood_up(Words discs) const {
    Words run = hn::OrAnd(discs, inner_, up(discs));
    run = hn::OrAnd(run, pairs_up_, up(run, kTwoSteps));
    return hn::OrAnd(run, quads_up_, up(run, kFourSteps));
  }
  [[nodiscard]] HWY_INLINE Words flood_down(Words discs) const {
    Words run = hn::OrAnd(discs, inner_, down(discs));
    run = hn::OrAnd(run, pairs_down_, down(run, kTwoSteps));
    return hn::OrAnd(run, quads_down_, down(run, kFourSteps));
  }

  /// What is set in any word of a game, in all of them.
  static HWY_INLINE Words united(Words v) {
    v = hn::Or(v, hn::SwapAdjacentBlocks(v));
    return hn::Or(v, hn::Shuffle01(v));
  }

  Words own_;
  Words opponent_;
  // Of the last call of moves(): the opponent's discs that may be turned, such discs that end a row
  // of two and of four, and the floods from own discs.
  Words inner_;
  Words pairs_up_;
  Words pairs_down_;
  Words quads_up_;
  Words quads_down_;
  Words own_up_;
  Words own_down_;
};

#else

/// The same by single words.
template <int Games>
class OthelloPositions {
 public:
  static_assert(Games == 1);
  using Sets = std::uint64_t[1];

  OthelloPositions() = default;
  HWY_INLINE OthelloPositions(const Sets& own, const Sets& opponent)
      : own_(own[0]), opponent_(opponent[0]) {}

  HWY_INLINE void moves(Sets& cells) { cells[0] = othello_lines::moves(own_, opponent_); }

  HWY_INLINE void lay(const Sets& cell) {
    if (cell[0] == 0) return;
    const std::uint64_t turned = othello_lines::turned(own_, opponent_, std::countr_zero(cell[0]));
    own_ |= turned | cell[0];
    opponent_ ^= turned;
  }

  HWY_INLINE void change_sides() { std::swap(own_, opponent_); }

  HWY_INLINE void own(Sets& discs) const { discs[0] = own_; }
  HWY_INLINE void opponent(Sets& discs) const { discs[0] = opponent_; }

 private:
  std::uint64_t own_;
  std::uint64_t opponent_;
};

#endif

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
inline constexpr int kOthelloGames = 2;  // in a vector
#else
inline constexpr int kOthelloGames = 1;
#endif

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
