// Tests of statistics.hpp against published numbers and numbers computed by hand.
#include "bench/statistics/statistics.hpp"

#include <gtest/gtest.h>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace banyan::bench {
namespace {

Pentanomial mirrored(const Pentanomial& counts) {
  return {counts[4], counts[3], counts[2], counts[1], counts[0]};
}

// Stockfish patch test as printed by fastchess: Elo 6.14 +- 3.55, nElo 10.16 +- 5.87, LOS 99.97 %,
// draw ratio 45.99 %, LLR 2.89 (-2.25, 2.89) [0, 3].
constexpr Pentanomial kFastchessMatch{199, 1517, 3095, 1685, 234};

TEST(Pentanomials, AreCountedByTheSumOfBothGames) {
  Pentanomial counts{};
  add_pair(counts, 0, 0);
  add_pair(counts, 2, 0);
  add_pair(counts, 1, 1);
  add_pair(counts, 2, 1);
  EXPECT_EQ(counts, (Pentanomial{1, 0, 2, 1, 0}));
  EXPECT_EQ(pair_count(counts), 4U);
  EXPECT_DOUBLE_EQ(score(counts), (0 + 0.5 + 0.5 + 0.75) / 4);
  EXPECT_DOUBLE_EQ(draw_ratio(counts), 0.5);
}

/// fastchess uses 1.96 instead of Student's t, and n instead of n - 1; its intervals are narrower
/// by this.
double narrower(const Pentanomial& counts) {
  const auto n = static_cast<double>(pair_count(counts));
  const double t =
      boost::math::quantile(boost::math::students_t_distribution<double>(n - 1), 0.975);
  return kZ95 / t * std::sqrt((n - 1) / n);
}
/// The likelihood of superiority by fastchess's formula, from ours.
double normal_los(const Pentanomial& counts) {
  const auto n = static_cast<double>(pair_count(counts));
  const double errors =
      boost::math::quantile(boost::math::students_t_distribution<double>(n - 1), los(counts));
  return boost::math::cdf(boost::math::normal{}, errors * std::sqrt(n / (n - 1)));
}

TEST(Elo, MatchesFastchessOnAStockfishTest) {
  const Estimate e = elo(kFastchessMatch);
  EXPECT_NEAR(e.value, 6.14, 0.005);
  EXPECT_NEAR(e.error95 * narrower(kFastchessMatch), 3.55, 0.005);
  const Estimate n = normalised_elo(kFastchessMatch);
  EXPECT_NEAR(n.value, 10.16, 0.005);
  EXPECT_NEAR(n.error95, 5.87, 0.005);
  EXPECT_NEAR(normal_los(kFastchessMatch), 0.9997, 0.00005);
  EXPECT_NEAR(draw_ratio(kFastchessMatch), 0.4599, 0.00005);
}

// Values of fastchess's own test suite (app/tests/elo_test.cpp).
TEST(Elo, MatchesFastchessesGoldenNumbers) {
  struct Case {
    Pentanomial counts;
    double elo, elo_error, nelo, nelo_error;
  };
  const std::vector<Case> cases{{{34, 54, 63, 64, 75}, 55.58, 27.65, 57.94, 28.28},
                                {{332, 433, 498, 333, 334}, -8.64, 10.33, -9.17, 10.96},
                                {{7895, 8757, 5685, 568, 9999}, -21.04, 2.95, -19.01, 2.65}};
  for (const Case& c : cases) {
    EXPECT_NEAR(elo(c.counts).value, c.elo, 0.006);
    EXPECT_NEAR(elo(c.counts).error95 * narrower(c.counts), c.elo_error, 0.006);
    EXPECT_NEAR(normalised_elo(c.counts).value, c.nelo, 0.006);
    EXPECT_NEAR(normalised_elo(c.counts).error95, c.nelo_error, 0.006);
  }
  EXPECT_NEAR(normal_los({332, 433, 498, 333, 334}), 0.0505, 0.00005);
}

// The same suite's, of single games: losses, draws, wins.
TEST(Elo, OfSingleGamesMatchesFastchessesGoldenNumbers) {
  const Trinomial games{96, 111, 136};
  EXPECT_NEAR(elo(as_pairs(games)).value, 40.70, 0.005);
  EXPECT_NEAR(elo(as_pairs(games)).error95 * narrower(as_pairs(games)), 30.43, 0.05);
  EXPECT_NEAR(normal_los(as_pairs(games)), 0.9960, 0.0001);
  EXPECT_NEAR(normal_los(as_pairs({89, 123, 76})), 0.1553, 0.0001);
  struct Case {
    Trinomial games;
    double nelo, error;
  };
  for (const Case& c : {Case{{89, 123, 76}, -20.76, 40.13}, Case{games, 49.77, 36.77},
                        Case{{356, 0, 34}, -508.44, 34.48}}) {
    EXPECT_NEAR(normalised_elo(c.games).value, c.nelo, 0.005);
    EXPECT_NEAR(normalised_elo(c.games).error95, c.error, 0.005);
  }
}

TEST(EqualityPValue, CountsTheWaysOfExchangingResults) {
  EXPECT_EQ(equality_p_value({}), 1);
  EXPECT_EQ(equality_p_value({0, 0, 7, 0, 0}), 1);
  EXPECT_EQ(equality_p_value({2, 1, 5, 1, 2}), 1);
  EXPECT_DOUBLE_EQ(equality_p_value({0, 0, 0, 0, 5}), 2 / 32.0);
  EXPECT_DOUBLE_EQ(equality_p_value({0, 0, 0, 5, 0}), 2 / 32.0);
  EXPECT_DOUBLE_EQ(equality_p_value({0, 0, 9, 0, 6}), 2 / 64.0);  // even pairs say nothing
  EXPECT_DOUBLE_EQ(equality_p_value({6, 0, 9, 0, 0}), 2 / 64.0);
  // Sums of one pair worth two and two worth one: 4, 2, 2, 0, 0, -2, -2, -4 of 8 ways.
  EXPECT_DOUBLE_EQ(equality_p_value({0, 0, 0, 2, 1}), 2 / 8.0);
  EXPECT_DOUBLE_EQ(equality_p_value({0, 1, 0, 1, 1}), 6 / 8.0);
  EXPECT_DOUBLE_EQ(equality_p_value({0, 0, 0, 0, 60}), std::exp2(-59));
}

TEST(Elo, OfScoresIsTheLogisticCurve) {
  EXPECT_NEAR(elo_of_score(0.75), 190.8485, 1e-4);  // 400 log10(3)
  EXPECT_NEAR(score_of_elo(400), 10.0 / 11, 1e-12);
  EXPECT_EQ(elo_of_score(0.5), 0);
  EXPECT_EQ(elo_of_score(1), kInfinity);
  EXPECT_EQ(elo_of_score(0), -kInfinity);
  EXPECT_EQ(score_of_elo(kInfinity), 1);
  EXPECT_EQ(score_of_elo(-kInfinity), 0);
}

TEST(Elo, OfMirroredCountsIsTheOpposite) {
  const Estimate a = elo(kFastchessMatch);
  const Estimate b = elo(mirrored(kFastchessMatch));
  EXPECT_NEAR(a.value, -b.value, 1e-9);
  EXPECT_NEAR(a.lower95, -b.upper95, 1e-9);
  EXPECT_NEAR(los(kFastchessMatch) + los(mirrored(kFastchessMatch)), 1, 1e-12);
}

TEST(Elo, WithoutGamesIsUnknown) {
  const Pentanomial none{};
  for (const Estimate& e : {elo(none), normalised_elo(none)}) {
    EXPECT_EQ(e.value, 0);
    EXPECT_EQ(e.error95, kInfinity);
    EXPECT_EQ(e.lower95, -kInfinity);
    EXPECT_EQ(e.upper95, kInfinity);
  }
  EXPECT_EQ(los(none), 0.5);
  EXPECT_EQ(score(none), 0.5);
  EXPECT_EQ(draw_ratio(none), 0);
}

TEST(Elo, OfAllWinsIsInfiniteWithAFiniteLowerEnd) {
  const Estimate e = elo({0, 0, 0, 0, 10});
  EXPECT_EQ(e.value, kInfinity);
  EXPECT_EQ(e.error95, kInfinity);
  EXPECT_EQ(e.upper95, kInfinity);
  // 0.025^(1/10) = 0.69150, Clopper and Pearson's lower end for 10 in 10.
  EXPECT_NEAR(score_of_elo(e.lower95), std::pow(0.025, 0.1), 1e-9);
  EXPECT_EQ(elo({7, 0, 0, 0, 0}).value, -kInfinity);
  EXPECT_EQ(normalised_elo({0, 0, 0, 0, 10}).value, kInfinity);
  EXPECT_NEAR(los({0, 0, 0, 0, 10}), 1 - 1.0 / 2048, 1e-12);
}

TEST(Elo, OfOnePairIsVeryUncertain) {
  const Estimate won = elo({0, 0, 0, 1, 0});
  EXPECT_NEAR(won.value, 190.85, 0.01);
  EXPECT_LT(won.lower95, -300);
  EXPECT_GT(won.error95, 300);
  EXPECT_TRUE(std::isfinite(won.error95));
  EXPECT_NEAR(los({0, 0, 0, 1, 0}), 0.75, 1e-12);
  const Estimate drawn = elo({0, 0, 1, 0, 0});
  EXPECT_EQ(drawn.value, 0);
  EXPECT_GT(drawn.error95, 300);
  EXPECT_EQ(los({0, 0, 1, 0, 0}), 0.5);
}

TEST(Elo, OfManyDrawnPairsIsCertain) {
  // q = 1 - 0.025^(1/1000) = 0.003682; score 0.5 +- 0.001841, 1.28 Elo.
  EXPECT_NEAR(elo({0, 0, 1000, 0, 0}).error95, 1.279, 0.005);
}

// Without draws, at even scores, a game's variance is 1/4: the usual numbers of games for 80 %
// power.
TEST(PairsToFind, AreTheUsualNumbersOfGames) {
  const Pentanomial independent{250, 0, 500, 0, 250};
  EXPECT_NEAR(2 * pairs_to_find(independent, 5), 37.9e3, 100);
  EXPECT_NEAR(2 * pairs_to_find(independent, -10), 9.5e3, 50);
  EXPECT_NEAR(2 * pairs_to_find(independent, 20), 2366, 10);
  EXPECT_LT(pairs_to_find({100, 100, 600, 100, 100}, 20), pairs_to_find(independent, 20));
  EXPECT_EQ(pairs_to_find({}, 20), kInfinity);
  EXPECT_EQ(pairs_to_find({0, 0, 9, 0, 0}, 20), kInfinity);
}

TEST(Sprt, LimitsAreWalds) {
  const SprtLimits limits = sprt_limits(0.05, 0.10);
  EXPECT_NEAR(limits.accept_h0, -2.251, 0.0005);
  EXPECT_NEAR(limits.accept_h1, 2.890, 0.0005);
  EXPECT_NEAR(sprt_limits(0.05, 0.05).accept_h1, 2.944, 0.0005);
}

TEST(Sprt, AcceptsAStockfishTest) {
  const SprtSettings settings{.lower = 0, .upper = 3, .alpha = 0.05, .beta = 0.10};
  const double ratio = llr(kFastchessMatch, settings);
  EXPECT_NEAR(ratio, 2.892, 0.0005);
  const SprtLimits limits = sprt_limits(settings.alpha, settings.beta);
  EXPECT_EQ(sprt_verdict(ratio, limits), Verdict::kH1);
  EXPECT_EQ(sprt_verdict(2.0, limits), Verdict::kContinue);
  EXPECT_EQ(sprt_verdict(-2.26, limits), Verdict::kH0);
  EXPECT_STREQ(to_text(Verdict::kH1), "H1");
}

// Values of fastchess's own test suite (app/tests/sprt_test.cpp), within its tolerance.
TEST(Sprt, MatchesFastchessesGoldenNumbers) {
  const auto normalised = [](double lower, double upper) {
    return SprtSettings{.lower = lower, .upper = upper};
  };
  const auto logistic = [](double lower, double upper) {
    return SprtSettings{.lower = lower, .upper = upper, .scale = EloScale::kLogistic};
  };
  EXPECT_NEAR(llr({365, 16618, 36229, 16974, 390}, normalised(0, 2)), 2.25, 0.025);
  EXPECT_NEAR(llr({127, 4883, 10712, 5150, 104}, normalised(-1.75, 0.25)), 3.01, 0.03);
  EXPECT_NEAR(llr({223, 9863, 21279, 10037, 246}, logistic(0.5, 2.5)), -3.07, 0.03);
  EXPECT_NEAR(llr({871, 26175, 55983, 26678, 821}, logistic(0, 2)), -4.98, 0.05);
}

// With only wins the most likely distributions hold WW and LL alone. H0 gives WW 1/2, and H1 (p -
// 1/2) / sqrt(p (1 - p)) = t, so p = 1/2 + t / (2 sqrt(1 + t^2)).
TEST(Sprt, OfSingleGamesMatchesFastchessesGoldenNumbers) {
  EXPECT_NEAR(llr(Trinomial{36027, 68692, 36433}, {.lower = 0, .upper = 2}), 0.92, 0.01);
  EXPECT_NEAR(llr(Trinomial{10650, 20431, 10871}, {.lower = -1.75, .upper = 0.25}), 2.30, 0.01);
  const auto logistic = [](double lower, double upper) {
    return SprtSettings{.lower = lower, .upper = upper, .scale = EloScale::kLogistic};
  };
  EXPECT_NEAR(llr(Trinomial{21184, 40708, 21404}, logistic(0.5, 2.5)), -1.57, 0.01);
  EXPECT_NEAR(llr(Trinomial{57030, 106593, 57433}, logistic(0, 2)), -2.59, 0.01);
  EXPECT_EQ(llr(Trinomial{}, {}), 0);
}

TEST(Sprt, OfOnlyWinsHasAClosedForm) {
  const double t = std::sqrt(2.0) * 5 * std::log(10.0) / 800;
  const double expected = 104 * std::log(1 + t / std::sqrt(1 + t * t));
  EXPECT_NEAR(llr({0, 0, 0, 0, 104}, {.lower = 0, .upper = 5}), expected, 0.0005);
}

// For a small effect the LLR is n (t1 - t0)(2 t - t0 - t1) / 2 (Van den Bergh's approximation).
TEST(Sprt, AgreesWithTheNormalApproximationForSmallEffects) {
  const Pentanomial counts{1000, 20000, 40000, 21000, 1100};
  const double unit = std::sqrt(2.0) * std::log(10.0) / 800;
  const double t = normalised_elo(counts).value * unit;
  const double t1 = 2 * unit;
  const double expected = static_cast<double>(pair_count(counts)) * t1 * (2 * t - t1) / 2;
  EXPECT_NEAR(llr(counts, {.lower = 0, .upper = 2}), expected, 0.002 * std::abs(expected));
}

TEST(Sprt, ChangesSignWhenPlayersAndBoundsAreSwapped) {
  for (const EloScale scale : {EloScale::kNormalised, EloScale::kLogistic}) {
    const double forward = llr({3, 20, 30, 25, 9}, {.lower = -10, .upper = 30, .scale = scale});
    const double backward = llr({9, 25, 30, 20, 3}, {.lower = -30, .upper = 10, .scale = scale});
    EXPECT_NEAR(forward, -backward, 1e-6);
  }
}

TEST(Sprt, IsFiniteForEveryCornerOfTheCounts) {
  for (unsigned mask = 0; mask < 32; ++mask) {
    for (const std::uint64_t n : {1ULL, 50ULL, 1000000ULL}) {
      Pentanomial counts{};
      for (unsigned i = 0; i < 5; ++i) counts[i] = (mask >> i & 1U) != 0 ? n : 0;
      for (const double upper : {0.5, 5.0, 50.0, 200.0}) {
        for (const EloScale scale : {EloScale::kNormalised, EloScale::kLogistic}) {
          const double ratio = llr(counts, {.lower = -upper, .upper = upper, .scale = scale});
          EXPECT_TRUE(std::isfinite(ratio)) << mask << ' ' << n << ' ' << upper;
          const double s = score(counts);
          if (std::abs(s - 0.5) > 1e-3) {
            EXPECT_EQ(ratio > 0, s > 0.5);
          }
        }
      }
      EXPECT_FALSE(std::isnan(elo(counts).error95));
      EXPECT_FALSE(std::isnan(normalised_elo(counts).value));
      EXPECT_TRUE(los(counts) >= 0 && los(counts) <= 1);
      EXPECT_LE(elo(counts).lower95, elo(counts).value);
      EXPECT_GE(elo(counts).upper95, elo(counts).value);
    }
  }
  EXPECT_EQ(llr(Pentanomial{}, {}), 0);
}

/// A's score above 1/2 in each of the pairs.
std::vector<double> advantages_of(const Pentanomial& counts, double unit = 1) {
  std::vector<double> all;
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    all.insert(all.end(), counts[cell], unit * (static_cast<double>(cell) / 4 - 0.5));
  }
  return all;
}

