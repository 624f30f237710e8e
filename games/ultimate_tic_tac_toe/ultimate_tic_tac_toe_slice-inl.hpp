// Ultimate tic-tac-toe, bit-sliced: 64 games per lane. Compiled once per instruction set.
#if defined(BANYAN_GAMES_SIMD_ULTIMATE_TIC_TAC_TOE_SLICE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_ULTIMATE_TIC_TAC_TOE_SLICE_INL_HPP
#undef BANYAN_GAMES_SIMD_ULTIMATE_TIC_TAC_TOE_SLICE_INL_HPP
#else
#define BANYAN_GAMES_SIMD_ULTIMATE_TIC_TAC_TOE_SLICE_INL_HPP
#endif

#include <cstdint>

#include "games/simd/bit_planes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// A set of nine, boards or cells, in every game.
using Nine = Vec[9];

HWY_INLINE Vec any_of(const Nine& set) {
  return hn::Or3(hn::Or3(set[0], set[1], set[2]), hn::Or3(set[3], set[4], set[5]),
                 hn::Or3(set[6], set[7], set[8]));
}

/// The games whose sets hold one of the eight lines.
HWY_INLINE Vec has_line(const Nine& set) {
  const auto line = [&](int a, int b, int c) HWY_ATTR { return set[a] & set[b] & set[c]; };
  return hn::Or3(hn::Or3(line(0, 1, 2), line(3, 4, 5), line(6, 7, 8)),
                 hn::Or3(line(0, 3, 6), line(1, 4, 7), line(2, 5, 8)), line(0, 4, 8)) |
         line(2, 4, 6);
}

/// A random member of each set. Draws numbers below the smallest sufficient power of two, and once
/// again if they are too large. If both fail, or the set is empty, there is none: no bias, only a
/// delay.
class OneOfNine {
 public:
  HWY_INLINE OneOfNine(const Nine& set, VecRandom& random) {
    draw_rank(set, random);
    pass<4>(set, 0);
    for (int i = 1; i < 5; ++i) pass<3>(set, i);
    for (int i = 5; i < 7; ++i) pass<2>(set, i);
    pass<1>(set, 7);
    pass<0>(set, 8);
  }

  Nine chosen;

 private:
  static constexpr int kAttempts = 2;

  HWY_INLINE void draw_rank(const Nine& set, VecRandom& random) {
    const auto sum = [](Vec a, Vec b, Vec c) HWY_ATTR { return hn::Xor3(a, b, c); };
    const Vec ones[3] = {sum(set[0], set[1], set[2]), sum(set[3], set[4], set[5]),
                         sum(set[6], set[7], set[8])};
    const Vec twos[4] = {majority(set[0], set[1], set[2]), majority(set[3], set[4], set[5]),
                         majority(set[6], set[7], set[8]), majority(ones[0], ones[1], ones[2])};
    const Vec three_twos = sum(twos[0], twos[1], twos[2]);
    const Vec fours[2] = {majority(twos[0], twos[1], twos[2]), three_twos & twos[3]};
    const Vec size[4] = {sum(ones[0], ones[1], ones[2]), three_twos ^ twos[3], fours[0] ^ fours[1],
                         fours[0] & fours[1]};
    // The bits that a rank may have with at least 2, 3, 5 and 9 members.
    const Vec from_four = size[2] | size[3];
    const Vec bits[4] = {size[1] | from_four, hn::OrAnd(from_four, size[0], size[1]),
                         and_or(size[2], size[0], size[1]) | size[3], size[3] & size[0]};
    for (Vec& plane : rank_) plane = zeros();
    waiting_ = zeros();
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      Vec drawn[4];
      Vec less = zeros();
      for (int b = 0; b < 4; ++b) {
        drawn[b] = random.next() & bits[b];
        less = majority(hn::Not(drawn[b]), size[b], less);
      }
      const Vec take = hn::AndNot(waiting_, less);
      for (int b = 0; b < 4; ++b) rank_[b] = hn::OrAnd(rank_[b], drawn[b], take);
      waiting_ = waiting_ | take;
    }
  }

  /// Takes member i if the rank is 0, else decrements it; by then ranks have Bits bits.
  template <int Bits>
  HWY_INLINE void pass(const Nine& set, int i) {
    Vec counted = waiting_ & set[i];
    chosen[i] = counted;
    for (int b = 0; b < Bits; ++b) chosen[i] = hn::AndNot(rank_[b], chosen[i]);
    waiting_ = hn::AndNot(chosen[i], waiting_);
    for (int b = 0; b < Bits; ++b) {
      const Vec bit = rank_[b];
      rank_[b] = bit ^ counted;
      counted = hn::AndNot(bit, counted);
    }
  }

  Vec rank_[4];
  Vec waiting_;  // has a rank, but no member yet
};

