#include "core/selection/rules/ucb1.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "core/base/random.hpp"

namespace banyan {
namespace {

/// w / (2 n) + c sqrt(ln N / n) by the standard library.
double formula(double c, double points, double visits, double total) {
  return points / (2 * visits) + c * std::sqrt(std::log(total) / visits);
}

float value_of(double c, std::uint32_t points, std::uint32_t visits, std::uint32_t total) {
  return Ucb1::value(make_stat(visits, points), Ucb1(c).exploration(total));
}

TEST(Ucb1, IsTheFormula) {
  Random random(StreamKey{1, 0, 0, 0});
  for (int i = 0; i < 100'000; ++i) {
    const double c = random.below(300) / 100.0;
    const std::uint32_t visits = 1 + random.below(1U << (1 + random.below(30)));
    const std::uint32_t points = random.below(2 * visits + 1);
    const std::uint32_t total = visits + random.below(1U << (1 + random.below(30)));
    const double exact = formula(c, points, visits, total);
    // Beyond 2^14 the table's logarithm is good to 1e-5 of itself.
    ASSERT_NEAR(value_of(c, points, visits, total), exact, 1e-5 * std::max(1.0, exact))
        << "c " << c << ", points " << points << ", visits " << visits << ", total " << total;
  }
}

TEST(Ucb1, IsTheMeanWithoutExploration) {
  EXPECT_FLOAT_EQ(value_of(0, 3, 4, 100), 0.375F);
  EXPECT_FLOAT_EQ(value_of(0, 0, 4, 100), 0);
  EXPECT_FLOAT_EQ(value_of(0, 8, 4, 100), 1);
}

TEST(Ucb1, OfTheOnlyVisitIsItsResult) { EXPECT_EQ(value_of(1.4, 2, 1, 1), 1); }

TEST(Ucb1, OfAnUnvisitedChildIsZeroAndFinite) {
  for (const std::uint32_t total : {0U, 1U, 2U, 1000U, 0xffffffffU}) {
    EXPECT_EQ(value_of(1.4142135623730951, 0, 0, total), 0) << total;
  }
}

TEST(Ucb1, PrefersTheLessVisitedAmongEqualMeans) {
  EXPECT_GT(value_of(1, 10, 10, 30), value_of(1, 20, 20, 30));
}

TEST(Ucb1, IsFiniteAtTheMostVisits) {
  const auto most = static_cast<std::uint32_t>(kMaxVisits);
  const float value = value_of(1.4142135623730951, 2 * most, most, 0xffffffffU);
  EXPECT_NEAR(value, 1.0, 1e-3);
}

}  // namespace
}  // namespace banyan
