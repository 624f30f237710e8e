// Sets of points on a Go board: vectors that one shift moves by a column or a row.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "core/base/bits.hpp"

namespace banyan::go {

using Pair = std::uint64_t __attribute__((vector_size(16)));
using Pairs = std::uint64_t __attribute__((vector_size(32)));  // two pairs side by side

// Combines the low, or the high, words of the pairs in x and y. Functions take bare vectors by
// reference and change them in place, since passing them by value depends on the processor.
inline void put_low(Pair& x, const Pair& y) { x = __builtin_shufflevector(x, y, 0, 2); }
inline void put_high(Pair& x, const Pair& y) { x = __builtin_shufflevector(x, y, 1, 3); }
inline void put_low(Pairs& x, const Pairs& y) { x = __builtin_shufflevector(x, y, 0, 4, 2, 6); }
inline void put_high(Pairs& x, const Pairs& y) { x = __builtin_shufflevector(x, y, 1, 5, 3, 7); }
// Swaps the words of each pair; compilers would choose a slower instruction for any permutation.
#ifdef __AVX2__
inline void swap_words(Pair& x) { x = (Pair)_mm_shuffle_epi32((__m128i)x, 0x4e); }
inline void swap_words(Pairs& x) { x = (Pairs)_mm256_shuffle_epi32((__m256i)x, 0x4e); }
#else
inline void swap_words(Pair& x) { x = __builtin_shufflevector(x, x, 1, 0); }
inline void swap_words(Pairs& x) { x = __builtin_shufflevector(x, x, 1, 0, 3, 2); }
#endif

/// A set of places on a board of nine rows of ten, in one vector; with `Pairs`, a set for each of
/// two boards.
///
/// 90 places need two words, and a shift over both takes four instructions. So the words overlap:
///
///   bit of word 0    0 .. 39    40 .. 49    50 .. 59
///   bit of word 1                0 .. 9     10 .. 19    20 .. 49
///   place            0 .. 39    40 .. 49    50 .. 59    60 .. 89
///
/// The places up to 49 belong to word 0, the others to word 1, and each word has a copy of the
/// other's next row. So a shift by up to a row and a place is a shift of words, which is right for
/// a word's own places. Results of shifts have no valid copies; inputs of shifts need them.
template <class Vector>
struct SplitSet {
  static constexpr int kCopied = 40;  // the first place of word 1
  static constexpr std::uint64_t kHome0 = (1ULL << 50) - 1;
  static constexpr std::uint64_t kHome1 = ((1ULL << 40) - 1) << 10;

  Vector bits{};

