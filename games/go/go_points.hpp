// Sets of points on a Go board, and what most of a playout goes into: neighbours and liberties.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__AVX512VBMI2__) && defined(__AVX512VPOPCNTDQ__) && defined(__AVX512BW__) && \
    defined(__AVX512VL__)
#define BANYAN_GO_AVX512
#endif
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "core/base/bits.hpp"

namespace banyan::go {

// Bare vectors. Functions take them by reference and change them in place: how they are passed by
// value depends on what the processor has.
using Pair = std::uint64_t __attribute__((vector_size(16)));
using Pairs = std::uint64_t __attribute__((vector_size(32)));  // two pairs side by side

/// Whether this build's processor moves the bytes of a vector around in one instruction.
#ifdef __AVX2__
inline constexpr bool kShufflesBytes = true;
#else
inline constexpr bool kShufflesBytes = false;
#endif

// Each word's lower neighbour in its pair, or 0; and its upper neighbour.
#ifdef __AVX2__  // compilers move words across the whole vector, which takes three times as long
inline void put_below(Pair& x) { x = (Pair)_mm_bslli_si128((__m128i)x, 8); }
inline void put_above(Pair& x) { x = (Pair)_mm_bsrli_si128((__m128i)x, 8); }
inline void put_below(Pairs& x) { x = (Pairs)_mm256_bslli_epi128((__m256i)x, 8); }
inline void put_above(Pairs& x) { x = (Pairs)_mm256_bsrli_epi128((__m256i)x, 8); }
inline void swap_words(Pair& x) { x = (Pair)_mm_shuffle_epi32((__m128i)x, 0x4e); }
inline void swap_words(Pairs& x) { x = (Pairs)_mm256_shuffle_epi32((__m256i)x, 0x4e); }
#else
inline void put_below(Pair& x) { x = __builtin_shufflevector(x, Pair{}, 2, 0); }
inline void put_above(Pair& x) { x = __builtin_shufflevector(x, Pair{}, 1, 2); }
inline void put_below(Pairs& x) { x = __builtin_shufflevector(x, Pairs{}, 4, 0, 4, 2); }
inline void put_above(Pairs& x) { x = __builtin_shufflevector(x, Pairs{}, 1, 4, 3, 4); }
inline void swap_words(Pair& x) { x = __builtin_shufflevector(x, x, 1, 0); }
inline void swap_words(Pairs& x) { x = __builtin_shufflevector(x, x, 1, 0, 3, 2); }
#endif

// Shifts words by 0 < Shift < 64 bits; the bits of their lower or upper neighbours move in. And all
// ones in place of a set with exactly one member, else zeros. AVX-512 does both in few
// instructions, which compilers do not find by themselves.
#ifdef BANYAN_GO_AVX512

template <int Shift>
void shift_up(Pair& x, const Pair& below) {
  x = (Pair)_mm_shldi_epi64((__m128i)x, (__m128i)below, Shift);
}
template <int Shift>
void shift_up(Pairs& x, const Pairs& below) {
  x = (Pairs)_mm256_shldi_epi64((__m256i)x, (__m256i)below, Shift);
}
template <int Shift>
void shift_down(Pair& x, const Pair& above) {
  x = (Pair)_mm_shrdi_epi64((__m128i)x, (__m128i)above, Shift);
}
template <int Shift>
void shift_down(Pairs& x, const Pairs& above) {
  x = (Pairs)_mm256_shrdi_epi64((__m256i)x, (__m256i)above, Shift);
}

inline void count_bits(Pair& x) { x = (Pair)_mm_popcnt_epi64((__m128i)x); }
inline void count_bits(Pairs& x) { x = (Pairs)_mm256_popcnt_epi64((__m256i)x); }

template <class Vector>
void put_whether_one(Vector& x) {
  count_bits(x);
  Vector beside = x;
  swap_words(beside);
  x = (Vector)(x + beside == 1);
}

#else

template <int Shift, class Vector>
void shift_up(Vector& x, const Vector& below) {
  x = x << Shift | below >> (64 - Shift);
}
template <int Shift, class Vector>
void shift_down(Vector& x, const Vector& above) {
  x = x >> Shift | above << (64 - Shift);
}

template <class Vector>
void put_whether_one(Vector& x) {
  const auto none = (Vector)(x == 0);
  const auto few = (Vector)((x & (x - 1)) == 0);
  Vector none_beside = none;
  Vector few_beside = few;
  swap_words(none_beside);
  swap_words(few_beside);
  x = (none ^ none_beside) & few & few_beside;
}

#endif

/// Puts { i - 1, i + 1, i - Stride, i + Stride } for all i in place of a set.
template <int Stride, class Vector>
void put_neighbours(Vector& x) {
  Vector left = x;
  Vector right = x;
  Vector up = x;
  Vector below = x;
  Vector above = x;
  put_below(below);
  put_above(above);
  shift_up<1>(right, below);
  shift_up<Stride>(x, below);
  shift_down<1>(left, above);
  shift_down<Stride>(up, above);
  x |= right | left | up;
}

/// Puts `number` in place of those of 32 bytes whose bits are set in `members`. All are written,
/// whether they change or not: how many do nobody could predict.
inline void put_number(std::uint8_t* bytes, std::uint32_t members, std::uint8_t number) {
  using Bytes = std::uint8_t __attribute__((vector_size(32)));
  Bytes old;
  std::memcpy(&old, bytes, sizeof old);
#ifdef BANYAN_GO_AVX512
  const auto renamed =
      (Bytes)_mm256_mask_set1_epi8((__m256i)old, members, static_cast<char>(number));
#else
  using Words = std::uint32_t __attribute__((vector_size(32)));
  constexpr Bytes kBit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128,
                          1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const auto parts = (Bytes)(Words{} + members);
  const Bytes bits = __builtin_shufflevector(parts, parts, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                             1, 1, 1, 1, 1, 1, 1, 1,                //
                                             18, 18, 18, 18, 18, 18, 18, 18,        //
                                             19, 19, 19, 19, 19, 19, 19, 19) &
                     kBit;
  const auto member = (Bytes)(bits == kBit);
  const Bytes renamed = (old & ~member) | ((Bytes{} + number) & member);
#endif
  std::memcpy(bytes, &renamed, sizeof renamed);
}

/// A set of the numbers 0 to 127 that stays in one vector register: BitSet<2> in all but that.
struct PairSet {
  Pair bits{};

