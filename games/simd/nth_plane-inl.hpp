// Chooses one of many planes in each of many bit-sliced games. Compiled once per instruction set.
#if defined(BANYAN_GAMES_SIMD_NTH_PLANE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_NTH_PLANE_INL_HPP
#undef BANYAN_GAMES_SIMD_NTH_PLANE_INL_HPP
#else
#define BANYAN_GAMES_SIMD_NTH_PLANE_INL_HPP
#endif

#include <bit>

#include "games/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// In each game, chooses one of the planes where it has a bit set, all equally likely. Their number
/// is summed pair by pair; the same sums then lead a random rank down to its plane.
template <int Planes>
class NthPlane {
 public:
  /// The levels of sums, of 2, 4, ... planes each.
  static constexpr int kLevels = std::bit_width(static_cast<unsigned>(Planes - 1));
  static constexpr int kMost = 1 << kLevels;
  /// How many planes have a bit takes so many bits.
  static constexpr int kBits = kLevels + 1;

  /// Returns the games that have a bit in any of `planes`, fewer than kMost each.
  HWY_NOINLINE Vec choose(const Vec* planes, VecRandom& random) {
    Vec count[kBits];
    this->count(planes, count);
    Vec rank[kLevels];
    chosen_[1] = draw_below(count, random, rank);
    descend<kLevels>(planes, rank);
    return chosen_[1];
  }

  /// The choice: per game, at most one bit in all planes.
  [[nodiscard]] HWY_INLINE const Vec* planes() const { return chosen_ + kMost; }

  /// The number of planes where each game has a bit, in binary.
  HWY_NOINLINE void count(const Vec* planes, Vec (&sum)[kBits]) {
    add_level<1>(planes);
    const Vec* const all = sums<kLevels>(planes);
    for (int b = 0; b < kBits; ++b) sum[b] = all[b];
  }

 private:
  /// The nodes of a level, with 2^Level planes below each but the last, which may have fewer.
  static constexpr int nodes(int level) { return (Planes + (1 << level) - 1) >> level; }
  /// The vectors of all levels from 1 up to below this one: level + 1 for each node.
  static constexpr int room(int level) {
    int vectors = 0;
    for (int i = 1; i < level; ++i) vectors += nodes(i) * (i + 1);
    return vectors;
  }
  template <int Level>
  HWY_INLINE const Vec* sums(const Vec* planes) const {
    if constexpr (Level == 0) {
      return planes;
    } else {
      return sums_ + room(Level);
    }
  }

  /// Sums up to a level, from those below.
  template <int Level>
  HWY_INLINE void add_level(const Vec* planes) {
    const Vec* const from = sums<Level - 1>(planes);
    Vec* const to = sums_ + room(Level);
    constexpr int kPairs = nodes(Level - 1) / 2;
    for (int i = 0; i < kPairs; ++i) {
      add<Level>(from + 2 * i * Level, from + (2 * i + 1) * Level, to + i * (Level + 1));
    }
    if constexpr (nodes(Level) > kPairs) {
      for (int b = 0; b < Level; ++b) {
        to[kPairs * (Level + 1) + b] = from[2 * kPairs * Level + b];
      }
      to[kPairs * (Level + 1) + Level] = zeros();
    }
    if constexpr (Level < kLevels) add_level<Level + 1>(planes);
  }

  template <int Bits>
  static HWY_INLINE void add(const Vec* a, const Vec* b, Vec* sum) {
    Vec carry = a[0] & b[0];
    sum[0] = a[0] ^ b[0];
    for (int i = 1; i < Bits; ++i) {
      sum[i] = hn::Xor3(a[i], b[i], carry);
      carry = majority(a[i], b[i], carry);
    }
    sum[Bits] = carry;
  }

  /// A random number below `count` for each game with count > 0; these games are returned. Draws as
  /// many bits as count - 1 has, and again if the number is too large. A lane where no game waits
  /// draws nothing, whatever the others do.
  static HWY_INLINE Vec draw_below(const Vec (&count)[kBits], VecRandom& random,
                                   Vec (&number)[kLevels]) {
    Vec any = zeros();
    Vec borrow = ones();
    Vec bits[kLevels];  // of count - 1
    for (int b = 0; b < kLevels; ++b) {
      any = any | count[b];
      bits[b] = count[b] ^ borrow;
      borrow = hn::AndNot(count[b], borrow);
    }
    for (int b = kLevels - 2; b >= 0; --b) bits[b] = bits[b] | bits[b + 1];
    for (Vec& plane : number) plane = zeros();
    for (Vec waiting = any; !is_zero(waiting);) {
      const VecRandom earlier = random;
      Vec drawn[kLevels];
      Vec less = zeros();
      for (int b = 0; b < kLevels; ++b) {
        drawn[b] = random.next() & bits[b];
        less = majority(hn::Not(drawn[b]), count[b], less);
      }
      const Vec take = waiting & less;
      for (int b = 0; b < kLevels; ++b) number[b] = hn::OrAnd(number[b], drawn[b], take);
      random.go_back(hn::VecFromMask(kLanes, waiting == zeros()), earlier);
      waiting = hn::AndNot(less, waiting);
    }
    return any;
  }

  /// From the nodes of a level to their children: goes left if the rank is below the left child's
  /// sum, else right with the rank reduced by it. Below a node are up to 2^Level planes, so its
  /// ranks have at most Level bits.
  template <int Level>
  HWY_INLINE void descend(const Vec* planes, Vec (&rank)[kLevels]) {
    constexpr int kFirst = 1 << (kLevels - Level);  // the number of the level's first node
    const Vec* const below = sums<Level - 1>(planes);
    Vec left[Level];
    for (Vec& plane : left) plane = zeros();
    for (int node = 0; node < nodes(Level); ++node) {
      for (int b = 0; b < Level; ++b) {
        left[b] = hn::OrAnd(left[b], chosen_[kFirst + node], below[2 * node * Level + b]);
      }
    }
    Vec less = zeros();
    Vec rest[Level];
    for (int b = 0; b < Level; ++b) {
      rest[b] = hn::Xor3(rank[b], left[b], less);
      less = majority(hn::Not(rank[b]), left[b], less);
    }
    for (int b = 0; b < Level; ++b) rank[b] = select(less, rank[b], rest[b]);
    for (int node = 0; node < nodes(Level); ++node) {
      const Vec here = chosen_[kFirst + node];
      chosen_[2 * (kFirst + node)] = here & less;
      chosen_[2 * (kFirst + node) + 1] = hn::AndNot(less, here);
    }
    if constexpr (Level > 1) descend<Level - 1>(planes, rank);
  }

  Vec sums_[room(kLevels + 1)];
  // A binary tree: below node i are nodes 2 i and 2 i + 1; the planes are the leaves from kMost on.
  Vec chosen_[2 * kMost];
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
