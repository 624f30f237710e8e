// Go, bit-sliced: 64 random games per lane, moved together. Compiled once per instruction set.
#if defined(BANYAN_GAMES_GO_SLICE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_GO_SLICE_INL_HPP
#undef BANYAN_GAMES_GO_SLICE_INL_HPP
#else
#define BANYAN_GAMES_GO_SLICE_INL_HPP
#endif

#include <cstdint>
#include <utility>

#include "core/game/game_text.hpp"
#include "games/simd/bit_planes-inl.hpp"
#include "games/simd/nth_plane-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// Random games as play_to_end() of go_playouts.hpp plays them. A place has a plane with a bit per
/// game. In a step one side moves or passes in every game, so all games change sides together;
/// finished ones only pass.
///
/// Chains are not kept, but flooded from where a move changes them: the chains that it takes, those
/// that these gave a liberty, its own chain, and the opponent's beside it. A flood goes down and up
/// over the rows, two to four times for the longest chain of all games. So it takes an instruction
/// or two a game. As in GoBoard, all chains in atari are known.
template <int MaxSize>
class GoSlice {
 public:
  static constexpr int kStride = MaxSize + 1;
  static constexpr int kPlaces = MaxSize * kStride;
  static constexpr int kWords = (kPlaces + 63) / 64;
  /// The plies that are left to a game take so many bits.
  static constexpr int kClockBits = 11;

  GoSlice(BoardSize size, const VecRandom& random) : size_(size), random_(random) {
    for (Set& set : sets_) {
      for (Vec& plane : set.planes) plane = zeros();
    }
    for (Vec& plane : moves_) plane = zeros();
  }

  enum Which { kOwn, kOther, kAtari, kTaken, kStone, kEmpty, kFlood, kMask, kSets };

  /// Loads one of the sets of 64 games per lane: kOwn, kOther, kAtari, or the point of a ko as
  /// kTaken. The first word of a lane's next game is `stride` words later, the games' next words
  /// `next` words later.
  HWY_INLINE void load(Which which, const std::uint64_t* words, int stride, int next) {
    for (int first = 0; first < kPlaces; first += 64) {
      const int wanted = kPlaces - first < 64 ? kPlaces - first : 64;
      Vec planes[64];
      load_planes(words, stride, planes, wanted);
      for (int i = 0; i < wanted; ++i) set(which)[first + i] = planes[i];
      words += next;
    }
  }
  /// The same of a word for each game: how many plies are left, and in its highest bit, whether the
  /// last one was a pass. A game without plies is over.
  HWY_INLINE void load_clocks(const std::uint64_t* words, int stride) {
    Vec planes[64];
    load_planes(words, stride, planes, 64);
    for (int b = 0; b < kClockBits; ++b) left_[b] = planes[b];
    passed_ = planes[63];
    over_ = hn::Not(any_left());
    ko_ = ones();
  }

  void play_out() {
    bool changed = false;  // whether the side that moved second is to move
    for (; !is_zero(hn::Not(over_)); changed = !changed) {
      find_moves();
      const Vec moved = choice_.choose(moves_, random_);
      put_stones();
      tick();
      over_ = hn::Or3(over_, hn::Not(any_left()), hn::AndNot(moved, passed_));
      passed_ = hn::Not(moved);
      std::swap(own_, other_);
    }
    if (changed) std::swap(own_, other_);
    count_points();
  }

  /// Stores a word for each of the 64 games per lane: the points of the side that was to move in
  /// the loaded position, and from bit 32 on, its opponent's.
  HWY_INLINE void store_points(std::uint64_t* words, int stride) {
    Vec planes[64];
    for (Vec& plane : planes) plane = zeros();
    for (int b = 0; b < Choice::kBits; ++b) {
      planes[b] = own_points_[b];
      planes[32 + b] = other_points_[b];
    }
    transpose(planes, 64);
    for (int i = 0; i < 64; ++i) hn::StoreU(planes[i], kLanes, words + stride * i);
  }

 private:
  /// Planes of all places, with empty ones around the board.
  static constexpr int kMargin = kStride + 1;
  struct Set {
    Vec planes[kPlaces + 2 * kMargin];
  };
  using Choice = NthPlane<MaxSize * MaxSize>;

  HWY_INLINE Vec* set(Which which) { return sets_[which].planes + kMargin; }
  HWY_INLINE Vec* own() { return set(own_); }
  HWY_INLINE Vec* other() { return set(other_); }

  static HWY_INLINE void load_planes(const std::uint64_t* words, int stride, Vec (&planes)[64],
                                     int wanted) {
    for (int i = 0; i < 64; ++i) planes[i] = hn::LoadU(kLanes, words + stride * i);
    transpose(planes, wanted);
  }

  /// Calls visit(place) for each point of the board.
  template <class Visit>
  HWY_INLINE void for_points(const Visit& visit) const {
    for (int row = 0; row < size_.rows; ++row) {
      for (int column = 0; column < size_.columns; ++column) visit(row * kStride + column);
    }
  }
  /// The same with the place's plane among those of points alone.
  template <class Visit>
  HWY_INLINE void for_numbered_points(const Visit& visit) const {
    for (int row = 0; row < size_.rows; ++row) {
      for (int column = 0; column < size_.columns; ++column) {
        visit(row * kStride + column, row * MaxSize + column);
      }
    }
  }

