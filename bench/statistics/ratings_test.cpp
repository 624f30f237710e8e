// Tests of ratings.hpp against published ratings, numbers computable by hand, and simulation.
#include "bench/statistics/ratings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bench/match/simulated_match_test.hpp"
#include "core/search/scale_test.hpp"

namespace banyan::bench {
namespace {

/// `won` pairs with two wins, and `lost` with two losses.
Pentanomial won_and_lost(std::uint64_t won, std::uint64_t lost) { return {lost, 0, 0, 0, won}; }

void expect_near(const std::vector<Estimate>& a, const std::vector<Estimate>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(a[i].value, b[i].value, 1e-6) << i;
    EXPECT_NEAR(a[i].error95, b[i].error95, 1e-6) << i;
  }
}

const std::vector<Pairing> kThree{
    {0, 1, {3, 10, 30, 20, 5}}, {1, 2, {1, 9, 22, 11, 4}}, {2, 0, {8, 30, 20, 12, 2}}};

TEST(Ratings, OfTwoPlayersAreTheEloOfTheirScore) {
  const Pentanomial counts{30, 180, 400, 230, 60};
  const auto ratings = bradley_terry(2, std::vector<Pairing>{{0, 1, counts}});
  EXPECT_EQ(ratings[0].value, 0);
  EXPECT_EQ(ratings[0].error95, 0);
  EXPECT_NEAR(ratings[1].value, -elo(counts).value, 1e-9);
  EXPECT_NEAR(ratings[1].error95, elo(counts).error95, 0.01 * elo(counts).error95);
}

TEST(Ratings, OfAChainAddUp) {
  // Each scores 3/4 against the next, which is 400 log10(3) Elo; nothing else is known.
  const auto ratings = bradley_terry(
      3, std::vector<Pairing>{{0, 1, won_and_lost(30, 10)}, {1, 2, won_and_lost(60, 20)}});
  const double step = 400 * std::log10(3.0);
  EXPECT_NEAR(ratings[1].value, -step, 1e-9);
  EXPECT_NEAR(ratings[2].value, -2 * step, 1e-9);
  // Variances of independent errors add up. For a chain's first link: information 2 n p q,
  // variation n (2 s)^2 over its pairs, plus one more pair, half at each extreme.
  const auto variance = [](double pairs) {
    const double information = 2 * pairs * 3 / 16;
    const double variation = pairs * 3 / 4 + (1.5 * 1.5 + 0.5 * 0.5) / 2;
    return variation / (information * information);
  };
  const double unit = 1.959963984540054 * 400 / std::log(10.0);
  EXPECT_NEAR(ratings[1].error95, unit * std::sqrt(variance(40)), 1e-6);
  EXPECT_NEAR(ratings[2].error95, unit * std::sqrt(variance(40) + variance(80)), 1e-6);
}

// The American League's games of 1987 (Agresti, Categorical Data Analysis, 2nd ed., table 10.10),
// and the strengths by BradleyTerry2 (Turner and Firth 2012), with Baltimore's at 0.
TEST(Ratings, MatchThosePublishedOfTheAmericanLeague) {
  constexpr std::array kStrengths{1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0};
  constexpr std::uint64_t kWins[7][7] = {{0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9},
                                         {4, 6, 0, 7, 7, 8, 12}, {6, 8, 6, 0, 6, 7, 10},
                                         {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
                                         {2, 4, 1, 3, 1, 7, 0}};
  std::vector<Pairing> pairings;
  for (std::size_t a = 0; a < 7; ++a) {
    for (std::size_t b = a + 1; b < 7; ++b) {
      pairings.push_back({a, b, won_and_lost(kWins[a][b], kWins[b][a])});
    }
  }
  const auto ratings = bradley_terry(7, pairings, 6);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(ratings[i].value * std::log(10.0) / 400, kStrengths[i], 0.0002) << i;
  }
}

TEST(Ratings, AreEqualWhereEachBeatsTheNextInACircle) {
  const Pentanomial wins{2, 5, 10, 9, 6};
  for (const Estimate& rating :
       bradley_terry(3, std::vector<Pairing>{{0, 1, wins}, {1, 2, wins}, {2, 0, wins}})) {
    EXPECT_NEAR(rating.value, 0, 1e-9);
  }
}

TEST(Ratings, DoNotDependOnHowPairingsAreWritten) {
  const auto expected = bradley_terry(3, kThree);
  std::vector<Pairing> backwards(kThree.rbegin(), kThree.rend());
  expect_near(bradley_terry(3, backwards), expected);
  for (Pairing& p : backwards) {
    std::swap(p.a, p.b);
    std::reverse(p.counts.begin(), p.counts.end());
  }
  expect_near(bradley_terry(3, backwards), expected);
}

TEST(Ratings, KeepTheirDifferencesWhateverTheAnchor) {
  const auto first = bradley_terry(3, kThree, 0);
  const auto last = bradley_terry(3, kThree, 2);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(last[i].value, first[i].value - first[2].value, 1e-6);
  }
  EXPECT_NEAR(last[0].error95, first[2].error95, 1e-6);
}

