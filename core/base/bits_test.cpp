// Bits: each operation against the obvious loop.
#include "core/base/bits.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {
namespace {

using Set = BitSet<3>;

std::vector<int> members(const Set& set) {
  std::vector<int> result;
  set.for_each([&](int i) { result.push_back(i); });
  return result;
}

/// Dense, sparse and empty words in turn.
std::uint64_t random_word(Random& random) {
  std::uint64_t word = random.next();
  for (std::uint32_t thin = random.below(6); thin > 0; --thin) word &= random.next();
  return word;
}

Set random_set(Random& random) {
  Set set;
  for (auto& word : set.words) word = random_word(random);
  return set;
}

TEST(Bits, NthSetBitCountsFromTheLowest) {
  Random random({1});
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t word = random_word(random);
    std::uint32_t n = 0;
    for (int bit = 0; bit < 64; ++bit) {
      if ((word >> bit & 1) == 0) continue;
      ASSERT_EQ(nth_set_bit(word, n), std::uint64_t{1} << bit) << word << ' ' << n;
      ++n;
    }
  }
  for (std::uint32_t n = 0; n < 64; ++n) {
    EXPECT_EQ(nth_set_bit(~std::uint64_t{0}, n), std::uint64_t{1} << n);
    EXPECT_EQ(nth_set_bit(0, n), 0U);
  }
}

TEST(Bits, FourInLineAreFourBitsAStepApart) {
  Random random({2});
  int found = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t word = random_word(random);
    bool expected = false;
    for (const int step : {1, 6, 7, 8}) {
      for (int bit = 0; bit + 3 * step < 64; ++bit) {
        bool all = true;
        for (int k = 0; k < 4; ++k) all = all && (word >> (bit + k * step) & 1) != 0;
        expected = expected || all;
      }
    }
    ASSERT_EQ((has_four_in_line<1, 6, 7, 8>(word)), expected) << word;
    found += expected;
  }
  EXPECT_GT(found, 10'000);
  EXPECT_LT(found, 90'000);
}

TEST(DepositNibbles, LaysThemIntoTheirPlacesInOrder) {
  EXPECT_EQ(deposit_nibbles(0x4321, 0xf0ff000f), 0x40320001U);
  EXPECT_EQ(deposit_nibbles(0x54321, 0xf0000000000000ff), 0x3000000000000021U);
  EXPECT_EQ(deposit_nibbles(0x987654321, 0), 0U);
  EXPECT_EQ(deposit_nibbles(0xfedcba9876543210, ~std::uint64_t{0}), 0xfedcba9876543210U);
}

TEST(Bits, NthSetBitOrNoneFindsNothingPastTheLastAndCountsModulo64) {
  const std::uint64_t word = 0x8000000000000124;
  EXPECT_EQ(nth_set_bit_or_none(word, 0), 4U);
  EXPECT_EQ(nth_set_bit_or_none(word, 3), std::uint64_t{1} << 63U);
  EXPECT_EQ(nth_set_bit_or_none(word, 64 + 1), 32U);
  for (const std::uint32_t n : {4U, 5U, 63U, 64U + 4U, ~0U, ~15U}) {
    EXPECT_EQ(nth_set_bit_or_none(word, n), 0U) << n;
    EXPECT_EQ(nth_set_bit_or_none(0, n), 0U) << n;
  }
  EXPECT_EQ(nth_set_bit_or_none(~std::uint64_t{0}, ~0U), std::uint64_t{1} << 63U);
}

TEST(BitSet, HoldsWhatWasInserted) {
  Random random({3});
  Set set;
  std::set<int> reference;
  for (int i = 0; i < 1000; ++i) {
    const int number = static_cast<int>(random.below(192));
    if (random.below(3) == 0) {
      set.erase(number);
      reference.erase(number);
    } else {
      set.insert(number);
      reference.insert(number);
    }
    ASSERT_EQ(members(set), std::vector(reference.begin(), reference.end()));
    ASSERT_EQ(set.size(), static_cast<int>(reference.size()));
  }
  for (int number = 0; number < 192; ++number) {
    EXPECT_EQ(set.contains(number), reference.contains(number));
  }
}

TEST(BitSet, EraseNthTakesTheNthSmallestOut) {
  Random random({4});
  for (int i = 0; i < 1000; ++i) {
    const Set set = random_set(random);
    for (int n = 0; n < set.size(); ++n) {
      auto expected = members(set);
      expected.erase(expected.begin() + n);
      Set rest = set;
      rest.erase_nth(static_cast<std::uint32_t>(n));
      ASSERT_EQ(members(rest), expected);
    }
  }
}

TEST(BitSet, OperatorsWorkMemberByMember) {
  Random random({5});
  for (int i = 0; i < 300; ++i) {
    const Set a = random_set(random);
    const Set b = random_set(random);
    const Set c = random_set(random);
    const int shift = 1 + static_cast<int>(random.below(63));
    for (int k = 0; k < 192; ++k) {
      const bool in_a = a.contains(k);
      const bool in_b = b.contains(k);
      const bool in_c = c.contains(k);
      ASSERT_EQ((a & b).contains(k), in_a && in_b);
      ASSERT_EQ((a | b).contains(k), in_a || in_b);
      ASSERT_EQ((a ^ b).contains(k), in_a != in_b);
      ASSERT_EQ(majority(a, b, c).contains(k), in_a + in_b + in_c >= 2);
      ASSERT_EQ((a >> shift).contains(k), k + shift < 192 && a.contains(k + shift));
    }
    EXPECT_EQ(a & all_ones_if(true), a);
    EXPECT_EQ(a & all_ones_if(false), Set());
  }
}

}  // namespace
}  // namespace banyan
