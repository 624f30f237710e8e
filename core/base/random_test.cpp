#include "core/base/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

namespace banyan {
namespace {

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

static_assert(std::uniform_random_bit_generator<Random>);

// Computed from the definitions of SplitMix64's finaliser and of wyrand with Python's integers.
TEST(Random, StreamsAreTheSameOnEveryMachine) {
  const auto expect_stream = [](const StreamKey& key, std::array<std::uint64_t, 4> numbers) {
    Random random(key);
    for (const std::uint64_t number : numbers) EXPECT_EQ(random.next(), number);
  };
  expect_stream({0, 0, 0, 0},
                {0x350a29793a601c3d, 0x1ee262959e30344a, 0xfa88c6d1b7f5b304, 0x81ef921ee5c3cfba});
  expect_stream({1, 2, 3, 4},
                {0x7a06fcf43c0fc4c8, 0x26e92873c206b8eb, 0x5c269bd227a74137, 0xdc8e07ff561c9a52});
  expect_stream({kAll, 0, 0, kAll},
                {0x1d4733a9cf086ecf, 0x16e6a177fdf2db0b, 0xdbc8d3077a5e0207, 0xdd2a704ad101b5db});
}

TEST(Random, EqualKeysGiveEqualStreams) {
  Random a(StreamKey{5, 6, 7, 8});
  Random b(StreamKey{5, 6, 7, 8});
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(a.next(), b.next());
}

TEST(Random, EveryPartOfTheKeyChangesTheStream) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    for (std::uint64_t game = 0; game < 12; ++game) {
      for (std::uint64_t move = 0; move < 12; ++move) {
        for (std::uint64_t worker = 0; worker < 12; ++worker) {
          firsts.insert(Random(StreamKey{seed, game, move, worker}).next());
        }
      }
    }
  }
  EXPECT_EQ(firsts.size(), 12U * 12 * 12 * 12);
}

TEST(Random, StreamsOfNeighbouringWorkersNeverMeet) {
  std::set<std::uint64_t> seen;
  constexpr std::size_t kNumbers = 5000;
  constexpr std::size_t kWorkers = 16;
  for (std::uint64_t worker = 0; worker < kWorkers; ++worker) {
    Random random(StreamKey{1, 0, 0, worker});
    for (std::size_t i = 0; i < kNumbers; ++i) seen.insert(random.next());
  }
  EXPECT_EQ(seen.size(), kNumbers * kWorkers);
}

TEST(Random, StreamsOfNeighbouringKeysShareHalfTheirBits) {
  constexpr int kNumbers = 4000;
  for (const StreamKey& key : {StreamKey{1, 0, 0, 0}, StreamKey{0, 1, 0, 0}, StreamKey{0, 0, 1, 0},
                               StreamKey{0, 0, 0, 1}}) {
    Random a(StreamKey{});
    Random b(key);
    int different = 0;
    for (int i = 0; i < kNumbers; ++i) different += std::popcount(a.next() ^ b.next());
    EXPECT_NEAR(different, 32 * kNumbers, 5 * std::sqrt(16.0 * kNumbers));
  }
}

TEST(Random, BelowStaysInRange) {
  Random random(StreamKey{2, 0, 0, 0});
  for (const std::uint32_t bound : {1U, 2U, 3U, 7U, 9U, 121U, 225U, 1U << 31U, 0xffffffffU}) {
    for (int i = 0; i < 10000; ++i) ASSERT_LT(random.below(bound), bound);
  }
}

TEST(Random, BelowIsUniform) {
  Random random(StreamKey{3, 0, 0, 0});
  for (const std::uint32_t bound : {2U, 3U, 7U, 9U, 36U, 121U, 225U, 1000U}) {
    const double expected = 1000;
    std::vector<int> counts(bound);
    for (double i = 0; i < expected * bound; ++i) ++counts[random.below(bound)];
    double chi_square = 0;
    for (const int count : counts) chi_square += (count - expected) * (count - expected) / expected;
    // Wilson and Hilferty (1931): the cube root of chi^2 / df is nearly normal.
    const double df = bound - 1;
    const double z = (std::cbrt(chi_square / df) - (1 - 2 / (9 * df))) / std::sqrt(2 / (9 * df));
    EXPECT_LT(std::abs(z), 4.5) << "bound " << bound << ", chi-square " << chi_square;
  }
}

TEST(Random, SuccessiveNumbersAreIndependent) {
  Random random(StreamKey{4, 0, 0, 0});
  constexpr std::uint32_t kSide = 7;
  constexpr double kExpected = 2000;
  std::array<int, kSide * kSide> counts{};
  for (double i = 0; i < kExpected * kSide * kSide; ++i) {
    const std::uint32_t first = random.below(kSide);
    ++counts[first * kSide + random.below(kSide)];
  }
  double chi_square = 0;
  for (const int count : counts) {
    chi_square += (count - kExpected) * (count - kExpected) / kExpected;
  }
  const double df = kSide * kSide - 1;
  EXPECT_NEAR(chi_square, df, 4.5 * std::sqrt(2 * df));
}

}  // namespace
}  // namespace banyan
