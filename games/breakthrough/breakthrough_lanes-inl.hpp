// Breakthrough with one game per lane of 64 bits. Compiled once per instruction set.
#if defined(BANYAN_GAMES_SIMD_BREAKTHROUGH_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_BREAKTHROUGH_LANES_INL_HPP
#undef BANYAN_GAMES_SIMD_BREAKTHROUGH_LANES_INL_HPP
#else
#define BANYAN_GAMES_SIMD_BREAKTHROUGH_LANES_INL_HPP
#endif

#include <bit>
#include <cstdint>

#include "core/game/game.hpp"
#include "games/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// Rows of games in progress on boards of one size, which all change sides together. A game's first
/// side is the one that was to move when it was put in; it moves to higher rows. When a game is
/// over, the loser has no pawns, and the winner none that could move.
class BreakthroughLanes {
 public:
  static constexpr int kRows = 4;
  static constexpr int kSize = kRows * simd::kRow;

  /// Plays in the first `rows` rows only.
  HWY_INLINE BreakthroughLanes(int size, int rows, Random& random)
      : lanes_(rows * simd::kRow),
        first_column_(all(~kFirstColumn)),
        last_column_(all(~(kFirstColumn << (size - 1)))),
        goals_{all(kFirstRow << (8 * (size - 1))), all(kFirstRow)} {
    seed_rows(random_, rows, random);
  }

  HWY_INLINE void put(int lane, std::uint64_t mover, std::uint64_t other) {
    pawns_[0][lane] = mover;
    pawns_[1][lane] = other;
  }

  /// A bit per lane.
  [[nodiscard]] HWY_INLINE std::uint64_t over() const {
    std::uint64_t over = 0;
    for (int lane = 0; lane < lanes_; lane += kVecLanes) {
      const auto first_lost = hn::Load(kLanes, pawns_[0] + lane) == zeros();
      const auto second_lost = hn::Load(kLanes, pawns_[1] + lane) == zeros();
      over |= bits_of(kLanes, hn::Or(first_lost, second_lost)) << lane;
    }
    return over;
  }
  /// Of a game that is over.
  [[nodiscard]] HWY_INLINE bool mover_won(int lane) const { return pawns_[0][lane] != 0; }

  /// Makes a few moves in all games that are not over, equally many for each side.
  HWY_NOINLINE void step() {
    const int vecs = lanes_ / kVecLanes;
    for (int i = 0; i < kMoves; i += 2) {
      Vec numbers[kVecs];
      for (int v = 0; v < vecs; ++v) numbers[v] = random_[v].next();
      move<0>(numbers);
      for (int v = 0; v < vecs; ++v) numbers[v] = hn::ShiftRight<32>(numbers[v]);
      move<1>(numbers);
    }
  }

 private:
  static constexpr std::uint64_t kFirstColumn = 0x0101010101010101;
  static constexpr std::uint64_t kFirstRow = 0xff;
  // The winner's pawns when a game is over: none of their moves stays on the 64 cells.
  static constexpr std::uint64_t kWon[2] = {std::uint64_t{1} << 63, 1};
  static constexpr int kMoves = 4;  // between two checks for finished games
  static constexpr int kVecs = kRows * kVecsInRow;

  /// By lane: the targets in one direction, which one is chosen, how far it goes.
  struct Choices {
    alignas(64) std::uint64_t targets[kSize];
    alignas(64) std::uint64_t one[kSize];  // 1 << n for the nth target
    alignas(64) std::uint64_t step[kSize];
  };

  template <int Side, int Step>
  static HWY_INLINE Vec ahead(Vec pawns) {
    return Side == 0 ? hn::ShiftLeft<Step>(pawns) : hn::ShiftRight<Step>(pawns);
  }

  /// Makes a move of one side in every game, by the lower halves of `numbers`.
  template <int Side>
  HWY_INLINE void move(const Vec (&numbers)[kVecs]) {
    Choices choices;
    for (int lane = 0; lane < lanes_; lane += kVecLanes) {
      choose<Side>(choices, lane, numbers[lane / kVecLanes]);
    }
    take_nth_bits(choices.targets, choices.one, lanes_);
    for (int lane = 0; lane < lanes_; lane += kVecLanes) make<Side>(choices, lane);
  }

  template <int Side>
  HWY_INLINE void choose(Choices& choices, int lane, Vec number) {
    const hn::RebindToSigned<Lanes> signed_lanes;
    constexpr int kLeft = Side == 0 ? 7 : 9;
    const Vec own = hn::Load(kLanes, pawns_[Side] + lane);
    const Vec other = hn::Load(kLanes, pawns_[1 - Side] + lane);
    const Vec left = hn::AndNot(own, ahead<Side, kLeft>(own & first_column_));
    const Vec straight = hn::AndNot(own | other, ahead<Side, 8>(own));
    const Vec right = hn::AndNot(own, ahead<Side, 16 - kLeft>(own & last_column_));
    const Vec lefts = count_bits(left);
    const Vec straights = count_bits(straight);
    const Vec not_right = lefts + straights;
    // A number in [0, count): the upper half of the product.
    const Vec n = hn::ShiftRight<32>(multiply_lower(number, not_right + count_bits(right)));
    const auto less = [&](Vec a, Vec b) HWY_ATTR {
      return hn::RebindMask(kLanes, hn::BitCast(signed_lanes, a) < hn::BitCast(signed_lanes, b));
    };
    const auto is_left = less(n, lefts);
    const auto is_not_right = less(n, not_right);
    hn::Store(hn::IfThenElse(is_left, left, hn::IfThenElse(is_not_right, straight, right)), kLanes,
              choices.targets + lane);
    const Vec before =
        hn::IfThenZeroElse(is_left, lefts) + hn::IfThenZeroElse(is_not_right, straights);
    hn::Store(hn::Shl(all(1), n - before), kLanes, choices.one + lane);
    const Vec less_than = hn::VecFromMask(kLanes, is_left) + hn::VecFromMask(kLanes, is_not_right);
    hn::Store(Side == 0 ? all(9) + less_than : all(7) - less_than, kLanes, choices.step + lane);
  }

  template <int Side>
  HWY_INLINE void make(const Choices& choices, int lane) {
    const Vec to = hn::Load(kLanes, choices.targets + lane);
    const Vec step = hn::Load(kLanes, choices.step + lane);
    const Vec from = Side == 0 ? hn::Shr(to, step) : hn::Shl(to, step);
    const Vec own = hn::Xor3(hn::Load(kLanes, pawns_[Side] + lane), from, to);
    const Vec other = hn::AndNot(to, hn::Load(kLanes, pawns_[1 - Side] + lane));
    // If nothing moves, nothing wins.
    const auto goes_on =
        (to & (goals_[Side] | hn::VecFromMask(kLanes, other == zeros()))) == zeros();
    hn::Store(hn::IfThenElse(goes_on, own, all(kWon[Side])), kLanes, pawns_[Side] + lane);
    hn::Store(hn::IfThenElseZero(goes_on, other), kLanes, pawns_[1 - Side] + lane);
  }

  int lanes_;
  Vec first_column_;
  Vec last_column_;
  Vec goals_[2];
  alignas(64) std::uint64_t pawns_[2][kSize] = {};  // by side
  VecRandom random_[kVecs];
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