  friend SplitSet operator&(const SplitSet& a, const SplitSet& b) { return {a.bits & b.bits}; }
  friend SplitSet operator|(const SplitSet& a, const SplitSet& b) { return {a.bits | b.bits}; }
  friend SplitSet operator^(const SplitSet& a, const SplitSet& b) { return {a.bits ^ b.bits}; }
  friend SplitSet operator~(const SplitSet& a) { return {~a.bits}; }
  friend bool operator==(const SplitSet& a, const SplitSet& b) { return is_empty(a ^ b); }
};
using PairSet = SplitSet<Pair>;
using PairSets = SplitSet<Pairs>;

constexpr PairSet to_points(const BitSet<2>& set) {
  constexpr std::uint64_t kCopies = (1ULL << 60) - 1;
  return {Pair{set.words[0] & kCopies, set.words[0] >> 40 | set.words[1] << 24}};
}
inline BitSet<2> to_bits(const PairSet& set) {
  const std::uint64_t low = set.bits[0] & PairSet::kHome0;
  const std::uint64_t high = set.bits[1] & PairSet::kHome1;
  return {{low | high << 40, high >> 24}};
}

/// The members in their own word only, and these with their copies.
constexpr PairSet once(const PairSet& set) {
  return {set.bits & Pair{PairSet::kHome0, PairSet::kHome1}};
}
inline PairSet with_copies(const PairSet& set) { return to_points(to_bits(set)); }

inline bool is_empty(const PairSet& set) { return (set.bits[0] | set.bits[1]) == 0; }
inline bool is_empty(const PairSets& set) {
  return (set.bits[0] | set.bits[1] | set.bits[2] | set.bits[3]) == 0;
}

/// { i + Shift } for Shift > 0, else { i - -Shift }.
template <int Shift, class Vector>
SplitSet<Vector> shifted(const SplitSet<Vector>& set) {
  if constexpr (Shift > 0) return {set.bits << Shift};
  if constexpr (Shift < 0) return {set.bits >> -Shift};
}

/// { i - 1, i + 1, i - Stride, i + Stride }.
template <int Stride, class Vector>
SplitSet<Vector> neighbours(const SplitSet<Vector>& set) {
  return {set.bits << 1 | set.bits >> 1 | set.bits << Stride | set.bits >> Stride};
}

/// `set` if `of`, without copies, has at most one member. Two words have no more if they share no
/// bits and have at most one bit together.
template <class Vector>
SplitSet<Vector> if_few(const SplitSet<Vector>& set, const SplitSet<Vector>& of) {
  Vector other = of.bits;
  swap_words(other);
  const Vector either = of.bits | other;
  return {set.bits & (Vector)(((of.bits & other) | (either & (either - 1))) == 0)};
}
/// The same for two sets together, at less than twice the cost.
template <class Vector>
SplitSet<Vector> if_few(const SplitSet<Vector>& a, const SplitSet<Vector>& of_a,
                        const SplitSet<Vector>& b, const SplitSet<Vector>& of_b) {
  Vector low = of_a.bits;
  Vector high = of_a.bits;
  put_low(low, of_b.bits);
  put_high(high, of_b.bits);
  const Vector either = low | high;
  const auto few = (Vector)(((low & high) | (either & (either - 1))) == 0);
  Vector few_of_a = few;
  Vector few_of_b = few;
  put_low(few_of_a, few);
  put_high(few_of_b, few);
  return {(a.bits & few_of_a) | (b.bits & few_of_b)};
}
/// `set` if `a` and `b` are the same.
template <class Vector>
SplitSet<Vector> if_same(const SplitSet<Vector>& set, const SplitSet<Vector>& a,
                         const SplitSet<Vector>& b) {
  const auto same = (Vector)(a.bits == b.bits);
  Vector other = same;
  swap_words(other);
  return {set.bits & same & other};
}

inline PairSets side_by_side(const PairSet& a, const PairSet& b) {
#ifdef __AVX2__  // g++ moves both into registers first
  return {
      (Pairs)_mm256_inserti128_si256(_mm256_castsi128_si256((__m128i)a.bits), (__m128i)b.bits, 1)};
#else
  return {__builtin_shufflevector(a.bits, b.bits, 0, 1, 2, 3)};
#endif
}
/// The set of one of two boards.
template <int Board>
PairSet on_board(const PairSets& sets) {
  return {__builtin_shufflevector(sets.bits, sets.bits, 2 * Board, 2 * Board + 1)};
}

/// The number of members without copies, and the nth smallest one, n < size, without a branch on
/// the word that holds it.
inline int size_at_home(const PairSet& set) {
  return std::popcount(set.bits[0]) + std::popcount(set.bits[1]);
}
inline int nth_at_home(const PairSet& set, std::uint32_t n) {
  const auto low = static_cast<std::uint32_t>(std::popcount(set.bits[0]));
  const int in_low = std::countr_zero(nth_set_bit(set.bits[0], n % 64));
  const int in_high = std::countr_zero(nth_set_bit(set.bits[1], (n - low) % 64));
  const auto is_high = static_cast<int>(all_ones_if(n >= low));
  return in_low ^ ((in_low ^ (in_high + PairSet::kCopied)) & is_high);
}

/// Writes `number` to those of 96 bytes, one per place, that belong to members. Rewrites all bytes,
/// since the number of changes is unpredictable.
#ifdef __AVX2__
[[gnu::always_inline]] inline void put_number(std::uint8_t* bytes, const PairSet& members,
                                              std::uint8_t number) {
  const __m256i numbers = _mm256_set1_epi8(static_cast<char>(number));
  auto* const at = reinterpret_cast<__m256i*>(bytes);
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  const auto put = [&](int part, std::uint64_t is_member) {
    const __m256i old = _mm256_load_si256(at + part);
    _mm256_store_si256(at + part,
                       _mm256_mask_mov_epi8(old, static_cast<__mmask32>(is_member), numbers));
  };
  const std::uint64_t last = members.bits[1];
  const std::uint64_t first = members.bits[0] | last << PairSet::kCopied;  // both have the copies
  put(0, first);
  put(1, first >> 32);
  put(2, last >> (64 - PairSet::kCopied));
#else
  const __m256i kBit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
  // The byte that has a place's bit, for every eighth of 96 places.
  const auto each = [](int a, int b, int c, int d) {
    constexpr long long kEach = 0x0101010101010101;
    return _mm256_set_epi64x(d * kEach, c * kEach, b * kEach, a * kEach);
  };
  const __m256i words = _mm256_broadcastsi128_si256((__m128i)members.bits);
  const auto put = [&](int part, __m256i byte_of) {
    const __m256i bits = _mm256_and_si256(_mm256_shuffle_epi8(words, byte_of), kBit);
    const __m256i is_member = _mm256_cmpeq_epi8(bits, kBit);
    const __m256i old = _mm256_load_si256(at + part);
    _mm256_store_si256(at + part, _mm256_blendv_epi8(old, numbers, is_member));
  };
  put(0, each(0, 1, 2, 3));
  put(1, each(4, 8, 9, 10));
  put(2, each(11, 12, 13, 14));
#endif
}
#else
inline void put_number(std::uint8_t* bytes, const PairSet& members, std::uint8_t number) {
  to_bits(members).for_each([&](int place) { bytes[place] = number; });
}
#endif

/// A set of up to 512 places in two vectors, without copies. It has the same operations.
struct WideSet {
  Pairs low{};
  Pairs high{};

