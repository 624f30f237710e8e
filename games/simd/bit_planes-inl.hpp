// Bit-slicing: many games at once, one vector per cell of the board and one bit per game. Compiled
// once per instruction set.
#if defined(BANYAN_GAMES_SIMD_BIT_PLANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_BIT_PLANES_INL_HPP
#undef BANYAN_GAMES_SIMD_BIT_PLANES_INL_HPP
#else
#define BANYAN_GAMES_SIMD_BIT_PLANES_INL_HPP
#endif

#include "games/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// The step of `transpose` that swaps the bits Distance apart in pairs of words Distance apart.
template <int Distance>
HWY_INLINE void swap_bits(Vec* words, std::uint64_t mask, int wanted) {
  const Vec low = all(mask);
  for (int block = 0; block < wanted; block += 2 * Distance) {
    for (int i = block; i < block + Distance; ++i) {
      const Vec swaps = (hn::ShiftRight<Distance>(words[i]) ^ words[i + Distance]) & low;
      words[i + Distance] = words[i + Distance] ^ swaps;
      words[i] = words[i] ^ hn::ShiftLeft<Distance>(swaps);
    }
  }
}

/// Turns 64 words per lane, one game each, into planes: bit k of plane i is bit i of word k. Only
/// the first `wanted` planes are valid (Warren, Hacker's Delight, 7-3).
HWY_INLINE void transpose(Vec* words, int wanted) {
  swap_bits<32>(words, 0x00000000ffffffff, wanted);
  swap_bits<16>(words, 0x0000ffff0000ffff, wanted);
  swap_bits<8>(words, 0x00ff00ff00ff00ff, wanted);
  swap_bits<4>(words, 0x0f0f0f0f0f0f0f0f, wanted);
  swap_bits<2>(words, 0x3333333333333333, wanted);
  swap_bits<1>(words, 0x5555555555555555, wanted);
}

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
