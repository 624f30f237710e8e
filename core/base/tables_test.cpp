#include "core/base/tables.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {
namespace {

constexpr std::uint32_t kLargest = std::numeric_limits<std::uint32_t>::max();

/// Every small count, the neighbourhood of every power of two, random ones, and the largest.
std::vector<std::uint32_t> counts() {
  std::vector<std::uint32_t> counts;
  for (std::uint32_t n = 2; n < 70'000; ++n) counts.push_back(n);
  for (unsigned power = 17; power < 32; ++power) {
    for (std::uint32_t near = 0; near < 5; ++near) counts.push_back((1U << power) - 2 + near);
  }
  Random random(StreamKey{1, 0, 0, 0});
  for (int i = 0; i < 20'000; ++i) {
    counts.push_back(70'000 + random.below(kLargest - 70'000) / (1U << random.below(16)));
  }
  counts.push_back(kLargest - 1);
  counts.push_back(kLargest);
  return counts;
}

TEST(Tables, SqrtLogIsWithinOneInAHundredThousand) {
  for (const std::uint32_t n : counts()) {
    const double exact = std::sqrt(std::log(static_cast<double>(n)));
    ASSERT_NEAR(Tables::sqrt_log(n) / exact, 1, 1e-5) << n;
  }
}

TEST(Tables, SqrtLogIsRoundedExactlyForSmallCounts) {
  for (std::uint32_t n = 2; n < 1U << 14U; ++n) {
    const double exact = std::sqrt(std::log(static_cast<double>(n)));
    ASSERT_FLOAT_EQ(Tables::sqrt_log(n), static_cast<float>(exact)) << n;
  }
}

TEST(Tables, InverseSqrtIsExactToFloatPrecision) {
  ASSERT_EQ(Tables::inverse_sqrt(1), 1);
  for (const std::uint32_t n : counts()) {
    const double exact = 1 / std::sqrt(static_cast<double>(n));
    ASSERT_NEAR(Tables::inverse_sqrt(n) / exact, 1, 2e-7) << n;
  }
}

TEST(Tables, NothingIsInfiniteForNoVisits) {
  EXPECT_EQ(Tables::sqrt_log(0), 0);
  EXPECT_EQ(Tables::sqrt_log(1), 0);
  EXPECT_EQ(Tables::inverse_sqrt(0), 0);
}

TEST(Tables, SqrtLogNeverFalls) {
  for (std::uint32_t n = 1; n < 300'000; ++n) {
    ASSERT_LE(Tables::sqrt_log(n), Tables::sqrt_log(n + 1)) << n;
  }
  for (std::uint32_t n = 300'000; n < kLargest - n / 1000; n += n / 1000) {
    ASSERT_LE(Tables::sqrt_log(n), Tables::sqrt_log(n + n / 1000)) << n;
  }
  for (unsigned power = 17; power < 32; ++power) {
    const std::uint32_t n = 1U << power;
    ASSERT_LE(Tables::sqrt_log(n - 1), Tables::sqrt_log(n)) << n;
  }
}

TEST(Tables, InverseSqrtNeverRises) {
  for (std::uint32_t n = 1; n < 300'000; ++n) {
    ASSERT_GE(Tables::inverse_sqrt(n), Tables::inverse_sqrt(n + 1)) << n;
  }
  for (std::uint32_t n = 300'000; n < kLargest - n / 1000; n += n / 1000) {
    ASSERT_GE(Tables::inverse_sqrt(n), Tables::inverse_sqrt(n + n / 1000)) << n;
  }
}

TEST(Tables, NaturalLogAgreesWithTheStandardLibrary) {
  for (const double x : {1e-300, 1e-9, 0.1, 0.5, 0.999999, 1.000001, 1.5, 1.9999999, 2.0,
                         2.718281828, 3.0, 10.0, 1e6, 4294967295.0, 1e300}) {
    EXPECT_NEAR(Tables::natural_log(x), std::log(x), 1e-15 + 4e-16 * std::abs(std::log(x))) << x;
  }
  EXPECT_EQ(Tables::natural_log(1), 0);
}

}  // namespace
}  // namespace banyan