  PairSet() = default;
  PairSet(const BitSet<2>& set) { std::memcpy(&bits, &set, sizeof bits); }
  explicit operator BitSet<2>() const { return {{bits[0], bits[1]}}; }

  [[nodiscard]] bool contains(int i) const { return BitSet<2>(*this).contains(i); }
  [[nodiscard]] int size() const { return std::popcount(bits[0]) + std::popcount(bits[1]); }
  template <class Visit>
  void for_each(Visit visit) const {
    BitSet<2>(*this).for_each(visit);
  }

  friend PairSet operator&(PairSet a, const PairSet& b) {
    a.bits &= b.bits;
    return a;
  }
  friend PairSet operator|(PairSet a, const PairSet& b) {
    a.bits |= b.bits;
    return a;
  }
  friend PairSet operator~(PairSet a) {
    a.bits = ~a.bits;
    return a;
  }
  friend bool operator==(const PairSet& a, const PairSet& b) {
    const Pair off = a.bits ^ b.bits;
    return (off[0] | off[1]) == 0;
  }
};
static_assert(sizeof(PairSet) == 16);

/// { i + Shift }; 0 < Shift < 64.
template <int Shift>
PairSet shifted_up(PairSet set) {
  Pair below = set.bits;
  put_below(below);
  shift_up<Shift>(set.bits, below);
  return set;
}
/// { i - Shift }; 0 < Shift < 64.
template <int Shift>
PairSet shifted_down(PairSet set) {
  Pair above = set.bits;
  put_above(above);
  shift_down<Shift>(set.bits, above);
  return set;
}
/// { i - 1, i + 1, i - Stride, i + Stride }.
template <int Stride>
PairSet neighbours(PairSet set) {
  put_neighbours<Stride>(set.bits);
  return set;
}
/// The set itself if `chain` has exactly one liberty among the empty points, else nothing.
template <int Stride>
PairSet if_in_atari(PairSet chain, const PairSet& empty) {
  PairSet liberties = neighbours<Stride>(chain) & empty;
  put_whether_one(liberties.bits);
  return chain & liberties;
}
/// The same for four chains, together.
template <int Stride>
PairSet those_in_atari(const PairSet& a, const PairSet& b, const PairSet& c, const PairSet& d,
                       const PairSet& empty) {
  const Pairs free = __builtin_shufflevector(empty.bits, empty.bits, 0, 1, 2, 3);
  Pairs chains = __builtin_shufflevector(a.bits, b.bits, 0, 1, 2, 3);
  Pairs found{};
  for (const bool last : {false, true}) {
    if (last) chains = __builtin_shufflevector(c.bits, d.bits, 0, 1, 2, 3);
    Pairs liberties = chains;
    put_neighbours<Stride>(liberties);
    liberties &= free;
    put_whether_one(liberties);
    found |= chains & liberties;
  }
  PairSet stones;
  stones.bits =
      __builtin_shufflevector(found, found, 0, 1) | __builtin_shufflevector(found, found, 2, 3);
  return stones;
}

/// The same for up to 512 numbers, in two vectors: a BitSet of 5 to 8 words in all but that.
struct WideSet {
  Pairs low{};
  Pairs high{};

