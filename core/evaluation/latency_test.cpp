// Tests of distributions of durations: latency.hpp.
#include "core/evaluation/latency.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/math/distributions/exponential.hpp>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/pareto.hpp>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <vector>

namespace banyan {
namespace {

using namespace std::chrono_literals;
using boost::math::quantile;

/// Expects the seconds drawn to fall below each quantile of the distribution as often as they
/// should, but for four standard errors.
template <class Distribution>
void expect_drawn_from(const Latency& latency, const Distribution& truth, const char* name) {
  constexpr int kDraws = 100'000;
  Random random({17, 0, 0, 0});
  std::vector<double> drawn;
  for (int i = 0; i < kDraws; ++i) {
    drawn.push_back(std::chrono::duration<double>(latency.draw(random)).count());
  }
  for (const double p : {0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
    const double below = static_cast<double>(std::ranges::count_if(
                             drawn, [&](double each) { return each < quantile(truth, p); })) /
                         kDraws;
    EXPECT_NEAR(below, p, 4 * std::sqrt(p * (1 - p) / kDraws)) << name << ' ' << p;
  }
  EXPECT_NEAR(std::chrono::duration<double>(latency.median()).count(), quantile(truth, 0.5), 1e-8)
      << name;
}

TEST(Latency, IsDrawnFromItsDistributionAsBoostKnowsIt) {
  namespace bm = boost::math;
  expect_drawn_from(Latency::exponential(3s), bm::exponential(1 / 3.), "exponential");
  expect_drawn_from(Latency::lognormal(2s, 0.7), bm::lognormal(std::log(2.), 0.7), "lognormal");
  expect_drawn_from(Latency::pareto(1500ms, 1.5), bm::pareto(1.5, 1.5), "pareto");
}

TEST(Latency, HasTheMeanThatWasAskedFor) {
  namespace bm = boost::math;
  // The location of the logarithm, or the least value, is worked out by hand here.
  expect_drawn_from(Latency::lognormal_of_mean(2s, 1), bm::lognormal(std::log(2.) - 0.5, 1),
                    "mean");
  expect_drawn_from(Latency::pareto_of_mean(3s, 1.5), bm::pareto(1, 1.5), "mean");
  EXPECT_NEAR(bm::mean(bm::lognormal(std::log(2.) - 0.5, 1)), 2, 1e-12);
  EXPECT_NEAR(bm::mean(bm::pareto(1, 1.5)), 3, 1e-12);
}

TEST(Latency, HasTheQuantilesThatWereAskedFor) {
  constexpr int kDraws = 200'000;
  for (const Latency& latency :
       {Latency::lognormal_of_p99(2s, 20s), Latency::pareto_of_p99(2s, 20s)}) {
    Random random({5, 0, 0, 0});
    int below_median = 0;
    int below_p99 = 0;
    for (int i = 0; i < kDraws; ++i) {
      const auto drawn = latency.draw(random);
      if (drawn < 2s) ++below_median;
      if (drawn < 20s) ++below_p99;
    }
    EXPECT_NEAR(static_cast<double>(below_median) / kDraws, 0.5, 0.005);
    EXPECT_NEAR(static_cast<double>(below_p99) / kDraws, 0.99, 0.001);
    EXPECT_NEAR(std::chrono::duration<double>(latency.median()).count(), 2, 1e-8);
  }
  EXPECT_EQ(Latency::pareto_of_median(2s, 1).median(), 2s);
}

TEST(Latency, IsOneOfThoseRecorded) {
  const Latency latency = Latency::recorded({30, 10, 20});
  Random random({5, 0, 0, 0});
  std::array<int, 4> drawn{};
  for (int i = 0; i < 30'000; ++i)
    ++drawn.at(static_cast<std::size_t>(latency.draw(random).count() / 10));
  EXPECT_EQ(drawn[0], 0);
  for (int i : {1, 2, 3}) EXPECT_NEAR(drawn.at(static_cast<std::size_t>(i)), 10'000, 400);
  EXPECT_EQ(latency.median(), 20ns);
}

TEST(Latency, IsTheSameEachTimeWhereItIsConstant) {
  Random random({5, 0, 0, 0});
  EXPECT_EQ(Latency::constant(7s).draw(random), 7s);
  EXPECT_EQ(Latency::constant(7s).median(), 7s);
  EXPECT_EQ(Latency().draw(random), 0s);
}

TEST(Latency, IsNeverLongerThanThreeYears) {
  const Latency heavy = Latency::pareto(1000h, 0.01);
  Random random({5, 0, 0, 0});
  for (int i = 0; i < 100; ++i) EXPECT_LE(heavy.draw(random), std::chrono::hours(24 * 366 * 4));
}

}  // namespace
}  // namespace banyan