TEST(Sprt, OfDealsIsThatOfPairsWhereDealsArePairs) {
  for (const Pentanomial& counts : {Pentanomial{3, 20, 30, 25, 9}, Pentanomial{40, 9, 1, 2, 60}}) {
    for (const double unit : {1.0, 13.0, 1e-3}) {  // points, chips
      for (const double upper : {1.0, 20.0, 200.0}) {
        const SprtSettings settings{.lower = -5, .upper = upper};
        EXPECT_NEAR(llr(advantages_of(counts, unit), 2, settings), llr(counts, settings), 1e-7);
      }
    }
  }
}

// For deals of only 1 and -1: mean / deviation = t has p(1) = 1/2 + t / (2 sqrt(1 + t^2)).
TEST(Sprt, OfDealsOfTwoScoresHasAClosedForm) {
  std::vector<double> advantages(70, 1);
  advantages.insert(advantages.end(), 50, -1);
  for (const std::size_t games : {1U, 6U, 36U}) {
    const double upper = largest_bound(games);
    const double t = std::sqrt(static_cast<double>(games)) * upper * std::log(10.0) / 800;
    const double m = t / std::sqrt(1 + t * t);
    const double expected = 70 * std::log1p(m) + 50 * std::log1p(-m);
    EXPECT_NEAR(llr(advantages, games, {.lower = 0, .upper = upper}), expected, 1e-3) << games;
  }
}