  friend WideSet operator&(const WideSet& a, const WideSet& b) {
    return {a.low & b.low, a.high & b.high};
  }
  friend WideSet operator|(const WideSet& a, const WideSet& b) {
    return {a.low | b.low, a.high | b.high};
  }
  friend WideSet operator^(const WideSet& a, const WideSet& b) {
    return {a.low ^ b.low, a.high ^ b.high};
  }
  friend WideSet operator~(const WideSet& a) { return {~a.low, ~a.high}; }

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

constexpr WideSet to_points(const BitSet<6>& set) {
  const auto& w = set.words;
  return {Pairs{w[0], w[1], w[2], w[3]}, Pairs{w[4], w[5], 0, 0}};
}
inline BitSet<6> to_bits(const WideSet& set) {
  return {{set.low[0], set.low[1], set.low[2], set.low[3], set.high[0], set.high[1]}};
}

constexpr const WideSet& once(const WideSet& set) { return set; }
inline const WideSet& with_copies(const WideSet& set) { return set; }

inline bool is_empty(const WideSet& set) {
  const Pairs any = set.low | set.high;
  return (any[0] | any[1] | any[2] | any[3]) == 0;
}
inline bool operator==(const WideSet& a, const WideSet& b) { return is_empty(a ^ b); }

template <int Shift>
WideSet shifted(const WideSet& set) {
  if constexpr (Shift > 0) {
    const WideSet below = set.below();
    return {set.low << Shift | below.low >> (64 - Shift),
            set.high << Shift | below.high >> (64 - Shift)};
  } else {
    const WideSet above = set.above();
    return {set.low >> -Shift | above.low << (64 + Shift),
            set.high >> -Shift | above.high << (64 + Shift)};
  }
}
template <int Stride>
WideSet neighbours(const WideSet& set) {
  return shifted<1>(set) | shifted<-1>(set) | shifted<Stride>(set) | shifted<-Stride>(set);
}

inline WideSet if_few(const WideSet& set, const WideSet& of) {
  return to_bits(of).size() <= 1 ? set : WideSet();
}
inline WideSet if_few(const WideSet& a, const WideSet& of_a, const WideSet& b,
                      const WideSet& of_b) {
  return if_few(a, of_a) | if_few(b, of_b);
}
inline WideSet if_same(const WideSet& set, const WideSet& a, const WideSet& b) {
  return a == b ? set : WideSet();
}

inline int size_at_home(const WideSet& set) { return to_bits(set).size(); }
inline int nth_at_home(const WideSet& set, std::uint32_t n) {
  int member = 0;
  int first = 0;
  for (const std::uint64_t word : to_bits(set).words) {
    const auto members = static_cast<std::uint32_t>(std::popcount(word));
    const int here = first + std::countr_zero(nth_set_bit(word, n % 64));
    member |= here & static_cast<int>(all_ones_if(n < members));
    n -= members;  // wraps to a number that no later word reaches
    first += 64;
  }
  return member;
}

inline void put_number(std::uint16_t* numbers, const WideSet& members, std::uint16_t number) {
  to_bits(members).for_each([&](int place) { numbers[place] = number; });
}

}  // namespace banyan::go