/// A step makes a move in every unfinished game, unless the draw fails: then it is the same side's
/// turn in the next step. If any board is allowed, draws one of the boards left, then one of all
/// nine cells, free or not. So all free cells are equally likely.
class UltimateSlice {
 public:
  // A position as words whose bits become planes. In this order: the free cells of the boards left,
  // boards won by the first player and by the second, boards left, the next board, whether the
  // second player is to move. Then the cells of the first player.
  static constexpr int kStateWords = 2;
  static constexpr int kWords = 4;
  static constexpr int kWonFirst = 81;
  static constexpr int kWonSecond = 90;
  static constexpr int kLeft = 99;
  static constexpr int kNext = 108;
  static constexpr int kSecond = 117;

  HWY_INLINE explicit UltimateSlice(const VecRandom& random) : random_(random) {}

  /// Loads 64 positions per lane. The next position of a lane is `stride` words later, and the next
  /// word of a position `next_word`. If no board is left, no game is played.
  HWY_NOINLINE void load(const std::uint64_t* positions, int stride, int next_word) {
    for (int word = 0; word < kWords; ++word) {
      Vec* const planes = this->planes(word);
      for (int i = 0; i < 64; ++i) {
        planes[i] = hn::LoadU(kLanes, positions + next_word * word + stride * i);
      }
      transpose(planes, 64);
    }
    over_ = hn::Not(any_of(nine(kLeft)));
    paused_ = first_won_ = second_won_ = zeros();
  }

  /// Writes the positions of the games to where load() read them.
  HWY_NOINLINE void unload(std::uint64_t* positions, int stride, int next_word) {
    for (int word = 0; word < kWords; ++word) {
      Vec* const planes = this->planes(word);
      transpose(planes, 64);
      for (int i = 0; i < 64; ++i) {
        hn::StoreU(planes[i], kLanes, positions + next_word * word + stride * i);
      }
    }
  }

  /// Moves in all games until all are over or paused. The last few of each lane are paused, since a
  /// step takes as long for them as for 64.
  HWY_INLINE void play_out() {
    while (true) {
      const Vec playing = hn::Not(over_);
      const Vec few =
          hn::VecFromMask(kLanes, hn::ShiftRight<kFewBits>(count_bits(playing)) == zeros());
      paused_ = hn::OrAnd(paused_, playing, few);
      over_ = over_ | few;
      if (is_zero(hn::Not(over_))) return;
      step();
    }
  }

  [[nodiscard]] HWY_INLINE Vec paused() const { return paused_; }
  [[nodiscard]] HWY_INLINE Vec first_won() const { return first_won_; }
  [[nodiscard]] HWY_INLINE Vec second_won() const { return second_won_; }

 private:
  static constexpr int kFewBits = 4;  // fewer than 16 games are few

  [[nodiscard]] HWY_INLINE Vec* planes(int word) {
    return word < kStateWords ? state_ + 64 * word : first_ + 64 * (word - kStateWords);
  }
  [[nodiscard]] HWY_INLINE Nine& nine(int plane) {
    return *reinterpret_cast<Nine*>(state_ + plane);
  }
  [[nodiscard]] HWY_INLINE Vec second() const { return state_[kSecond]; }