  WideSet() = default;
  WideSet(const Pairs& low_words, const Pairs& high_words) : low(low_words), high(high_words) {}
  template <int Words>
  WideSet(const BitSet<Words>& set) {
    static_assert(Words > 4 && Words <= 8);
    std::memcpy(&low, &set.words[0], sizeof low);
    std::memcpy(&high, &set.words[4], 8 * (Words - 4));
  }
  template <int Words>
  explicit operator BitSet<Words>() const {
    BitSet<Words> set;
    std::memcpy(&set.words[0], &low, sizeof low);
    std::memcpy(&set.words[4], &high, 8 * (Words - 4));
    return set;
  }

  [[nodiscard]] int size() const { return BitSet<8>(*this).size(); }
  template <class Visit>
  void for_each(Visit visit) const {
    BitSet<8>(*this).for_each(visit);
  }
  [[nodiscard]] bool contains(int i) const { return BitSet<8>(*this).contains(i); }

  friend WideSet operator&(const WideSet& a, const WideSet& b) {
    return {a.low & b.low, a.high & b.high};
  }
  friend WideSet operator|(const WideSet& a, const WideSet& b) {
    return {a.low | b.low, a.high | b.high};
  }
  friend WideSet operator~(const WideSet& a) { return {~a.low, ~a.high}; }
  friend bool operator==(const WideSet& a, const WideSet& b) {
    const Pairs off = (a.low ^ b.low) | (a.high ^ b.high);
    return (off[0] | off[1] | off[2] | off[3]) == 0;
  }

  /// Each word's lower neighbour, or 0; and its upper neighbour.
  [[nodiscard]] WideSet below() const {
    return {__builtin_shufflevector(low, Pairs{}, 4, 0, 1, 2),
            __builtin_shufflevector(low, high, 3, 4, 5, 6)};
  }
  [[nodiscard]] WideSet above() const {
    return {__builtin_shufflevector(low, high, 1, 2, 3, 4),
            __builtin_shufflevector(high, Pairs{}, 1, 2, 3, 4)};
  }
};
static_assert(sizeof(WideSet) == 64);

template <int Shift>
WideSet shifted_up(const WideSet& set) {
  const WideSet below = set.below();
  return {set.low << Shift | below.low >> (64 - Shift),
          set.high << Shift | below.high >> (64 - Shift)};
}
template <int Shift>
WideSet shifted_down(const WideSet& set) {
  const WideSet above = set.above();
  return {set.low >> Shift | above.low << (64 - Shift),
          set.high >> Shift | above.high << (64 - Shift)};
}
template <int Stride>
WideSet neighbours(const WideSet& set) {
  return shifted_up<1>(set) | shifted_down<1>(set) | shifted_up<Stride>(set) |
         shifted_down<Stride>(set);
}
template <int Stride>
WideSet if_in_atari(const WideSet& chain, const WideSet& empty) {
  const bool one = (neighbours<Stride>(chain) & empty).size() == 1;
  return one ? chain : WideSet();
}
template <int Stride>
WideSet those_in_atari(const WideSet& a, const WideSet& b, const WideSet& c, const WideSet& d,
                       const WideSet& empty) {
  return if_in_atari<Stride>(a, empty) | if_in_atari<Stride>(b, empty) |
         if_in_atari<Stride>(c, empty) | if_in_atari<Stride>(d, empty);
}

}  // namespace banyan::go