TEST(Ratings, SolveTheirEquations) {
  // At the maximum every player scores exactly what the model expects.
  const auto ratings = bradley_terry(3, kThree);
  std::array<double, 3> missed{};
  for (const Pairing& p : kThree) {
    const double games = 2 * static_cast<double>(pair_count(p.counts));
    const double miss =
        games * (score(p.counts) - score_of_elo(ratings[p.a].value - ratings[p.b].value));
    missed[p.a] += miss;
    missed[p.b] -= miss;
  }
  for (const double miss : missed) EXPECT_NEAR(miss, 0, 1e-6);
}

TEST(Ratings, OfAPlayerThatWonAllAreOpenUpwards) {
  const auto ratings = bradley_terry(2, std::vector<Pairing>{{0, 1, won_and_lost(0, 10)}});
  EXPECT_EQ(ratings[1].value, kInfinity);
  EXPECT_EQ(ratings[1].upper95, kInfinity);
  EXPECT_NEAR(ratings[1].lower95, elo(won_and_lost(10, 0)).lower95, 1e-6);
  const auto below = bradley_terry(2, std::vector<Pairing>{{0, 1, won_and_lost(10, 0)}});
  EXPECT_EQ(below[1].value, -kInfinity);
  EXPECT_NEAR(below[1].upper95, -ratings[1].lower95, 1e-6);
}

TEST(Ratings, OfOthersStayFiniteBesideAPlayerThatWonAll) {
  std::vector<Pairing> pairings = kThree;
  const auto without = bradley_terry(3, pairings);
  for (std::size_t i = 0; i < 3; ++i) pairings.push_back({3, i, won_and_lost(20, 0)});
  pairings.push_back({4, 3, won_and_lost(20, 0)});  // met the winner alone
  const auto ratings = bradley_terry(5, pairings);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(ratings[i].value, without[i].value, 1e-9);
  EXPECT_EQ(ratings[3].value, kInfinity);
  EXPECT_GT(ratings[3].lower95, 300);
  EXPECT_EQ(ratings[4].value, kInfinity);
  EXPECT_EQ(ratings[4].lower95, -kInfinity);
}

TEST(Ratings, AreUnknownWhereNeitherCouldScoreAgainstTheOther) {
  // Both 0 and 1 lost every game to 2.
  const auto ratings = bradley_terry(
      3, std::vector<Pairing>{{2, 0, won_and_lost(5, 0)}, {2, 1, won_and_lost(5, 0)}});
  EXPECT_TRUE(std::isnan(ratings[1].value));
  EXPECT_EQ(ratings[1].lower95, -kInfinity);
  EXPECT_EQ(ratings[1].upper95, kInfinity);
}

TEST(Ratings, NeedPairsThatConnectAllPlayers) {
  const std::vector<Pairing> apart{{0, 1, won_and_lost(1, 1)}, {2, 3, won_and_lost(1, 1)}};
  EXPECT_FALSE(connected(4, apart));
  EXPECT_THROW(bradley_terry(4, apart), std::invalid_argument);
  EXPECT_FALSE(connected(2, std::vector<Pairing>{{0, 1, {}}}));
  EXPECT_TRUE(connected(3, kThree));
  EXPECT_TRUE(connected(1, {}));
  EXPECT_THROW(bradley_terry(2, std::vector<Pairing>{{0, 2, {}}}), std::invalid_argument);
  EXPECT_THROW(bradley_terry(2, std::vector<Pairing>{{1, 1, {}}}), std::invalid_argument);
  EXPECT_THROW(bradley_terry(3, kThree, 3), std::invalid_argument);
}

/// The share of simulated pools in which the ratings' intervals hold the truth.
double coverage(std::uint64_t pairs, int pools) {
  constexpr std::array<double, 4> kTruth{0, 60, -90, 180};
  Random random({7, pairs, 0, 0});
  int held = 0;
  for (int pool = 0; pool < pools; ++pool) {
    std::vector<Pairing> pairings;
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = a + 1; b < 4; ++b) {
        const double expected = score_of_elo(kTruth[a] - kTruth[b]);
        pairings.push_back({a, b, simulated_pairs(expected, pairs, random)});
      }
    }
    const auto ratings = bradley_terry(4, pairings);
    for (std::size_t i = 1; i < 4; ++i) {
      held += ratings[i].lower95 <= kTruth[i] && kTruth[i] <= ratings[i].upper95 ? 1 : 0;
    }
  }
  return held / (3.0 * pools);
}

TEST(RatingsOfSimulatedPools, HaveIntervalsThatHoldTheTruth) {
  for (const std::uint64_t pairs : {60U, 200U}) {
    EXPECT_NEAR(coverage(pairs, scaled(1000)), 0.95, kSlowdown > 1 ? 0.03 : 0.015) << pairs;
  }
}

TEST(RatingsOfSimulatedPools, HaveIntervalsThatAreRatherWiderForFewPairs) {
  EXPECT_GE(coverage(8, scaled(1000)), 0.95);
}

}  // namespace
}  // namespace banyan::bench
