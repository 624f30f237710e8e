#include "core/selection/virtual_visits.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.hpp"

namespace banyan {
namespace {

constexpr double kWeights[] = {0.1, 0.5, 1, 2.5, 3};

/// Mean plus exploration term by the standard library.
double formula(double c, double half_points, double known, double total, double shown) {
  return half_points / known + c * std::sqrt(std::log(total) / shown);
}

TEST(VirtualVisits, AreUcb1BitForBitWhenNothingIsUnderWay) {
  Random random(StreamKey{1, 0, 0, 0});
  const float exploration = Ucb1(1.4).exploration(5000);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint32_t n = random.below(100'000);
    const Stat stat = make_stat(n, random.below(2 * n + 1));
    const float plain = Ucb1::value(stat, exploration);
    for (const double weight : kWeights) {
      ASSERT_EQ(VirtualVisits::losses(weight).value(stat, 0, exploration), plain);
    }
    ASSERT_EQ(VirtualVisits::mean().value(stat, 0, exploration), plain);
    if (n > 0) {
      ASSERT_EQ(VirtualVisits::losses(0).value(stat, 7, exploration), plain);
    }
  }
  EXPECT_EQ(VirtualVisits::mean().total(0xffffffff, 0), 0xffffffffU);
}

TEST(VirtualVisits, LossesAreVisitsThatBroughtNothing) {
  for (const double weight : kWeights) {
    const VirtualVisits shown = VirtualVisits::losses(weight);
    const std::uint32_t total = shown.total(1000, 20);
    EXPECT_EQ(total, static_cast<std::uint32_t>(1000 + 20 * weight));
    const float value = shown.value(make_stat(100, 130), 4, Ucb1(1.4).exploration(total));
    const double visits = 100 + 4 * weight;
    EXPECT_NEAR(value, formula(1.4, 65, visits, total, visits), 1e-5);
  }
}

TEST(VirtualVisits, OfWholeWeightAreWhatVirtualLossBooks) {
  const std::uint32_t total = VirtualVisits::losses(3).total(1000, 20);
  const float exploration = Ucb1(1.4).exploration(total);
  EXPECT_FLOAT_EQ(VirtualVisits::losses(3).value(make_stat(100, 130), 4, exploration),
                  Ucb1::value(make_stat(112, 130), exploration));
}

TEST(VirtualVisits, OfTheMeanAreTheRuleOfWuUct) {
  const VirtualVisits shown = VirtualVisits::mean();
  const std::uint32_t total = shown.total(1000, 20);
  EXPECT_EQ(total, 1020U);
  const float value = shown.value(make_stat(100, 130), 4, Ucb1(1.4).exploration(total));
  EXPECT_NEAR(value, formula(1.4, 65, 100, 1020, 104), 1e-5);
  // Virtual mean is the same: four more visits at the mean of 0.65 leave it unchanged.
  EXPECT_NEAR(value, formula(1.4, 65 + 4 * 0.65, 104, 1020, 104), 1e-5);
}

TEST(VirtualVisits, MakeAChildTheLessAttractiveTheMoreAreUnderWay) {
  const float exploration = Ucb1(1.4).exploration(1000);
  for (const double weight : kWeights) {
    float last = VirtualVisits::losses(weight).value(make_stat(10, 15), 0, exploration);
    for (std::uint32_t in_flight = 1; in_flight <= 1024; in_flight *= 2) {
      const float now =
          VirtualVisits::losses(weight).value(make_stat(10, 15), in_flight, exploration);
      EXPECT_LT(now, last);
      last = now;
    }
  }
}

TEST(VirtualVisits, OfAChildWithoutResultsStayFinite) {
  const float exploration = Ucb1(1.4).exploration(50);
  for (const double weight : kWeights) {
    const float value = VirtualVisits::losses(weight).value(make_stat(0, 0), 1, exploration);
    EXPECT_TRUE(value >= 0 && value <= exploration) << weight;
  }
  EXPECT_EQ(VirtualVisits::mean().value(make_stat(0, 0), 1, exploration), exploration);
  EXPECT_EQ(VirtualVisits::losses(0).value(make_stat(0, 0), 1, exploration), exploration);
}

}  // namespace
}  // namespace banyan
