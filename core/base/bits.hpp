// Bits: what games need of 64-bit words and wider sets. The only place for intrinsics, each with a
// portable form.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__BMI2__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace banyan {

/// For unpredictable choices: masking is cheaper than branching.
constexpr std::uint64_t all_ones_if(bool condition) {
  return ~static_cast<std::uint64_t>(condition) + 1;
}

/// The nth (from 0, lowest first) set bit of `word`, in its place and alone. n < 64; the result is
/// 0 if `word` is, and else meaningless unless n < popcount(word).
inline std::uint64_t nth_set_bit(std::uint64_t word, std::uint32_t n) {
#ifdef __BMI2__
  return _pdep_u64(std::uint64_t{1} << n, word);
#else
  // The number of bits set up to the end of each byte, eight sums at once, determines the byte. A
  // table then finds the bit in it (Vigna 2008, broadword selection).
  constexpr std::uint64_t kEach = 0x0101010101010101;
  std::uint64_t sums = word - (word >> 1 & 0x55 * kEach);
  sums = (sums & 0x33 * kEach) + (sums >> 2 & 0x33 * kEach);
  sums = ((sums + (sums >> 4)) & 0x0f * kEach) * kEach;
  const std::uint64_t passed = ((n * kEach | 0x80 * kEach) - sums) >> 7 & kEach;
  const std::uint64_t shift = (passed * kEach >> 56) * 8 & 63;
  const std::uint64_t before = (sums << 8) >> shift & 0xff;
  static constexpr auto kNthOfByte = [] {
    std::array<std::array<std::uint8_t, 8>, 256> bits{};
    for (unsigned byte = 0; byte < 256; ++byte) {
      for (unsigned bit = 0, k = 0; bit < 8; ++bit) {
        if (byte >> bit & 1) bits[byte][k++] = static_cast<std::uint8_t>(1U << bit);
      }
    }
    return bits;
  }();
  return std::uint64_t{kNthOfByte[word >> shift & 0xff][(n - before) & 7]} << shift;
#endif
}

/// The same of any n, which counts modulo 64: nothing where there is no such bit.
inline std::uint64_t nth_set_bit_or_none(std::uint64_t word, std::uint32_t n) {
#ifdef __BMI2__
  return _pdep_u64(std::uint64_t{1} << (n % 64), word);
#else
  const auto bits = static_cast<std::uint32_t>(std::popcount(word));
  return nth_set_bit(word, n % 64) & all_ones_if(n % 64 < bits);
#endif
}

/// Puts the nibbles of `word`, lowest first, where `mask` has nibbles of ones.
inline std::uint64_t deposit_nibbles(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
  return _pdep_u64(word, mask);
#else
  std::uint64_t deposited = 0;
  for (unsigned place = 0; place < 64 && mask >> place != 0; place += 4) {
    const std::uint64_t here = mask >> place & 15;
    deposited |= (word & here) << place;
    word >>= here & 4;
  }
  return deposited;
#endif
}

/// Whether i, i + s, i + 2s and i + 3s are all set in `word` for some i and one of four steps s.
template <int S0, int S1, int S2, int S3>
bool has_four_in_line(std::uint64_t word) {
#ifdef __AVX2__
  using Words = std::uint64_t __attribute__((vector_size(32)));
  const Words steps = {S0, S1, S2, S3};
  const Words words = {word, word, word, word};
  const Words pairs = words & words >> steps;
  const Words second_pairs = pairs >> (steps + steps);
  return _mm256_testz_si256((__m256i)pairs, (__m256i)second_pairs) == 0;
#else
  std::uint64_t fours = 0;
  for (const int step : {S0, S1, S2, S3}) {
    const std::uint64_t pairs = word & word >> step;
    fours |= pairs & pairs >> 2 * step;
  }
  return fours != 0;
#endif
}

/// A set of the numbers 0 .. 64 * Words - 1, one bit each.
template <int Words>
struct BitSet {
  std::array<std::uint64_t, Words> words{};

  [[nodiscard]] constexpr bool contains(int i) const { return words[word(i)] & bit(i); }
  constexpr void insert(int i) { words[word(i)] |= bit(i); }
  constexpr void erase(int i) { words[word(i)] &= ~bit(i); }

  [[nodiscard]] constexpr int size() const {
    int size = 0;
    for (const std::uint64_t w : words) size += std::popcount(w);
    return size;
  }

  /// Removes the nth smallest member; n < size(). Does not branch on where it is: for random n a
  /// branch would be unpredictable.
  void erase_nth(std::uint32_t n) {
    for (std::uint64_t& w : words) {
      const auto members = static_cast<std::uint32_t>(std::popcount(w));
      w ^= nth_set_bit(w, n % 64) & all_ones_if(n < members);
      n -= members;  // wraps to a number that no later word reaches
    }
  }

  /// The same; returns the member.
  [[gnu::always_inline]] int take_nth(std::uint32_t n) {
    const BitSet before = *this;
    erase_nth(n);
    for (unsigned k = 0; k < Words; ++k) {
      const std::uint64_t taken = before.words[k] ^ words[k];
      if (taken != 0) return static_cast<int>(64 * k) + std::countr_zero(taken);
    }
    return -1;
  }

  /// Calls visit(i) for every member, in ascending order.
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (int k = 0; k < Words; ++k) {
      for (std::uint64_t w = words[static_cast<unsigned>(k)]; w != 0; w &= w - 1) {
        visit(64 * k + std::countr_zero(w));
      }
    }
  }

  friend constexpr BitSet operator&(BitSet a, const BitSet& b) {
    for (unsigned k = 0; k < Words; ++k) a.words[k] &= b.words[k];
    return a;
  }
  friend constexpr BitSet operator&(BitSet a, std::uint64_t mask) {
    for (unsigned k = 0; k < Words; ++k) a.words[k] &= mask;
    return a;
  }
  friend constexpr BitSet operator|(BitSet a, const BitSet& b) {
    for (unsigned k = 0; k < Words; ++k) a.words[k] |= b.words[k];
    return a;
  }
  friend constexpr BitSet operator~(BitSet a) {
    for (std::uint64_t& w : a.words) w = ~w;
    return a;
  }
  friend constexpr BitSet operator^(BitSet a, const BitSet& b) {
    for (unsigned k = 0; k < Words; ++k) a.words[k] ^= b.words[k];
    return a;
  }
  /// { i - shift }; 0 < shift < 64.
  friend constexpr BitSet operator>>(BitSet a, int shift) {
    for (unsigned k = 0; k + 1 < Words; ++k) {
      a.words[k] = a.words[k] >> shift | a.words[k + 1] << (64 - shift);
    }
    a.words[Words - 1] >>= shift;
    return a;
  }
  friend constexpr bool operator==(const BitSet&, const BitSet&) = default;

 private:
  static constexpr unsigned word(int i) { return static_cast<unsigned>(i) / 64; }
  static constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << (i % 64); }
};

/// The numbers that are in at least two of three sets.
template <int Words>
constexpr BitSet<Words> majority(const BitSet<Words>& a, const BitSet<Words>& b,
                                 const BitSet<Words>& c) {
  return (a & b) | (c & (a | b));
}

}  // namespace banyan
