// Othello with one game per lane of 64 bits. Compiled once per instruction set.
#if defined(BANYAN_GAMES_OTHELLO_OTHELLO_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_OTHELLO_OTHELLO_LANES_INL_HPP
#undef BANYAN_GAMES_OTHELLO_OTHELLO_LANES_INL_HPP
#else
#define BANYAN_GAMES_OTHELLO_OTHELLO_LANES_INL_HPP
#endif

#include <algorithm>
#include <cstdint>

#include "games/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// Rows of games in progress, which all change sides together. A game's first side is the one that
/// was to move when it was put in. Floods are those of OthelloPosition.
class OthelloLanes {
 public:
  static constexpr int kRows = 4;
  static constexpr int kSize = kRows * simd::kRow;

  /// Plays in the first `rows` rows only.
  HWY_INLINE OthelloLanes(int rows, Random& random) : lanes_(rows * simd::kRow) {
    seed_rows(random_, rows, random);
    std::fill_n(over_, kSize, ~std::uint64_t{0});
  }

  HWY_INLINE void put(int lane, std::uint64_t mover, std::uint64_t other) {
    discs_[0][lane] = mover;
    discs_[1][lane] = other;
    over_[lane] = 0;
  }

  /// A bit per lane.
  [[nodiscard]] HWY_INLINE std::uint64_t over() const {
    std::uint64_t over = 0;
    for (int lane = 0; lane < lanes_; lane += kVecLanes) {
      over |= bits_of(kLanes, hn::Load(kLanes, over_ + lane) != zeros()) << lane;
    }
    return over;
  }
  [[nodiscard]] HWY_INLINE std::uint64_t discs(int side, int lane) const {
    return discs_[side][lane];
  }

  /// Each side lays a disc or passes, in all games. If both pass, the game is over.
  HWY_NOINLINE void step() {
    const int vecs = lanes_ / kVecLanes;
    Vec numbers[kVecs];
    for (int v = 0; v < vecs; ++v) numbers[v] = random_[v].next();
    move(discs_[0], discs_[1], numbers);
    for (int v = 0; v < vecs; ++v) {
      hn::Store(passes(v * kVecLanes), kLanes, over_ + v * kVecLanes);
      numbers[v] = hn::ShiftRight<32>(numbers[v]);
    }
    move(discs_[1], discs_[0], numbers);
    for (int lane = 0; lane < lanes_; lane += kVecLanes) {
      hn::Store(hn::Load(kLanes, over_ + lane) & passes(lane), kLanes, over_ + lane);
    }
  }

 private:
  static constexpr int kVecs = kRows * kVecsInRow;
  static constexpr std::uint64_t kInner = 0x7e7e7e7e7e7e7e7e;  // lines along it end at its sides

  /// All ones where the last move was a pass.
  [[nodiscard]] HWY_INLINE Vec passes(int lane) const {
    return hn::VecFromMask(kLanes, hn::Load(kLanes, cells_ + lane) == zeros());
  }

  /// One side's move in every game, by the lower halves of `numbers`.
  HWY_INLINE void move(std::uint64_t* own, std::uint64_t* other, const Vec (&numbers)[kVecs]) {
    alignas(64) std::uint64_t nth[kSize];  // 1 << n for the nth cell
    for (int lane = 0; lane < lanes_; lane += kVecLanes) {
      const Vec cells = moves(hn::Load(kLanes, own + lane), hn::Load(kLanes, other + lane));
      // A number in [0, count): the upper half of the product.
      const Vec n =
          hn::ShiftRight<32>(multiply_lower(numbers[lane / kVecLanes], count_bits(cells)));
      hn::Store(cells, kLanes, cells_ + lane);
      hn::Store(hn::Shl(all(1), n), kLanes, nth + lane);
    }
    take_nth_bits(cells_, nth, lanes_);
    for (int lane = 0; lane < lanes_; lane += kVecLanes) {
      const Vec disc = hn::Load(kLanes, cells_ + lane);
      const Vec mine = hn::Load(kLanes, own + lane);
      const Vec theirs = hn::Load(kLanes, other + lane);
      const Vec inner = theirs & all(kInner);
      const Vec turned = turned_along<1>(disc, mine, inner) | turned_along<7>(disc, mine, inner) |
                         turned_along<8>(disc, mine, theirs) | turned_along<9>(disc, mine, inner);
      hn::Store(hn::Or3(mine, disc, turned), kLanes, own + lane);
      hn::Store(hn::AndNot(turned, theirs), kLanes, other + lane);
    }
  }

  /// The empty cells where the owner of `own` turns at least one disc.
  static HWY_INLINE Vec moves(Vec own, Vec other) {
    const Vec inner = other & all(kInner);
    return hn::AndNot(own | other, ends_along<1>(own, inner) | ends_along<7>(own, inner) |
                                       ends_along<8>(own, other) | ends_along<9>(own, inner));
  }

  struct Runs {
    Vec up;
    Vec down;
  };
  /// The runs of `inner` discs that begin beside one of `discs`, both ways along lines of cells
  /// Step apart.
  template <int Step>
  static HWY_INLINE Runs runs(Vec discs, Vec inner) {
    const Vec pairs = inner & hn::ShiftLeft<Step>(inner);  // by their upper end
    const Vec quads = pairs & hn::ShiftLeft<2 * Step>(pairs);
    Vec up = hn::OrAnd(discs, inner, hn::ShiftLeft<Step>(discs));
    up = hn::OrAnd(up, pairs, hn::ShiftLeft<2 * Step>(up));
    up = hn::OrAnd(up, quads, hn::ShiftLeft<4 * Step>(up));
    Vec down = hn::OrAnd(discs, inner, hn::ShiftRight<Step>(discs));
    down = hn::OrAnd(down, hn::ShiftRight<Step>(pairs), hn::ShiftRight<2 * Step>(down));
    down = hn::OrAnd(down, hn::ShiftRight<3 * Step>(quads), hn::ShiftRight<4 * Step>(down));
    return {up & inner, down & inner};
  }
  template <int Step>
  static HWY_INLINE Vec ends_along(Vec own, Vec inner) {
    const auto [up, down] = runs<Step>(own, inner);
    return hn::ShiftLeft<Step>(up) | hn::ShiftRight<Step>(down);
  }
  template <int Step>
  static HWY_INLINE Vec turned_along(Vec disc, Vec own, Vec inner) {
    const auto [up, down] = runs<Step>(disc, inner);
    const auto no_end_above = (hn::ShiftLeft<Step>(up) & own) == zeros();
    const auto no_end_below = (hn::ShiftRight<Step>(down) & own) == zeros();
    return hn::IfThenZeroElse(no_end_above, up) | hn::IfThenZeroElse(no_end_below, down);
  }

  int lanes_;
  alignas(64) std::uint64_t discs_[2][kSize] = {};  // by side
  alignas(64) std::uint64_t cells_[kSize];          // where discs were laid last; 0: a pass
  alignas(64) std::uint64_t over_[kSize];           // all ones if over
  VecRandom random_[kVecs];
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
