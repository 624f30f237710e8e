// Vectors of 64-bit lanes: random numbers, and operations that Highway lacks. Compiled once per
// instruction set.
#if defined(BANYAN_GAMES_SIMD_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_LANES_INL_HPP
#undef BANYAN_GAMES_SIMD_LANES_INL_HPP
#else
#define BANYAN_GAMES_SIMD_LANES_INL_HPP
#endif

#include <bit>
#include <cstdint>
#include <cstring>

#include "core/base/bits.hpp"
#include "games/simd/row_seeds.hpp"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<std::uint64_t, simd::kRow>;
using Vec = hn::Vec<Lanes>;
inline constexpr Lanes kLanes;
inline constexpr int kVecLanes = static_cast<int>(hn::MaxLanes(kLanes));
inline constexpr int kVecsInRow = simd::kRow / kVecLanes;

HWY_INLINE Vec all(std::uint64_t word) { return hn::Set(kLanes, word); }
HWY_INLINE Vec zeros() { return hn::Zero(kLanes); }
HWY_INLINE Vec ones() { return all(~std::uint64_t{0}); }

/// Selects bit by bit: hn::IfVecThenElse may select by bytes.
HWY_INLINE Vec select(Vec mask, Vec yes, Vec no) {
#if HWY_TARGET <= HWY_AVX3
  return hn::IfVecThenElse(mask, yes, no);
#else
  return (mask & yes) | hn::AndNot(mask, no);
#endif
}

/// a & (b | c).
HWY_INLINE Vec and_or(Vec a, Vec b, Vec c) {
#if HWY_TARGET <= HWY_AVX3
  return Vec{_mm512_ternarylogic_epi64(a.raw, b.raw, c.raw, 0xe0)};
#else
  return a & (b | c);
#endif
}

/// Bit by bit, the value of at least two of three.
HWY_INLINE Vec majority(Vec a, Vec b, Vec c) {
#if HWY_TARGET <= HWY_AVX3
  return Vec{_mm512_ternarylogic_epi64(a.raw, b.raw, c.raw, 0xe8)};
#else
  return (a & b) | (c & (a | b));
#endif
}

/// The products of the lower halves of lanes.
HWY_INLINE Vec multiply_lower(Vec a, Vec b) {
#if HWY_TARGET == HWY_SCALAR
  constexpr std::uint64_t kLower = 0xffffffff;
  return all((hn::GetLane(a) & kLower) * (hn::GetLane(b) & kLower));
#else
  constexpr hn::Repartition<std::uint32_t, Lanes> kHalves;
  return hn::BitCast(kLanes, hn::MulEven(hn::BitCast(kHalves, a), hn::BitCast(kHalves, b)));
#endif
}

/// The number of bits set in each lane.
HWY_INLINE Vec count_bits(Vec v) {
#if HWY_TARGET == HWY_AVX2  // half the instructions of hn::PopulationCount
  constexpr hn::Repartition<std::uint8_t, Lanes> kBytes;
  alignas(16) static constexpr std::uint8_t kCounts[16] = {0, 1, 1, 2, 1, 2, 2, 3,
                                                           1, 2, 2, 3, 2, 3, 3, 4};
  const auto counts = hn::LoadDup128(kBytes, kCounts);
  const Vec low = all(0x0f0f0f0f0f0f0f0f);
  const auto nibbles = [&](Vec word) HWY_ATTR {
    return hn::TableLookupBytes(counts, hn::BitCast(kBytes, word & low));
  };
  return hn::SumsOf8(nibbles(v) + nibbles(hn::ShiftRight<4>(v)));
#else
  return hn::PopulationCount(v);
#endif
}

/// The nth set bit of a word, alone; `one` is 1 << n. Nothing of a word without bits.
HWY_INLINE std::uint64_t nth_bit(std::uint64_t word, std::uint64_t one) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2 && !defined(HWY_DISABLE_BMI2_FMA)
  return _pdep_u64(one, word);
#else
  return nth_set_bit(word, static_cast<std::uint32_t>(std::countr_zero(one)));
#endif
}

/// The same in whole rows of lanes, in place.
HWY_INLINE void take_nth_bits(std::uint64_t* words, const std::uint64_t* ones, int lanes) {
  for (int row = 0; row < lanes; row += simd::kRow) {
    for (int lane = row; lane < row + simd::kRow; ++lane) {
      words[lane] = nth_bit(words[lane], ones[lane]);
    }
  }
}

/// A bit per lane.
template <class Tag>
HWY_INLINE std::uint64_t bits_of(Tag tag, hn::Mask<Tag> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(tag, mask, bytes);
  std::uint64_t bits;
  std::memcpy(&bits, bytes, sizeof bits);
  return bits;
}

HWY_INLINE bool is_zero(Vec v) { return hn::AllTrue(kLanes, v == zeros()); }

/// One generator per lane: xoroshiro128+ (Blackman and Vigna 2018), which needs the fewest
/// instructions among those with two words and no multiplication.
class VecRandom {
 public:
  VecRandom() = default;
  /// For the lanes of a row from `first` on.
  HWY_INLINE VecRandom(const simd::RowSeeds& seeds, int first)
      : a_(hn::Load(kLanes, seeds.words[0] + first)),
        b_(hn::Load(kLanes, seeds.words[1] + first)) {}

  /// Saves the state so that another VecRandom can continue.
  HWY_INLINE void save(simd::RowSeeds& seeds, int first) const {
    hn::Store(a_, kLanes, seeds.words[0] + first);
    hn::Store(b_, kLanes, seeds.words[1] + first);
  }

  /// Where `lanes` are set, goes back to the state of `earlier`.
  HWY_INLINE void go_back(Vec lanes, const VecRandom& earlier) {
    a_ = select(lanes, earlier.a_, a_);
    b_ = select(lanes, earlier.b_, b_);
  }

  HWY_INLINE Vec next() {
    const Vec result = a_ + b_;
    const Vec both = a_ ^ b_;
    a_ = hn::Xor3(hn::RotateRight<64 - 24>(a_), both, hn::ShiftLeft<16>(both));
    b_ = hn::RotateRight<64 - 37>(both);
    return result;
  }

 private:
  Vec a_;
  Vec b_;
};

/// Seeds the generators of `rows` rows, kVecsInRow each.
HWY_INLINE void seed_rows(VecRandom* generators, int rows, Random& random) {
  for (int row = 0; row < rows; ++row) {
    const simd::RowSeeds seeds(random);
    for (int v = 0; v < kVecsInRow; ++v) {
      generators[row * kVecsInRow + v] = VecRandom(seeds, v * kVecLanes);
    }
  }
}

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
