// Othello, bit-sliced: 64 games per lane, moved together. Compiled once per instruction set.
#if defined(BANYAN_GAMES_SIMD_OTHELLO_SLICE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_OTHELLO_SLICE_INL_HPP
#undef BANYAN_GAMES_SIMD_OTHELLO_SLICE_INL_HPP
#else
#define BANYAN_GAMES_SIMD_OTHELLO_SLICE_INL_HPP
#endif

#include <cstdint>

#include "games/simd/bit_planes-inl.hpp"
#include "games/simd/nth_plane-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// In a step one side moves or passes in every game, so all games change sides together. In
/// finished games both sides pass forever.
class OthelloSlice {
 public:
  HWY_INLINE explicit OthelloSlice(const VecRandom& random) : random_(random) {}

  /// Loads 64 positions per lane. The next position of a lane is `stride` positions later.
  HWY_INLINE void load(const std::uint64_t* own, const std::uint64_t* opponent, int stride) {
    for (int i = 0; i < 64; ++i) {
      own_[i] = hn::LoadU(kLanes, own + stride * i);
      opponent_[i] = hn::LoadU(kLanes, opponent + stride * i);
    }
    transpose(own_, 64);
    transpose(opponent_, 64);
  }

  void play_out() {
    Vec passed = zeros();
    for (bool first = true;; first = !first) {
      find_moves();
      const Vec moved = choice_.choose(moves_, random_);
      const Vec passes = hn::Not(moved);
      if (is_zero(hn::Not(passes & passed))) {
        count_discs(first);
        return;
      }
      passed = passes;
      play();
    }
  }

  /// The games in which the side to move in the loaded position has more discs, and fewer.
  [[nodiscard]] HWY_INLINE Vec won() const { return won_; }
  [[nodiscard]] HWY_INLINE Vec lost() const { return lost_; }

 private:
  /// Marks the cells after a run of opposing discs along one line of Length cells, Step apart.
  struct FindMoves {
    template <int Step, int Length>
    static HWY_INLINE void along(OthelloSlice& slice, int first) {
      const Vec* own = slice.own_ + first;
      const Vec* opponent = slice.opponent_ + first;
      Vec* moves = slice.moves_ + first;
      Vec run = opponent[Step] & own[0];
      moves[2 * Step] = moves[2 * Step] | run;
      for (int i = 2; i < Length - 1; ++i) {
        run = and_or(opponent[i * Step], own[(i - 1) * Step], run);
        moves[(i + 1) * Step] = moves[(i + 1) * Step] | run;
      }
      run = opponent[(Length - 2) * Step] & own[(Length - 1) * Step];
      moves[(Length - 3) * Step] = moves[(Length - 3) * Step] | run;
      for (int i = Length - 3; i > 0; --i) {
        run = and_or(opponent[i * Step], own[(i + 1) * Step], run);
        moves[(i - 1) * Step] = moves[(i - 1) * Step] | run;
      }
    }
  };

  /// Marks the opposing discs between an own one and the new disc.
  struct Turn {
    template <int Step, int Length>
    static HWY_INLINE void along(OthelloSlice& slice, int first) {
      const Vec* own = slice.own_ + first;
      const Vec* opponent = slice.opponent_ + first;
      const Vec* laid = slice.choice_.planes() + first;
      Vec* turned = slice.turned_ + first;
      // Runs that begin at an own disc, from below and from above, and those of them that end at
      // the new disc.
      Vec up[Length];
      Vec down[Length];
      up[1] = opponent[Step] & own[0];
      for (int i = 2; i < Length - 1; ++i) {
        up[i] = and_or(opponent[i * Step], own[(i - 1) * Step], up[i - 1]);
      }
      down[Length - 2] = opponent[(Length - 2) * Step] & own[(Length - 1) * Step];
      for (int i = Length - 3; i > 0; --i) {
        down[i] = and_or(opponent[i * Step], own[(i + 1) * Step], down[i + 1]);
      }
      up[Length - 2] = up[Length - 2] & laid[(Length - 1) * Step];
      for (int i = Length - 3; i > 0; --i) {
        up[i] = and_or(up[i], laid[(i + 1) * Step], up[i + 1]);
      }
      down[1] = down[1] & laid[0];
      for (int i = 2; i < Length - 1; ++i) {
        down[i] = and_or(down[i], laid[(i - 1) * Step], down[i - 1]);
      }
      for (int i = 1; i < Length - 1; ++i) {
        turned[i * Step] = hn::Or3(turned[i * Step], up[i], down[i]);
      }
    }
  };

  template <class Act>
  HWY_INLINE void along_all_lines() {
    for (int i = 0; i < 8; ++i) {
      Act::template along<1, 8>(*this, 8 * i);
      Act::template along<8, 8>(*this, i);
    }
    Act::template along<9, 8>(*this, 0);
    Act::template along<7, 8>(*this, 7);
    along_short_diagonals<Act, 7>();
    along_short_diagonals<Act, 6>();
    along_short_diagonals<Act, 5>();
    along_short_diagonals<Act, 4>();
    along_short_diagonals<Act, 3>();
  }
  template <class Act, int Length>
  HWY_INLINE void along_short_diagonals() {
    Act::template along<9, Length>(*this, 8 - Length);
    Act::template along<9, Length>(*this, 8 * (8 - Length));
    Act::template along<7, Length>(*this, Length - 1);
    Act::template along<7, Length>(*this, 8 * (8 - Length) + 7);
  }

  HWY_NOINLINE void find_moves() {
    for (Vec& plane : moves_) plane = zeros();
    along_all_lines<FindMoves>();
    for (int i = 0; i < 64; ++i) moves_[i] = hn::AndNot(own_[i] | opponent_[i], moves_[i]);
  }

  /// Lays the chosen discs and passes the turn.
  HWY_NOINLINE void play() {
    for (Vec& plane : turned_) plane = zeros();
    along_all_lines<Turn>();
    for (int i = 0; i < 64; ++i) {
      const Vec own = hn::Or3(own_[i], turned_[i], choice_.planes()[i]);
      own_[i] = hn::AndNot(turned_[i], opponent_[i]);
      opponent_[i] = own;
    }
  }

  /// `own_first`: whether own discs are those of the side that moved first.
  void count_discs(bool own_first) {
    Vec own[7];
    Vec opponent[7];
    choice_.count(own_, own);
    choice_.count(opponent_, opponent);
    Vec fewer = zeros();
    Vec more = zeros();
    for (int b = 0; b < 7; ++b) {
      fewer = majority(hn::Not(own[b]), opponent[b], fewer);
      more = majority(own[b], hn::Not(opponent[b]), more);
    }
    won_ = own_first ? more : fewer;
    lost_ = own_first ? fewer : more;
  }

  Vec own_[64];  // of the side to move
  Vec opponent_[64];
  Vec moves_[64];
  Vec turned_[64];
  NthPlane<64> choice_;
  Vec won_;
  Vec lost_;
  VecRandom random_;
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