TEST(Sprt, OfDealsIsFiniteFromTheFirst) {
  for (const double first : {-1.0, 0.0, 1e-9, 0.25, 1.0}) {
    const double ratio = llr(std::vector{first}, 6, {.lower = 0, .upper = 100});
    EXPECT_TRUE(std::isfinite(ratio));
    EXPECT_EQ(ratio > 0, first > 0);
  }
  EXPECT_EQ(llr(std::vector<double>{}, 6, {.lower = 0, .upper = 100}), 0);
}

TEST(Sprt, RefusesUnusableSettings) {
  EXPECT_THROW(llr(std::vector{0.5}, 6, {.lower = 0, .upper = 116}), std::invalid_argument);
  EXPECT_THROW(llr(std::vector{0.5}, 2, {.scale = EloScale::kLogistic}), std::invalid_argument);
  EXPECT_THROW(llr(Pentanomial{}, {.lower = 5, .upper = 5}), std::invalid_argument);
  EXPECT_THROW(llr(Pentanomial{}, {.lower = 0, .upper = 1000}), std::invalid_argument);
  EXPECT_THROW(llr(Pentanomial{}, {.lower = std::nan(""), .upper = 5}), std::invalid_argument);
  EXPECT_THROW(sprt_limits(0, 0.05), std::invalid_argument);
  EXPECT_THROW(sprt_limits(0.05, 0.6), std::invalid_argument);
}

// Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, methods 3
// (Wilson) and 5 (Clopper-Pearson).
TEST(Proportions, MatchNewcombesTable) {
  struct Case {
    std::uint64_t successes, trials;
    Interval wilson;
  };
  const std::vector<Case> cases{{81, 263, {0.2553, 0.3662}},
                                {15, 148, {0.0624, 0.1605}},
                                {0, 20, {0.0000, 0.1611}},
                                {1, 29, {0.0061, 0.1718}}};
  for (const Case& c : cases) {
    const Interval wilson = wilson_interval(c.successes, c.trials);
    EXPECT_NEAR(wilson.lower, c.wilson.lower, 0.00006);
    EXPECT_NEAR(wilson.upper, c.wilson.upper, 0.00006);
  }
}

TEST(Proportions, AreDefinedAtTheirEnds) {
  EXPECT_EQ(wilson_interval(0, 0).lower, 0);
  EXPECT_EQ(wilson_interval(0, 0).upper, 1);
  EXPECT_EQ(wilson_interval(0, 5).lower, 0);
  EXPECT_EQ(wilson_interval(5, 5).upper, 1);
  EXPECT_THROW(wilson_interval(6, 5), std::invalid_argument);
}

TEST(Samples, HaveTheUsualMoments) {
  const std::vector<double> sample{2, 4, 4, 4, 5, 5, 7, 9};
  EXPECT_DOUBLE_EQ(mean(sample), 5);
  EXPECT_NEAR(standard_deviation(sample), std::sqrt(32.0 / 7), 1e-12);
  EXPECT_DOUBLE_EQ(median(sample), 4.5);
  EXPECT_DOUBLE_EQ(geometric_mean(std::vector<double>{1, 4, 16}), 4);
}

