// Vectors of 8-bit lanes, one game each, and random numbers for them. Compiled once per instruction
// set.
#if defined(BANYAN_GAMES_SIMD_BYTE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_BYTE_LANES_INL_HPP
#undef BANYAN_GAMES_SIMD_BYTE_LANES_INL_HPP
#else
#define BANYAN_GAMES_SIMD_BYTE_LANES_INL_HPP
#endif

#include <cstdint>
#include <cstring>

#include "core/base/random.hpp"
#include "games/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// A row of games, 8 bits each.
inline constexpr int kByteGames = 8 * simd::kRow;
using ByteLanes = hn::CappedTag<std::uint8_t, kByteGames>;
using Bytes = hn::Vec<ByteLanes>;
using ByteMask = hn::Mask<ByteLanes>;
inline constexpr ByteLanes kByteLanes;
inline constexpr int kVecBytes = static_cast<int>(hn::MaxLanes(kByteLanes));

HWY_INLINE Bytes bytes(int value) { return hn::Set(kByteLanes, static_cast<std::uint8_t>(value)); }

/// For numbers below 128, which are cheaper to compare as signed ones.
HWY_INLINE ByteMask less(Bytes a, Bytes b) {
  constexpr hn::RebindToSigned<ByteLanes> kSigned;
  return hn::RebindMask(kByteLanes, hn::BitCast(kSigned, a) < hn::BitCast(kSigned, b));
}

/// The entries of a table at the lanes' indices, which are below 16.
HWY_INLINE Bytes look_up(const std::uint8_t (&table)[16], Bytes places) {
#if HWY_TARGET == HWY_SCALAR
  return bytes(table[hn::GetLane(places)]);
#else
  return hn::TableLookupBytes(hn::LoadDup128(kByteLanes, table), places);
#endif
}

/// The nth set bit of each lane, alone; an empty lane has none.
HWY_INLINE Bytes nth_bit(Bytes set, Bytes n) {
  // By n, for every four bits.
  alignas(16) static constexpr std::uint8_t kNth[4][16] = {
      {0, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1},
      {0, 0, 0, 2, 0, 4, 4, 2, 0, 8, 8, 2, 8, 4, 4, 2},
      {0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 8, 0, 8, 8, 4},
      {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8}};
  const Bytes low = set & bytes(15);
  const Bytes lows = hn::PopulationCount(low);
  const ByteMask is_low = less(n, lows);
  const Bytes four = hn::IfThenElse(is_low, low, hn::ShiftRight<4>(set));
  const Bytes rank = hn::Min(n, n - lows);
  Bytes bit = look_up(kNth[0], four);
  for (int i = 1; i < 4; ++i) {
    bit = hn::IfThenElse(rank == bytes(i), look_up(kNth[i], four), bit);
  }
  return hn::IfThenElse(is_low, bit, hn::ShiftLeft<4>(bit));
}

/// Random numbers for a row of games.
class ByteNumbers {
 public:
  HWY_INLINE explicit ByteNumbers(Random& random) : again_(&random) {
    for (auto& half : random_) seed_rows(half, 1, random);
  }

  /// Draws 16 new bits per game.
  HWY_INLINE void draw() {
    for (int half = 0; half < 2; ++half) {
      for (int v = 0; v < kVecsInRow; ++v) {
        hn::Store(random_[half][v].next(), kLanes, words_[half] + v * kVecLanes);
      }
    }
  }

  /// A number in [0, bound) for each game of a vector from `game` on, 0 if the bound is 0; all are
  /// equally likely (Lemire 2019). Once after each draw(). Games of `unused` lanes may get any
  /// number, without further draws.
  HWY_INLINE Bytes below(int game, Bytes bound, Bytes unused) {
#if HWY_TARGET == HWY_SCALAR
    const std::uint32_t product = number(game) * std::uint32_t{hn::GetLane(bound)};
    const Bytes result = bytes(static_cast<int>(product >> 16));
    const bool doubtful = (product & 0xffff) < hn::GetLane(bound);
#else
    // Those of even games are in the first half.
    constexpr hn::Repartition<std::uint16_t, ByteLanes> kShorts;
    const auto numbers = [&](int half) HWY_ATTR {
      return hn::BitCast(kShorts, hn::Load(kLanes, words_[half] + game / 8));
    };
    const auto bounds = hn::BitCast(kShorts, bound);
    const auto even = bounds & hn::Set(kShorts, 0xff);
    const auto odd = hn::ShiftRight<8>(bounds);
    const Bytes result = hn::BitCast(
        kByteLanes, hn::MulHigh(numbers(0), even) | hn::ShiftLeft<8>(hn::MulHigh(numbers(1), odd)));
    const auto lacks = [&](int half, auto of)
                           HWY_ATTR { return hn::SaturatedSub(of, numbers(half) * of); };
    const bool doubtful =
        !hn::AllTrue(kShorts, hn::Or(lacks(0, even), lacks(1, odd)) == hn::Zero(kShorts));
#endif
    return HWY_UNLIKELY(doubtful) ? drawn_again(game, result, bound, unused) : result;
  }

 private:
  [[nodiscard]] std::uint32_t number(int game) const {
    std::uint16_t number;
    std::memcpy(&number, reinterpret_cast<const char*>(words_[game % 2]) + game / 2 * 2,
                sizeof number);
    return number;
  }

  /// Draws again if the result would be biased.
  HWY_NOINLINE Bytes drawn_again(int game, Bytes result, Bytes bound, Bytes unused) {
    alignas(64) std::uint8_t results[kByteGames];
    alignas(64) std::uint8_t bounds[kByteGames];
    alignas(64) std::uint8_t skip[kByteGames];
    hn::Store(result, kByteLanes, results);
    hn::Store(bound, kByteLanes, bounds);
    hn::Store(unused, kByteLanes, skip);
    for (int i = 0; i < kVecBytes; ++i) {
      if (bounds[i] == 0 || skip[i] != 0) continue;
      const std::uint32_t rest = number(game + i) * bounds[i] & 0xffff;
      if (rest < 0x10000U % bounds[i])
        results[i] = static_cast<std::uint8_t>(again_->below(bounds[i]));
    }
    return hn::Load(kByteLanes, results);
  }

  VecRandom random_[2][kVecsInRow];
  alignas(64) std::uint64_t words_[2][simd::kRow];
  Random* again_;
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