  /// The games with a bit in one of the four planes around.
  static HWY_INLINE Vec beside(const Vec* plane) {
    return hn::Or3(plane[-kStride], plane[-1], plane[1] | plane[kStride]);
  }

  /// Adds all of `within` that a set reaches over `within`.
  HWY_NOINLINE void flood(Which which, Which within) {
    if constexpr (MaxSize > 13) {
      if (size_.columns > 13) return flood_rows<MaxSize>(set(which), set(within));
    }
    if constexpr (MaxSize > 9) {
      if (size_.columns > 9) return flood_rows<13>(set(which), set(within));
    }
    flood_rows<9>(set(which), set(within));
  }
  /// The same on boards of at most so many columns: row by row downwards and upwards, and within a
  /// row both ways at once, until nothing is new.
  template <int Columns>
  HWY_INLINE void flood_rows(Vec* reached, const Vec* within) {
    const int last = (size_.rows - 1) * kStride;
    for (int row = 0; row <= last; row += kStride) {
      flood_row<Columns>(reached + row, -kStride, within + row, true);
    }
    for (;;) {
      bool is_new = false;
      for (int row = last - kStride; row >= 0; row -= kStride) {
        is_new |= flood_row<Columns>(reached + row, kStride, within + row, false);
      }
      if (!is_new) return;
      is_new = false;
      for (int row = kStride; row <= last; row += kStride) {
        is_new |= flood_row<Columns>(reached + row, -kStride, within + row, false);
      }
      if (!is_new) return;
    }
  }
  /// Takes over what the row `from` places away has. If that is new, or always, spreads what the
  /// row has. Returns whether it was new.
  template <int Columns>
  static HWY_INLINE bool flood_row(Vec* row, int from, const Vec* within, bool always) {
    Vec mask[Columns];
    Vec right[Columns];
    Vec fresh = zeros();
    for (int i = 0; i < Columns; ++i) {
      mask[i] = within[i];
      right[i] = hn::OrAnd(row[i], mask[i], row[from + i]);
      fresh = fresh | (right[i] ^ row[i]);
    }
    const bool is_new = !is_zero(fresh);
    if (!always && !is_new) return false;
    Vec left[Columns];
    for (int i = 0; i < Columns; ++i) left[i] = right[i];
    for (int i = 1; i < Columns; ++i) {
      const int j = Columns - 1 - i;
      right[i] = hn::OrAnd(right[i], mask[i], right[i - 1]);
      left[j] = hn::OrAnd(left[j], mask[j], left[j + 1]);
    }
    for (int i = 0; i < Columns; ++i) row[i] = right[i] | left[i];
    return is_new;
  }

  /// The games where a set of stones has at least two liberties.
  HWY_NOINLINE Vec at_ease(Which which) {
    const Vec* const stones = set(which);
    const Vec* const empty = set(kEmpty);
    Vec one = zeros();
    Vec two = zeros();
    for_points([&](int at) HWY_ATTR {
      const Vec liberty = empty[at] & beside(stones + at);
      two = hn::OrAnd(two, one, liberty);
      one = one | liberty;
    });
    return two;
  }

  /// As legal_but_eyes() of go_board.hpp.
  HWY_NOINLINE void find_moves() {
    const Vec* const own = this->own();
    const Vec* const other = this->other();
    Vec* const empty = set(kEmpty);
    Vec* const others = set(kFlood);  // empty points and the other side's
    Vec* const sources = set(kMask);  // of liberties
    const Vec* const atari = set(kAtari);
    const Vec* const taken = set(kTaken);
    for_points([&](int at) HWY_ATTR {
      empty[at] = hn::Not(own[at] | other[at]);
      others[at] = hn::Not(own[at]);
      sources[at] = empty[at] | (own[at] ^ atari[at]);
    });
    for (int row = 0; row < size_.rows; ++row) {
      for (int column = 0; column < size_.columns; ++column) {
        const int at = row * kStride + column;
        const Vec a = other[at - kStride - 1];
        const Vec b = other[at - kStride + 1];
        const Vec c = other[at + kStride - 1];
        const Vec d = other[at + kStride + 1];
        const bool edge =
            row == 0 || row == size_.rows - 1 || column == 0 || column == size_.columns - 1;
        const Vec diagonal = edge ? (a | b) | (c | d) : hn::Or3(a & b, c & d, (a | b) & (c | d));
        const Vec no_eye = diagonal | beside(others + at);
        const Vec legal = hn::AndNot(taken[at] & ko_, empty[at]) & beside(sources + at);
        moves_[row * MaxSize + column] = hn::AndNot(over_, legal & no_eye);
      }
    }
  }