  HWY_NOINLINE void step() {
    const Vec anywhere = hn::Not(any_of(nine(kNext)) | over_);
    Nine board;
    choose_board(anywhere, board);
    Nine free;
    Nine own;
    look_at(board, free, own);
    Nine row;
    for (int c = 0; c < 9; ++c) row[c] = hn::AndNot(over_, free[c] | anywhere);
    OneOfNine cell(row, random_);
    for (int c = 0; c < 9; ++c) {
      cell.chosen[c] = cell.chosen[c] & free[c];
      free[c] = free[c] ^ cell.chosen[c];
      own[c] = own[c] | cell.chosen[c];
    }
    const Vec moved = any_of(cell.chosen);
    const Vec wins = has_line(own) & moved;
    lay(board, cell.chosen, hn::AndNot(any_of(free), moved) | wins);
    settle(board, wins, moved);
    go_on(cell.chosen, moved);
  }

  HWY_INLINE void choose_board(Vec anywhere, Nine& board) {
    for (int b = 0; b < 9; ++b) board[b] = nine(kNext)[b];
    if (is_zero(anywhere)) return;
    const VecRandom earlier = random_;
    const OneOfNine left(nine(kLeft), random_);
    // A lane's numbers must not depend on its neighbours'.
    random_.go_back(hn::VecFromMask(kLanes, anywhere == zeros()), earlier);
    for (int b = 0; b < 9; ++b) board[b] = hn::OrAnd(board[b], left.chosen[b], anywhere);
  }

  /// The free cells of that board, and the mover's.
  HWY_INLINE void look_at(const Nine& board, Nine& free, Nine& own) {
    for (int c = 0; c < 9; ++c) {
      Vec free_here = zeros();
      Vec first_here = zeros();
      for (int b = 0; b < 9; ++b) {
        free_here = hn::OrAnd(free_here, board[b], state_[9 * b + c]);
        first_here = hn::OrAnd(first_here, board[b], first_[9 * b + c]);
      }
      free[c] = free_here;
      own[c] = select(second(), hn::Not(free_here | first_here), first_here);
    }
  }

  /// Lays the stones; where it `closes`, none of a board's cells stays free.
  HWY_INLINE void lay(const Nine& board, const Nine& chosen, Vec closes) {
    Nine gone;
    Nine first;
    for (int c = 0; c < 9; ++c) {
      gone[c] = chosen[c] | closes;
      first[c] = hn::AndNot(second(), chosen[c]);
    }
    for (int b = 0; b < 9; ++b) {
      for (int c = 0; c < 9; ++c) {
        state_[9 * b + c] = hn::AndNot(board[b] & gone[c], state_[9 * b + c]);
        first_[9 * b + c] = hn::OrAnd(first_[9 * b + c], board[b], first[c]);
      }
      nine(kLeft)[b] = hn::AndNot(board[b] & closes, nine(kLeft)[b]);
    }
  }

  /// Records won boards; ends finished games.
  HWY_INLINE void settle(const Nine& board, Vec wins, Vec moved) {
    Nine won;  // by the mover
    for (int b = 0; b < 9; ++b) {
      const Vec taken = board[b] & wins;
      Vec& by_first = nine(kWonFirst)[b];
      Vec& by_second = nine(kWonSecond)[b];
      by_first = by_first | hn::AndNot(second(), taken);
      by_second = hn::OrAnd(by_second, second(), taken);
      won[b] = select(second(), by_second, by_first);
    }
    const Vec wins_all = has_line(won) & wins;
    first_won_ = first_won_ | hn::AndNot(second(), wins_all);
    second_won_ = hn::OrAnd(second_won_, second(), wins_all);
    over_ = hn::Or3(over_, wins_all, hn::AndNot(any_of(nine(kLeft)), moved));
  }

  HWY_INLINE void go_on(const Nine& chosen, Vec moved) {
    for (int b = 0; b < 9; ++b) {
      Vec& next = nine(kNext)[b];
      next = hn::AndNot(moved, next) | (chosen[b] & nine(kLeft)[b]);
    }
    state_[kSecond] = second() ^ moved;
  }

  Vec state_[64 * kStateWords];
  Vec first_[64 * (kWords - kStateWords)];
  Vec over_;  // or paused
  Vec paused_;
  Vec first_won_;
  Vec second_won_;
  VecRandom random_;
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
