// Tests of equivalence.hpp: the formula, and by simulation its error rate and duration.
#include "bench/statistics/equivalence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "bench/match/simulated_match_test.hpp"
#include "core/search/scale_test.hpp"

namespace banyan::bench {
namespace {

TEST(AnytimeElo, OfPairsThatAreAllWonIsWhereTheFormulaSays) {
  // After n pairs with x = 1, the wealth at m is the mean over l of (1 + l (1 - m))^n.
  const Estimate e = anytime_elo({0, 0, 0, 0, 12});
  const double m = score_of_elo(e.lower95);
  double wealth = 0;
  for (int bet = 0; bet < 7; ++bet) wealth += std::pow(1 + std::ldexp(1 - m, -bet), 12) / 7;
  EXPECT_NEAR(wealth, 2 / 0.05, 1e-6);
  EXPECT_EQ(e.upper95, kInfinity);
  EXPECT_EQ(e.value, kInfinity);
}

TEST(AnytimeElo, KnowsNothingWithoutPairs) {
  const Estimate e = anytime_elo({});
  EXPECT_EQ(e.value, 0);
  EXPECT_EQ(e.lower95, -kInfinity);
  EXPECT_EQ(e.upper95, kInfinity);
}

TEST(AnytimeElo, IsTheOppositeForTheOtherPlayer) {
  const Estimate a = anytime_elo({10, 20, 40, 60, 30});
  const Estimate b = anytime_elo({30, 60, 40, 20, 10});
  EXPECT_NEAR(a.lower95, -b.upper95, 1e-9);
  EXPECT_NEAR(a.upper95, -b.lower95, 1e-9);
}

TEST(AnytimeElo, IsWiderThanTheIntervalOfOneLook) {
  const Pentanomial counts{50, 200, 500, 250, 60};
  const Estimate once = elo(counts);
  const Estimate always = anytime_elo(counts);
  EXPECT_LT(always.lower95, once.lower95);
  EXPECT_GT(always.upper95, once.upper95);
  EXPECT_LT(always.error95, 2 * once.error95);
}

TEST(EquivalenceTest, SaysWhatItsIntervalDoes) {
  Random random({1, 0, 0, 0});
  for (const double truth : {-60.0, -20.0, 0.0, 5.0, 60.0}) {
    Pentanomial counts{};
    for (int look = 0; look < 40; ++look) {
      const Pentanomial more = simulated_pairs(score_of_elo(truth), 50, random);
      for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += more[i];
      const Estimate e = anytime_elo(counts);
      for (const double margin : {10.0, 25.0}) {
        const Equivalence expected = e.lower95 > margin    ? Equivalence::kStronger
                                     : e.upper95 < -margin ? Equivalence::kWeaker
                                     : e.lower95 > -margin && e.upper95 < margin
                                         ? Equivalence::kEquivalent
                                         : Equivalence::kContinue;
        EXPECT_EQ(equivalence(counts, margin), expected) << truth << " " << margin;
      }
    }
  }
}

/// Checks after every pair, up to `most` pairs.
struct TestedMatch {
  Equivalence verdict = Equivalence::kContinue;
  int pairs = 0;
};

TestedMatch simulated(double true_elo, double margin, int most, Random& random) {
  const double expected = score_of_elo(true_elo);
  Pentanomial counts{};
  TestedMatch ended;
  while (ended.verdict == Equivalence::kContinue && ended.pairs < most) {
    const Pentanomial pair = simulated_pairs(expected, 1, random);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += pair[i];
    ++ended.pairs;
    ended.verdict = equivalence(counts, margin);
  }
  return ended;
}

TEST(SlowEquivalence, IsFalselyShownInAtMostOneOfTwentyMatchesWhereverTheTruthIs) {
  const int matches = scaled(200);
  for (const double truth : {60.0, 61.0, -60.0}) {  // at the margin, where it is hardest
    Random random({2, static_cast<std::uint64_t>(truth + 100), 0, 0});
    int wrong = 0;
    for (int i = 0; i < matches; ++i) {
      const Equivalence verdict = simulated(truth, 60, 500, random).verdict;
      const bool beyond = truth > 60 && verdict == Equivalence::kStronger;
      wrong += verdict != Equivalence::kContinue && !beyond ? 1 : 0;
    }
    EXPECT_LE(wrong, 0.05 * matches) << truth;
  }
}

TEST(SlowEquivalence, OfEqualPlayersIsShownSoon) {
  // A single check after a fixed number of pairs needs (1.96 + 1.28)^2 variances of a pair's score
  // (about 0.09) divided by the square of 60 Elo's (0.086): 126 pairs, for 80 % of matches.
  const int matches = scaled(200);
  Random random({3, 0, 0, 0});
  int shown = 0;
  for (int i = 0; i < matches; ++i) {
    shown += simulated(0, 60, 500, random).verdict == Equivalence::kEquivalent ? 1 : 0;
  }
  EXPECT_GE(shown, 0.8 * matches);
}

TEST(SlowEquivalence, OfPlayersFarApartIsRefutedSoon) {
  Random random({4, 0, 0, 0});
  for (int i = 0; i < 50; ++i) {
    const TestedMatch ended = simulated(100, 15, 1000, random);
    EXPECT_EQ(ended.verdict, Equivalence::kStronger);
  }
}

}  // namespace
}  // namespace banyan::bench
