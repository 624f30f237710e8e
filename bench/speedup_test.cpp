// Tests of speedup.hpp against curves whose strength speed-up is known.
#include "bench/speedup.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace banyan::bench {
namespace {

Estimate about(double value, double error95) {
  return {value, error95, value - error95, value + error95};
}

/// 100 Elo a doubling, known to a hair.
const std::vector<CurvePoint> kLine{
    {0.5, about(-100, 1e-6)}, {2, about(100, 1e-6)}, {4, about(200, 1e-6)}};

TEST(StrengthSpeedup, InvertsACurveThatIsKnown) {
  for (const double s : {0.6, 0.9, 1.1, 1.5, 2.0, 3.0, 3.9}) {
    const Estimate found = strength_speedup(kLine, about(100 * std::log2(s), 1e-6));
    EXPECT_NEAR(found.value, s, 1e-6);
    EXPECT_NEAR(found.lower95, s, 1e-6);
    EXPECT_NEAR(found.upper95, s, 1e-6);
  }
}

TEST(StrengthSpeedup, OfSeqItselfIsOne) {
  const Estimate found = strength_speedup(kLine, about(0, 10));
  EXPECT_NEAR(found.value, 1, 1e-9);
  // The engine's interval alone, in doublings: 10 Elo are a tenth of one.
  EXPECT_NEAR(std::log2(found.upper95), 0.1, 0.01);
  EXPECT_NEAR(std::log2(found.lower95), -0.1, 0.01);
}

TEST(StrengthSpeedup, HasTheUncertaintyOfTheCurveToo) {
  // The engine is known; at 100 Elo the point at twice the time has +- 20 of them.
  const std::vector<CurvePoint> curve{{2, about(100, 20)}, {4, about(200, 1e-6)}};
  const Estimate found = strength_speedup(curve, about(100, 1e-6));
  EXPECT_NEAR(found.value, 2, 1e-6);
  EXPECT_NEAR(std::log2(found.upper95), 1 + 20 / 120.0, 0.02);  // 80 Elo at 2, 120 more to 4
  EXPECT_NEAR(std::log2(found.lower95), 1 - 20 / 120.0, 0.02);  // 120 Elo at 2
}

TEST(StrengthSpeedup, OfACurveThatTurnsBackIsThatOfItsMonotoneFit) {
  // Equal weights: the points at 2 and 4 are pooled to 75 Elo each.
  const std::vector<CurvePoint> curve{{2, about(100, 1e-4)}, {4, about(50, 1e-4)}};
  EXPECT_NEAR(strength_speedup(curve, about(37.5, 1e-6)).value, std::sqrt(2), 1e-6);
}

TEST(StrengthSpeedup, IsOpenBeyondTheCurve) {
  const Estimate above = strength_speedup(kLine, about(300, 10));
  EXPECT_EQ(above.value, kInfinity);
  EXPECT_EQ(above.lower95, kInfinity);
  const Estimate below = strength_speedup(kLine, about(-300, 10));
  EXPECT_EQ(below.value, 0);
  EXPECT_EQ(below.upper95, 0);
  const Estimate end = strength_speedup(kLine, about(195, 10));
  EXPECT_LT(end.lower95, 4);
  EXPECT_EQ(end.upper95, kInfinity);
}

TEST(StrengthSpeedup, IsUnknownWithoutData) {
  for (const Estimate& found :
       {strength_speedup({}, about(10, 5)), strength_speedup(kLine, about(kInfinity, kInfinity)),
        strength_speedup(std::vector<CurvePoint>{{2, about(kInfinity, kInfinity)}},
                         about(10, 5))}) {
    EXPECT_TRUE(std::isnan(found.value));
    EXPECT_EQ(found.lower95, 0);
    EXPECT_EQ(found.upper95, kInfinity);
  }
}

TEST(StrengthSpeedup, IsTheSameEveryTime) {
  const std::vector<CurvePoint> curve{{0.5, about(-90, 20)}, {2, about(70, 20)}};
  EXPECT_EQ(strength_speedup(curve, about(40, 15)).upper95,
            strength_speedup(curve, about(40, 15)).upper95);
}

TEST(StrengthSpeedup, CoversTheTruthInNineteenOfTwentyExperiments) {
  // Diminishing returns: 120 Elo for the first doubling, 90 for the second; S is 2^(1/2).
  constexpr int kExperiments = 1000;
  constexpr double kError = 12;  // standard error of each match
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise(0, kError);
  const auto measure = [&](double elo) { return about(elo + noise(random), 1.96 * kError); };
  int covered = 0;
  for (int i = 0; i < kExperiments; ++i) {
    const std::vector<CurvePoint> curve{{0.5, measure(-140)}, {2, measure(120)}, {4, measure(210)}};
    const Estimate found = strength_speedup(curve, measure(60), 400);
    const double truth = std::sqrt(2);
    if (found.lower95 <= truth && truth <= found.upper95) ++covered;
  }
  EXPECT_GE(covered, 0.93 * kExperiments);
  EXPECT_LE(covered, 0.97 * kExperiments);
}

}  // namespace
}  // namespace banyan::bench
