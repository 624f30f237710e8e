// Chooses one of up to 64 planes in each of many bit-sliced games. Compiled once per instruction
// set.
#if defined(BANYAN_GAMES_SIMD_NTH_PLANE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_NTH_PLANE_INL_HPP
#undef BANYAN_GAMES_SIMD_NTH_PLANE_INL_HPP
#else
#define BANYAN_GAMES_SIMD_NTH_PLANE_INL_HPP
#endif

#include "games/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// In each game, chooses one of the planes where it has a bit set, all equally likely. Their number
/// is summed pair by pair; the same sums then lead a random rank down to its plane.
class NthPlane {
 public:
  /// Returns the games that have a bit in any of `planes`, fewer than 64 each.
  HWY_NOINLINE Vec choose(const Vec* planes, VecRandom& random) {
    Vec count[7];
    this->count(planes, count);
    Vec rank[6];
    chosen_[1] = draw_below(count, random, rank);
    descend<1, 6>(&sums32_[0][0], rank);
    descend<2, 5>(&sums16_[0][0], rank);
    descend<4, 4>(&sums8_[0][0], rank);
    descend<8, 3>(&sums4_[0][0], rank);
    descend<16, 2>(&sums2_[0][0], rank);
    descend<32, 1>(planes, rank);
    return chosen_[1];
  }

  /// The choice: per game, at most one bit in 64 planes.
  [[nodiscard]] HWY_INLINE const Vec* planes() const { return chosen_ + 64; }

  /// The number of planes where each game has a bit, in binary.
  HWY_NOINLINE void count(const Vec* planes, Vec (&sum)[7]) {
    for (int i = 0; i < 32; ++i) add<1>(planes + 2 * i, planes + 2 * i + 1, sums2_[i]);
    for (int i = 0; i < 16; ++i) add<2>(sums2_[2 * i], sums2_[2 * i + 1], sums4_[i]);
    for (int i = 0; i < 8; ++i) add<3>(sums4_[2 * i], sums4_[2 * i + 1], sums8_[i]);
    for (int i = 0; i < 4; ++i) add<4>(sums8_[2 * i], sums8_[2 * i + 1], sums16_[i]);
    for (int i = 0; i < 2; ++i) add<5>(sums16_[2 * i], sums16_[2 * i + 1], sums32_[i]);
    add<6>(sums32_[0], sums32_[1], sum);
  }

 private:
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
  static HWY_INLINE Vec draw_below(const Vec (&count)[7], VecRandom& random, Vec (&number)[6]) {
    Vec any = zeros();
    Vec borrow = ones();
    Vec bits[6];  // of count - 1
    for (int b = 0; b < 6; ++b) {
      any = any | count[b];
      bits[b] = count[b] ^ borrow;
      borrow = hn::AndNot(count[b], borrow);
    }
    for (int b = 4; b >= 0; --b) bits[b] = bits[b] | bits[b + 1];
    for (Vec& plane : number) plane = zeros();
    for (Vec waiting = any; !is_zero(waiting);) {
      const VecRandom earlier = random;
      Vec drawn[6];
      Vec less = zeros();
      for (int b = 0; b < 6; ++b) {
        drawn[b] = random.next() & bits[b];
        less = majority(hn::Not(drawn[b]), count[b], less);
      }
      const Vec take = waiting & less;
      for (int b = 0; b < 6; ++b) number[b] = hn::OrAnd(number[b], drawn[b], take);
      random.go_back(hn::VecFromMask(kLanes, waiting == zeros()), earlier);
      waiting = hn::AndNot(less, waiting);
    }
    return any;
  }

  /// From Nodes nodes to their children: goes left if the rank is below the left child's sum, else
  /// right with the rank reduced by it. `sums` are the children's, Bits planes each. Below a node
  /// are 2^Bits planes, so its ranks have at most Bits bits.
  template <int Nodes, int Bits>
  HWY_INLINE void descend(const Vec* sums, Vec (&rank)[6]) {
    Vec left[Bits];
    for (Vec& plane : left) plane = zeros();
    for (int node = 0; node < Nodes; ++node) {
      for (int b = 0; b < Bits; ++b) {
        left[b] = hn::OrAnd(left[b], chosen_[Nodes + node], sums[2 * node * Bits + b]);
      }
    }
    Vec less = zeros();
    Vec rest[Bits];
    for (int b = 0; b < Bits; ++b) {
      rest[b] = hn::Xor3(rank[b], left[b], less);
      less = majority(hn::Not(rank[b]), left[b], less);
    }
    for (int b = 0; b < Bits; ++b) rank[b] = select(less, rank[b], rest[b]);
    for (int node = 0; node < Nodes; ++node) {
      const Vec here = chosen_[Nodes + node];
      chosen_[2 * (Nodes + node)] = here & less;
      chosen_[2 * (Nodes + node) + 1] = hn::AndNot(less, here);
    }
  }

  // How many bits there are in 2, 4, ... neighbouring planes.
  Vec sums2_[32][2];
  Vec sums4_[16][3];
  Vec sums8_[8][4];
  Vec sums16_[4][5];
  Vec sums32_[2][6];
  // A binary tree: below node i are nodes 2 i and 2 i + 1; the planes are the leaves from 64 on.
  Vec chosen_[128];
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
