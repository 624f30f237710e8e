// Othello in a playout of one game: the moves, and what they turn. Compiled once per instruction
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

/// Each word of a vector has all discs of a side, and stands for one direction of lines, both ways.
/// Floods find the moves, from the discs of the side to move, and what a move turns, from the new
/// disc. A move waits for the one before it: by AVX-512 for some thirty steps of one to three
/// cycles, without a table. Shifts of single words wait for their two units.
class OthelloPosition {
 public:
  HWY_INLINE OthelloPosition(std::uint64_t own, std::uint64_t opponent)
      : own_(hn::Set(kWords, own)), opponent_(hn::Set(kWords, opponent)) {}

  /// The empty cells where the side to move turns at least one disc.
  HWY_INLINE std::uint64_t moves() {
    inner_ = hn::And(opponent_, hn::Load(kWords, kInner));
    above_inner_ = up(inner_);
    below_inner_ = down(inner_);
    pairs_up_ = hn::And(inner_, above_inner_);
    pairs_down_ = hn::And(inner_, below_inner_);
    quads_up_ = hn::And(pairs_up_, up(pairs_up_, kTwoSteps));
    quads_down_ = hn::And(pairs_down_, down(pairs_down_, kTwoSteps));
    const Words taken = hn::Or(own_, opponent_);
    const Words ends_above = hn::AndNot(taken, above_inner_);
    const Words ends_below = hn::AndNot(taken, below_inner_);
    return hn::GetLane(united(
        hn::OrAnd(hn::And(down(flood_down(own_)), ends_below), up(flood_up(own_)), ends_above)));
  }

  /// The side to move lays a disc on `cell`, one of those that moves() has just found.
  HWY_INLINE void lay(std::uint64_t cell) {
    const Words disc = hn::Set(kWords, cell);
    const Words above = flood_up(disc);
    const Words below = flood_down(disc);
    const Words if_above = ones_if_set(hn::And(up(above), hn::And(own_, above_inner_)));
    const Words if_below = ones_if_set(hn::And(down(below), hn::And(own_, below_inner_)));
    const Words turned = united(
        hn::OrAnd(hn::And(hn::And(above, inner_), if_above), hn::And(below, inner_), if_below));
    own_ = hn::Or3(own_, disc, turned);
    opponent_ = hn::AndNot(turned, opponent_);
  }

  HWY_INLINE void change_sides() { std::swap(own_, opponent_); }

  [[nodiscard]] HWY_INLINE std::uint64_t own() const { return hn::GetLane(own_); }
  [[nodiscard]] HWY_INLINE std::uint64_t opponent() const { return hn::GetLane(opponent_); }

 private:
  static constexpr hn::FixedTag<std::uint64_t, 4> kWords{};
  using Words = hn::Vec<hn::FixedTag<std::uint64_t, 4>>;

  // The directions: along rows, along both diagonals, along columns.
  alignas(32) static constexpr std::uint64_t kSteps[] = {1, 7, 9, 8};
  alignas(32) static constexpr std::uint64_t kTwoSteps[] = {2, 14, 18, 16};
  alignas(32) static constexpr std::uint64_t kFourSteps[] = {4, 28, 36, 32};
  /// Where a disc may lie that is turned: lines of the first three end in column a or h.
  alignas(32) static constexpr std::uint64_t kInner[] = {0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e,
                                                         0x7e7e7e7e7e7e7e7e, ~std::uint64_t{0}};

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

  /// All ones in each word that has a bit set. It has at most one.
  static HWY_INLINE Words ones_if_set(Words bit) {
    constexpr hn::FixedTag<std::int64_t, 4> kSigned{};
    return hn::BitCast(kWords,
                       hn::BroadcastSignBit(hn::BitCast(kSigned, hn::Sub(hn::Zero(kWords), bit))));
  }

  /// What is set in any word, in all of them.
  static HWY_INLINE Words united(Words v) {
    v = hn::Or(v, hn::SwapAdjacentBlocks(v));
    return hn::Or(v, hn::Shuffle01(v));
  }

  Words own_;
  Words opponent_;
  // Of the last call of moves(): the opponent's discs that may be turned, the cells beside them,
  // and such discs that end a row of two and of four.
  Words inner_;
  Words above_inner_;
  Words below_inner_;
  Words pairs_up_;
  Words pairs_down_;
  Words quads_up_;
  Words quads_down_;
};

#else

/// The same by single words.
class OthelloPosition {
 public:
  HWY_INLINE OthelloPosition(std::uint64_t own, std::uint64_t opponent)
      : own_(own), opponent_(opponent) {}

  HWY_INLINE std::uint64_t moves() { return othello_lines::moves(own_, opponent_); }

  HWY_INLINE void lay(std::uint64_t cell) {
    const std::uint64_t turned = othello_lines::turned(own_, opponent_, std::countr_zero(cell));
    own_ |= turned | cell;
    opponent_ ^= turned;
  }

  HWY_INLINE void change_sides() { std::swap(own_, opponent_); }

  [[nodiscard]] HWY_INLINE std::uint64_t own() const { return own_; }
  [[nodiscard]] HWY_INLINE std::uint64_t opponent() const { return opponent_; }

 private:
  std::uint64_t own_;
  std::uint64_t opponent_;
};

#endif

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
