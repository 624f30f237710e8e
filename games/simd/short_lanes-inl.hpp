// Vectors of 16-bit lanes, one game each, and random numbers for them. Compiled once per
// instruction set.
#if defined(BANYAN_GAMES_SIMD_SHORT_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_SHORT_LANES_INL_HPP
#undef BANYAN_GAMES_SIMD_SHORT_LANES_INL_HPP
#else
#define BANYAN_GAMES_SIMD_SHORT_LANES_INL_HPP
#endif

#include <cstdint>

#include "games/simd/lanes-inl.hpp"
#include "games/ultimate_tic_tac_toe/three_by_three_tables.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// A row of games, 16 bits each.
inline constexpr int kGames = 4 * simd::kRow;
using Games = hn::CappedTag<std::int16_t, kGames>;
using UnsignedGames = hn::RebindToUnsigned<Games>;
inline constexpr Games kGameLanes;
inline constexpr UnsignedGames kUnsigned;
using Signed = hn::Vec<Games>;
using Unsigned = hn::Vec<UnsignedGames>;
inline constexpr int kVecGames = static_cast<int>(hn::MaxLanes(kGameLanes));

/// Random numbers of 16 bits for a row of games.
struct alignas(64) RowNumbers {
  HWY_INLINE void draw(VecRandom (&random)[kVecsInRow]) {
    for (int v = 0; v < kVecsInRow; ++v) {
      hn::Store(random[v].next(), kLanes, words + v * kVecLanes);
    }
  }
  [[nodiscard]] HWY_INLINE Unsigned get(int game) const {
    return hn::Load(kUnsigned, reinterpret_cast<const std::uint16_t*>(words) + game);
  }

  std::uint64_t words[simd::kRow];
};

/// The bytes of a table at the indices in each half of a lane, all below 16.
HWY_INLINE Signed look_up(const simd::ByteTable& table, Signed places) {
#if HWY_TARGET == HWY_SCALAR
  const auto halves = static_cast<std::uint16_t>(hn::GetLane(places));
  const int found = table.bytes[halves & 255] | table.bytes[halves >> 8] << 8;
  return hn::Set(kGameLanes, static_cast<std::int16_t>(found));
#else
  constexpr hn::Repartition<std::uint8_t, Games> kBytes;
  return hn::BitCast(kGameLanes, hn::TableLookupBytes(hn::LoadDup128(kBytes, table.bytes),
                                                      hn::BitCast(kBytes, places)));
#endif
}
HWY_INLINE Signed look_up(const simd::CellTable& table, Signed cells) {
  return look_up(table.low, cells) | look_up(table.high, hn::ShiftLeft<8>(cells));
}

/// A number in [0, bound): the upper half of bound times a number of 32 bits, given as two of 16.
HWY_INLINE Signed below(Unsigned bound, Unsigned high, Unsigned low) {
  const Unsigned rest = high * bound;
  const Unsigned carried = rest + hn::MulHigh(low, bound);
  const auto carry = hn::RebindMask(kGameLanes, carried < rest);
  return hn::BitCast(kGameLanes, hn::MulHigh(high, bound)) - hn::VecFromMask(kGameLanes, carry);
}

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