  /// As put_stone() of go_board.hpp.
  HWY_NOINLINE void put_stones() {
    Vec* const own = this->own();
    Vec* const other = this->other();
    Vec* const atari = set(kAtari);
    Vec* const taken = set(kTaken);
    Vec* const stone = set(kStone);
    Vec* const empty = set(kEmpty);
    Vec* const reached = set(kFlood);
    Vec* const mask = set(kMask);
    for_numbered_points([&](int at, int number) HWY_ATTR { stone[at] = choice_.planes()[number]; });
    Vec any = zeros();
    for_points([&](int at) HWY_ATTR {
      mask[at] = other[at] & atari[at];
      taken[at] = mask[at] & beside(stone + at);
      any = any | taken[at];
    });
    const bool takes = !is_zero(any);
    if (takes) {
      flood(kTaken, kMask);
      for_points([&](int at) HWY_ATTR {
        mask[at] = own[at] & atari[at];
        reached[at] = mask[at] & beside(taken + at);
      });
      flood(kFlood, kMask);
      for_points([&](int at) HWY_ATTR {
        other[at] = hn::AndNot(taken[at], other[at]);
        atari[at] = hn::AndNot(taken[at] | reached[at], atari[at]);
      });
    }
    for_points([&](int at) HWY_ATTR {
      own[at] = own[at] | stone[at];
      empty[at] = hn::Not(own[at] | other[at]);
      reached[at] = stone[at];
    });
    flood(kFlood, own_);
    const Vec eased = at_ease(kFlood);
    Vec joined = zeros();
    for_points([&](int at) HWY_ATTR {
      joined = joined | (reached[at] ^ stone[at]);
      atari[at] = select(reached[at], hn::Not(eased), atari[at]);
    });
    press();
    if (!takes) return;
    // A ko: a stone alone, with one liberty, took one.
    Vec one = zeros();
    Vec two = zeros();
    for_points([&](int at) HWY_ATTR {
      two = hn::OrAnd(two, one, taken[at]);
      one = one | taken[at];
    });
    ko_ = hn::Not(hn::Or3(two, joined, eased));
  }

  /// Finds out which of the other side's chains beside the stones are in atari: those of which a
  /// stone beside it has two liberties are not, the others are flooded one after the other.
  HWY_INLINE void press() {
    const Vec* const other = this->other();
    const Vec* const stone = set(kStone);
    const Vec* const empty = set(kEmpty);
    Vec* const atari = set(kAtari);
    Vec* const reached = set(kFlood);
    Vec* const seeds = set(kMask);
    Vec seen = zeros();
    for_points([&](int at) HWY_ATTR {
      const Vec a = empty[at - kStride];
      const Vec b = empty[at - 1];
      const Vec c = empty[at + 1];
      const Vec d = empty[at + kStride];
      const Vec two = hn::Or3(a & b, c & d, (a | b) & (c | d));
      seeds[at] = hn::AndNot(two, other[at] & beside(stone + at));
      reached[at] = hn::AndNot(seen, seeds[at]);
      seen = seen | seeds[at];
    });
    while (!is_zero(seen)) {
      flood(kFlood, other_);
      const Vec eased = at_ease(kFlood);
      seen = zeros();
      for_points([&](int at) HWY_ATTR {
        atari[at] = atari[at] | hn::AndNot(eased, reached[at]);
        seeds[at] = hn::AndNot(reached[at], seeds[at]);
        reached[at] = hn::AndNot(seen, seeds[at]);
        seen = seen | seeds[at];
      });
    }
  }

  HWY_INLINE Vec any_left() const {
    Vec any = zeros();
    for (const Vec& plane : left_) any = any | plane;
    return any;
  }
  HWY_INLINE void tick() {
    Vec borrow = ones();
    for (Vec& plane : left_) {
      plane = plane ^ borrow;
      borrow = borrow & plane;
    }
  }

  /// As GoBoard::lead().
  HWY_NOINLINE void count_points() {
    Vec* const empty = set(kEmpty);
    Vec* const by_own = set(kFlood);
    Vec* const by_other = set(kTaken);
    for_points([&](int at) HWY_ATTR {
      empty[at] = hn::Not(own()[at] | other()[at]);
      by_own[at] = empty[at] & beside(own() + at);
      by_other[at] = empty[at] & beside(other() + at);
    });
    flood(kFlood, kEmpty);
    flood(kTaken, kEmpty);
    for_numbered_points([&](int at, int number) HWY_ATTR {
      moves_[number] = own()[at] | hn::AndNot(by_other[at], by_own[at]);
    });
    choice_.count(moves_, own_points_);
    for_numbered_points([&](int at, int number) HWY_ATTR {
      moves_[number] = other()[at] | hn::AndNot(by_own[at], by_other[at]);
    });
    choice_.count(moves_, other_points_);
  }

  BoardSize size_;
  Which own_ = kOwn;  // of the side to move
  Which other_ = kOther;
  Vec over_;
  Vec passed_;
  Vec ko_;  // whether the point just taken may not be taken back
  Vec left_[kClockBits];
  Vec own_points_[Choice::kBits];
  Vec other_points_[Choice::kBits];
  VecRandom random_;
  Vec moves_[MaxSize * MaxSize];
  Choice choice_;
  Set sets_[kSets];
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
