// Connect Four, bit-sliced: 64 games per lane, moved together. Compiled once per instruction set.
#if defined(BANYAN_GAMES_SIMD_CONNECT_FOUR_SLICE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_CONNECT_FOUR_SLICE_INL_HPP
#undef BANYAN_GAMES_SIMD_CONNECT_FOUR_SLICE_INL_HPP
#else
#define BANYAN_GAMES_SIMD_CONNECT_FOUR_SLICE_INL_HPP
#endif

#include "games/simd/bit_planes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// The games with four in a run of Length cells, Step planes apart. All fours of a run share its
/// middle cell, which saves a third of the work of checking each. For cells a to g,
/// abcd | bcde | cdef | defg = d (c (b (a | e) | ef) | efg).
template <int Length, int Step>
HWY_INLINE Vec four_in_run(const Vec* cells) {
  const Vec a = cells[0];
  const Vec b = cells[Step];
  const Vec c = cells[2 * Step];
  const Vec d = cells[3 * Step];
  if constexpr (Length == 4) {
    return a & b & (c & d);
  } else {
    const Vec e = cells[4 * Step];
    Vec fours = b & (a | e);
    if constexpr (Length == 5) return fours & c & d;
    const Vec f = cells[5 * Step];
    fours = hn::OrAnd(fours, e, f);
    if constexpr (Length == 6) return fours & c & d;
    const Vec g = cells[6 * Step];
    return d & hn::OrAnd(e & f & g, c, fours);
  }
}

class ConnectFourSlice {
 public:
  static constexpr int kPlanes = 48;  // bit 7 * column + row; row 6 stays unused
  static constexpr int kWords = 64;

  HWY_INLINE explicit ConnectFourSlice(const VecRandom& random) : random_(random) {}

  /// Loads 64 positions per lane, own and occupied cells alternating in memory. The next position
  /// of a lane is `stride` positions later. No game is played where `over` is set.
  HWY_INLINE void load(const std::uint64_t* positions, int stride, Vec over) {
    for (int i = 0; i < kWords; ++i) {
      hn::LoadInterleaved2(kLanes, positions + 2 * stride * i, own_[i], occupied_[i]);
    }
    transpose(own_, kPlanes);
    transpose(occupied_, kPlanes);
    second_ = zeros();
    for (int column = 0; column < 7; ++column) {
      for (int row = 0; row < 6; ++row) second_ = second_ ^ occupied_[7 * column + row];
    }
    moved_ = zeros();
    over_ = over;
    forget_results();
  }

  /// Sets the games in `where` back to the position of another slice.
  HWY_INLINE void restart(Vec where, const ConnectFourSlice& start) {
    for (int column = 0; column < 7; ++column) {
      for (int row = 0; row < 6; ++row) {
        const int cell = 7 * column + row;
        own_[cell] = select(where, start.own_[cell], own_[cell]);
        occupied_[cell] = select(where, start.occupied_[cell], occupied_[cell]);
      }
    }
    second_ = select(where, start.second_, second_);
    moved_ = hn::AndNot(where, moved_);
    over_ = hn::AndNot(where, over_);
  }

  /// Makes a move in every unfinished game; a few games have to wait for the next step.
  HWY_INLINE void step() {
    Vec column[3];
    choose(column);
    Vec full = ones();
    for (int c = 0; c < 7; ++c) {
      Vec below = (c & 1 ? column[0] : hn::Not(column[0])) &
                  (c & 2 ? column[1] : hn::Not(column[1])) &
                  (c & 4 ? column[2] : hn::Not(column[2]));
      const Vec chosen = below;
      for (int row = 0; row < 6; ++row) {
        const int cell = 7 * c + row;
        const Vec occupied = occupied_[cell];
        const Vec stone = hn::AndNot(occupied, below);
        below = chosen & occupied;
        own_[cell] = (own_[cell] ^ (was_moved_ & occupied)) | stone;
        occupied_[cell] = occupied | stone;
      }
      full = full & occupied_[7 * c + 5];
    }
    const Vec won = has_four() & moved_;
    first_won_ = first_won_ | hn::AndNot(second_, won);
    second_won_ = hn::OrAnd(second_won_, second_, won);
    over_ = hn::Or3(over_, won, full);
    second_ = second_ ^ moved_;
  }

  [[nodiscard]] HWY_INLINE Vec over() const { return over_; }
  [[nodiscard]] HWY_INLINE Vec first_won() const { return first_won_; }
  [[nodiscard]] HWY_INLINE Vec second_won() const { return second_won_; }

  HWY_INLINE void forget_results() { first_won_ = second_won_ = zeros(); }

 private:
  static constexpr int kAttempts = 3;

  /// A column for every game, as a number in three planes. Draws one of eight numbers, and again if
  /// it is 7 or a full column: all open columns are equally likely. If the second draw fails too, a
  /// game gets number 7 and does not move: no bias, only a delay.
  HWY_INLINE void choose(Vec (&column)[3]) {
    column[0] = column[1] = column[2] = ones();
    Vec waiting = hn::Not(over_);
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const Vec r0 = random_.next();
      const Vec r1 = random_.next();
      const Vec r2 = random_.next();
      const auto top = [this](int c) HWY_ATTR { return occupied_[7 * c + 5]; };
      const Vec full01 = select(r0, top(1), top(0));
      const Vec full23 = select(r0, top(3), top(2));
      const Vec full45 = select(r0, top(5), top(4));
      const Vec full67 = r0 | top(6);
      const Vec full = select(r2, select(r1, full67, full45), select(r1, full23, full01));
      const Vec take = hn::AndNot(full, waiting);
      column[0] = select(take, r0, column[0]);
      column[1] = select(take, r1, column[1]);
      column[2] = select(take, r2, column[2]);
      waiting = waiting & full;
    }
    was_moved_ = moved_;
    moved_ = hn::AndNot(waiting, hn::Not(over_));
  }

  [[nodiscard]] HWY_INLINE Vec has_four() const {
    Vec fours = zeros();
    for (int column = 0; column < 7; ++column) {
      fours = fours | four_in_run<6, 1>(own_ + 7 * column);
    }
    for (int row = 0; row < 6; ++row) fours = fours | four_in_run<7, 7>(own_ + row);
    const auto cell = [this](int column, int row) HWY_ATTR { return own_ + 7 * column + row; };
    fours = fours | four_in_run<6, 8>(cell(0, 0)) | four_in_run<6, 8>(cell(1, 0)) |
            four_in_run<5, 8>(cell(0, 1)) | four_in_run<5, 8>(cell(2, 0)) |
            four_in_run<4, 8>(cell(0, 2)) | four_in_run<4, 8>(cell(3, 0));
    return fours | four_in_run<6, 6>(cell(0, 5)) | four_in_run<6, 6>(cell(1, 5)) |
           four_in_run<5, 6>(cell(0, 4)) | four_in_run<5, 6>(cell(2, 5)) |
           four_in_run<4, 6>(cell(0, 3)) | four_in_run<4, 6>(cell(3, 5));
  }

  // After a move, own_ still holds the mover's stones. The next step computes the opponent's,
  // occupied_ ^ own_, since it reads all cells anyway.
  Vec own_[kWords];
  Vec occupied_[kWords];
  Vec moved_;      // in the last step
  Vec was_moved_;  // in the step before
  Vec second_;     // player 1 is to move
  Vec over_;
  Vec first_won_;
  Vec second_won_;
  VecRandom random_;
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
