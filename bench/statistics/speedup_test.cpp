// Tests of speedup.hpp against curves with known strength speed-up.
#include "bench/statistics/speedup.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

namespace banyan::bench {
namespace {

Estimate about(double value, double error95) {
  return {value, error95, value - error95, value + error95};
}

/// 100 Elo per doubling, almost exactly known.
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

// ---- from values lost --------------------------------------------------------------------------

/// A worker with `factor` times the budget loses 0.08 - 0.02 log2(factor) on each position, all
/// equally hard.
std::vector<LossPoint> even_curve(std::size_t positions) {
  std::vector<LossPoint> curve;
  for (const double factor : {4.0, 0.25, 1.0, 0.5, 2.0}) {
    curve.push_back({factor, std::vector<double>(positions, 0.08 - 0.02 * std::log2(factor))});
  }
  return curve;
}

TEST(StrengthSpeedupByLosses, InvertsACurveThatIsKnown) {
  for (const double s : {0.3, 0.7, 1.4, 2.0, 3.5}) {
    const std::vector<double> engine(20, 0.08 - 0.02 * std::log2(s));
    const Estimate found = strength_speedup(even_curve(20), engine);
    EXPECT_NEAR(found.value, s, 1e-6);
    EXPECT_NEAR(found.lower95, s, 1e-6);
    EXPECT_NEAR(found.upper95, s, 1e-6);
  }
}

TEST(StrengthSpeedupByLosses, IsOpenBeyondTheCurve) {
  const Estimate better = strength_speedup(even_curve(20), std::vector<double>(20, 0.01));
  EXPECT_EQ(better.value, kInfinity);
  EXPECT_EQ(speedup_text(better, 0.25, 4), "> 4.00");
  const Estimate worse = strength_speedup(even_curve(20), std::vector<double>(20, 0.2));
  EXPECT_EQ(worse.value, 0);
  EXPECT_EQ(speedup_text(worse, 0.25, 4), "< 0.25");
}

TEST(StrengthSpeedupByLosses, IsUnknownWherePositionsDoNotTellBudgetsApart) {
  const std::vector<LossPoint> flat{{0.5, {0.1, 0}}, {1, {0.1, 0}}, {2, {0.1, 0}}};
  const Estimate same = strength_speedup(flat, std::vector<double>{0.1, 0});
  EXPECT_TRUE(std::isnan(same.value));
  EXPECT_EQ(speedup_text(same, 0.5, 2), "unknown");
  // Flat above 1 alone: more budget may bring no more.
  const std::vector<LossPoint> end{{0.5, {0.2, 0.1}}, {1, {0.1, 0}}, {2, {0.1, 0}}};
  EXPECT_EQ(strength_speedup(end, std::vector<double>{0.1, 0}).upper95, kInfinity);
}

TEST(StrengthSpeedupByLosses, PoolsACurveThatTurnsBack) {
  // Means of 0.10, 0.04 and 0.06: the last two are pooled to 0.05. The engine is half way down to
  // it; and 0.05 itself is anywhere from 1 to 2.
  const std::vector<LossPoint> curve{{0.5, {0.1, 0.1}}, {1, {0.04, 0.04}}, {2, {0.06, 0.06}}};
  EXPECT_NEAR(strength_speedup(curve, std::vector<double>{0.075, 0.075}).value, std::sqrt(0.5),
              1e-9);
  EXPECT_NEAR(strength_speedup(curve, std::vector<double>{0.05, 0.05}).value, std::sqrt(2), 1e-9);
}

TEST(StrengthSpeedupByLosses, CancelsWhatMakesPositionsHardForAll) {
  // Positions differ a lot, engines do not: paired, no uncertainty is left.
  auto curve = even_curve(50);
  std::vector<double> engine(50, 0.08 - 0.02 * std::log2(1.5));
  for (std::size_t i = 0; i < 50; ++i) {
    const double hard = static_cast<double>(i % 7) / 10;
    for (LossPoint& point : curve) point.losses[i] += hard;
    engine[i] += hard;
  }
  const Estimate found = strength_speedup(curve, engine);
  EXPECT_NEAR(found.lower95, 1.5, 1e-6);
  EXPECT_NEAR(found.upper95, 1.5, 1e-6);
}

TEST(SpeedupText, SaysOfAnIntervalThatSaysNothingThatItIsTooNoisy) {
  EXPECT_EQ(speedup_text({1.5, 0, 0.5, 4.5}, 0.25, 4), "1.50 (0.50 to 4.50)");
  EXPECT_EQ(speedup_text({1.5, 0, 0.001, 16503338.93}, 0.25, 4), "too noisy");
}

TEST(StrengthSpeedupByLosses, IsUnknownWithoutACurveAndRefusesOtherPositions) {
  EXPECT_TRUE(std::isnan(strength_speedup({}, std::vector<double>{0.1}).value));
  EXPECT_EQ(speedup_text(strength_speedup({}, std::vector<double>{0.1}), 0.25, 4), "unknown");
  EXPECT_THROW(strength_speedup(even_curve(3), std::vector<double>{0.1}), std::invalid_argument);
}

TEST(SlowStrengthSpeedupByLosses, HoldsTheTruthInNineteenOfTwentySets) {
  // Losses are rare and large: a position is lost with the probability of the curve's regret.
  const double truth = 1.4;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform;
  int held = 0;
  const int sets = 300;
  for (int set = 0; set < sets; ++set) {
    std::vector<LossPoint> curve{{0.25, {}}, {0.5, {}}, {1, {}}, {2, {}}, {4, {}}};
    std::vector<double> engine;
    for (int i = 0; i < 300; ++i) {
      const auto lose = [&](double factor) {
        return uniform(random) < 0.25 - 0.05 * std::log2(factor) ? 0.4 : 0.0;
      };
      for (LossPoint& point : curve) point.losses.push_back(lose(point.factor));
      engine.push_back(lose(truth));
    }
    const Estimate found = strength_speedup(curve, engine, 400);
    held += found.lower95 <= truth && truth <= found.upper95 ? 1 : 0;
  }
  EXPECT_GE(held, 0.92 * sets);
  EXPECT_LE(held, 0.995 * sets) << "the interval is wider than it says";
}

TEST(TimeFactor, IsTwoToTheDoublingsThatAGainIsWorth) {
  const Estimate found = time_factor(about(150, 1e-6), about(100, 1e-6));
  EXPECT_NEAR(found.value, std::exp2(1.5), 1e-6);
  EXPECT_NEAR(found.lower95, found.value, 1e-6);
  EXPECT_NEAR(found.upper95, found.value, 1e-6);
  EXPECT_NEAR(time_factor(about(-100, 1e-6), about(100, 1e-6)).value, 0.5, 1e-6);
}

TEST(TimeFactor, HasTheIntervalOfFieller) {
  // r of (100 - 50 r)^2 = 30^2 + 20^2 r^2: 2100 r^2 - 10000 r + 9100 = 0.
  const Estimate found = time_factor(about(100, 30), about(50, 20));
  EXPECT_NEAR(std::log2(found.value), 2, 1e-9);
  EXPECT_NEAR(std::log2(found.lower95), (10000 - std::sqrt(1e8 - 4 * 2100 * 9100.0)) / 4200, 1e-9);
  EXPECT_NEAR(std::log2(found.upper95), (10000 + std::sqrt(1e8 - 4 * 2100 * 9100.0)) / 4200, 1e-9);
}

TEST(TimeFactor, IsBoundedByTheEndsOfOpenIntervals) {
  const Estimate won = time_factor({kInfinity, kInfinity, 200, kInfinity}, about(80, 20));
  EXPECT_EQ(won.value, kInfinity);
  EXPECT_NEAR(won.lower95, 4, 1e-9);  // 200 Elo at 100 a doubling
  EXPECT_EQ(won.upper95, kInfinity);
  const Estimate cheap = time_factor(about(100, 50), {kInfinity, kInfinity, 75, kInfinity});
  EXPECT_EQ(cheap.lower95, 1);
  EXPECT_NEAR(cheap.upper95, 4, 1e-9);  // 150 at 75
}

TEST(TimeFactor, IsUnknownWhereMoreTimeWasNotShownToGain) {
  const Estimate found = time_factor(about(100, 10), about(50, 60));
  EXPECT_TRUE(std::isnan(found.value));
  EXPECT_EQ(found.lower95, 0);
  EXPECT_EQ(found.upper95, kInfinity);
}

TEST(TimeFactor, CoversTheTruthInNineteenOfTwentyExperiments) {
  std::mt19937 generator(1);
  std::normal_distribution<double> normal;
  const double gain = 120;
  const double doubling = 80;
  int covered = 0;
  constexpr int kExperiments = 4000;
  for (int i = 0; i < kExperiments; ++i) {
    const Estimate found = time_factor(about(gain + 20 * normal(generator), 20 * kZ95),
                                       about(doubling + 15 * normal(generator), 15 * kZ95));
    covered += found.lower95 <= std::exp2(1.5) && std::exp2(1.5) <= found.upper95 ? 1 : 0;
  }
  EXPECT_NEAR(covered, 0.95 * kExperiments, 4 * std::sqrt(0.05 * 0.95 * kExperiments));
}

}  // namespace
}  // namespace banyan::bench