TEST(Samples, HaveQuantilesOfTypeSeven) {
  const std::vector<double> sample{40, 10, 30, 20};
  EXPECT_DOUBLE_EQ(quantile(sample, 0.25), 17.5);  // R: quantile(c(10,20,30,40), .25)
  EXPECT_DOUBLE_EQ(quantile(sample, 0), 10);
  EXPECT_DOUBLE_EQ(quantile(sample, 1), 40);
  EXPECT_DOUBLE_EQ(quantile(sample, 7), 40);
}

// t(0.975, 4) = 2.776, deviation sqrt(2.5), so 3 +- 1.963.
TEST(Samples, HaveAMeanWithStudentsInterval) {
  const Estimate e = mean_estimate(std::vector<double>{1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(e.value, 3);
  EXPECT_NEAR(e.error95, 1.963, 0.0005);
  EXPECT_NEAR(e.lower95, 1.037, 0.0005);
  EXPECT_EQ(mean_estimate(std::vector<double>{7}).error95, kInfinity);
}

TEST(RatioEstimate, IsThatOfWelchOnLogarithms) {
  // scipy.stats.t of 4.1558 degrees of freedom.
  const Estimate e = ratio_estimate(std::vector<double>{10, 11, 12, 10.5},
                                    std::vector<double>{5, 5.2, 4.8, 5.1, 5.3});
  EXPECT_NEAR(e.value, 2.1371188816338096, 1e-12);
  EXPECT_NEAR(e.lower95, 1.903109011855654, 1e-9);
  EXPECT_NEAR(e.upper95, 2.3999030459019033, 1e-9);
}

TEST(RatioEstimate, KnowsNoErrorOfSingleValues) {
  const Estimate e = ratio_estimate(std::vector<double>{6}, std::vector<double>{2, 2});
  EXPECT_NEAR(e.value, 3, 1e-12);
  EXPECT_EQ(e.error95, kInfinity);
}

TEST(RatioEstimate, KnowsNoErrorWhereARateIsZero) {
  const std::vector<double> some{2, 2.1};
  const std::vector<double> zero{0, 0};
  EXPECT_EQ(ratio_estimate(zero, some).value, 0);
  EXPECT_EQ(ratio_estimate(zero, some).upper95, kInfinity);
  EXPECT_EQ(ratio_estimate(std::vector<double>{0, 1}, some).error95, kInfinity);
  EXPECT_EQ(ratio_estimate(some, zero).error95, kInfinity);
  EXPECT_TRUE(std::isnan(ratio_estimate(zero, zero).value));
  EXPECT_EQ(paired_ratio_estimate(zero, some).error95, kInfinity);
}

TEST(RatioEstimate, IsExactWhereNothingVaries) {
  const Estimate e = ratio_estimate(std::vector<double>{6, 6}, std::vector<double>{2, 2});
  EXPECT_NEAR(e.lower95, 3, 1e-12);
  EXPECT_NEAR(e.upper95, 3, 1e-12);
}

TEST(PairedRatio, IsThatOfStudentOnTheLogarithmsOfRatios) {
  // By hand: logarithms ln 2, ln 2, ln 4 have mean 4/3 ln 2 and deviation ln 2 / sqrt(3). So the
  // mean's error is ln 2 / 3, and t = 4 with 2 degrees of freedom. Its 97.5 % quantile is
  // 4.302652729911275, its two-sided tail 1 - 4 / sqrt(2 + 16).
  const std::vector<double> a{2, 20, 400};
  const std::vector<double> b{1, 10, 100};
  const Estimate e = paired_ratio_estimate(a, b);
  EXPECT_NEAR(e.value, std::pow(2.0, 4.0 / 3), 1e-12);
  EXPECT_NEAR(e.lower95, std::pow(2.0, (4 - 4.302652729911275) / 3), 1e-9);
  EXPECT_NEAR(e.upper95, std::pow(2.0, (4 + 4.302652729911275) / 3), 1e-9);
  EXPECT_NEAR(paired_ratio_p_value(a, b), 1 - 4 / std::sqrt(18.0), 1e-12);
}

TEST(PairedRatio, IsBlindToWhatPairsShare) {
  const std::vector<double> a{1.05, 10.6, 103};
  const std::vector<double> b{1, 10, 100};
  EXPECT_LT(paired_ratio_estimate(a, b).error95, 0.04);
  EXPECT_GT(ratio_estimate(a, b).error95, 1);
}

TEST(PairedRatio, RefusesSamplesOfTwoSizes) {
  const std::vector<double> two{1, 2};
  const std::vector<double> one{1};
  EXPECT_THROW(paired_ratio_estimate(two, one), std::invalid_argument);
  EXPECT_EQ(paired_ratio_estimate(one, one).error95, kInfinity);
}

TEST(RatioPValue, IsThatOfWelchOnLogarithms) {
  // scipy.stats.ttest_ind of the logarithms, equal_var=False.
  EXPECT_NEAR(ratio_p_value(std::vector<double>{10, 11, 12, 10.5},
                            std::vector<double>{10.1, 10.2, 9.8, 10.1, 10.3}),
              0.16031460858564295, 1e-9);
}

TEST(RatioPValue, IsOneWhereNothingDiffersOrCanBeTold) {
  const std::vector<double> sample{5, 6, 7};
  EXPECT_EQ(ratio_p_value(sample, sample), 1);
  EXPECT_EQ(ratio_p_value(std::vector<double>{6}, std::vector<double>{2, 2.1}), 1);
}

TEST(RatioPValue, IsZeroWhereConstantsDiffer) {
  EXPECT_EQ(ratio_p_value(std::vector<double>{6, 6}, std::vector<double>{2, 2}), 0);
}

TEST(HolmAdjusted, IsWhatRComputes) {
  // p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  const auto adjusted = holm_adjusted(std::vector<double>{0.01, 0.04, 0.03, 0.005});
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
  ASSERT_EQ(adjusted.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-12);
  EXPECT_TRUE(holm_adjusted(std::vector<double>{}).empty());
}

TEST(Samples, AreUndefinedWhenEmpty) {
  const std::vector<double> none;
  EXPECT_TRUE(std::isnan(mean(none)));
  EXPECT_TRUE(std::isnan(median(none)));
  EXPECT_TRUE(std::isnan(geometric_mean(none)));
  EXPECT_TRUE(std::isnan(standard_deviation(std::vector<double>{1})));
}

TEST(EloTexts, HaveASignAndAnError) {
  EXPECT_EQ(format_elo({12.3, 0, 7.8, 16.8}), "+12.3 ± 4.5");
  EXPECT_EQ(format_elo({-12.34, 0, -20, -4}), "-12.3 ± 8.0");
  EXPECT_EQ(format_elo({kInfinity, 0, 148.2, kInfinity}), "> +148");
  EXPECT_EQ(format_elo({338, 0, -20, kInfinity}), "> -20");
  EXPECT_EQ(format_elo({-kInfinity, 0, -kInfinity, -148.2}), "< -148");
  EXPECT_EQ(format_elo({0, 0, -kInfinity, kInfinity}), "unknown");
}

}  // namespace
}  // namespace banyan::bench
