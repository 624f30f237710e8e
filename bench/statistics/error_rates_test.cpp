// Tests by simulation of the error rates that statistics.hpp promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/match/simulated_match_test.hpp"
#include "bench/statistics/statistics.hpp"
#include "core/search/scale_test.hpp"

namespace banyan::bench {
namespace {

/// Plays simulated pairs until the test decides.
Verdict simulated_sprt(double expected_score, const SprtSettings& settings, Random& random) {
  const SprtLimits limits = sprt_limits(settings.alpha, settings.beta);
  Pentanomial counts{};
  for (;;) {
    const Pentanomial pair = simulated_pairs(expected_score, 1, random);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += pair[i];
    const Verdict verdict = sprt_verdict(llr(counts, settings), limits);
    if (verdict != Verdict::kContinue) return verdict;
  }
}

TEST(SlowErrorRates, OfTheSprtAreAtMostThoseAskedFor) {
  const SprtSettings settings{.lower = 0, .upper = 60};
  const int matches = scaled(1000);
  Random random({1, 0, 0, 0});
  int wrong_h1 = 0;
  int wrong_h0 = 0;
  // 60 nElo is (score - 1/2) / deviation = 60 ln(10) / 800 = 0.1727. A game with 30 % draws has
  // deviation sqrt(0.7) / 2 (and the pair, shifted by colours, nearly the same).
  const double better = 0.5 + 0.1727 * 0.4183;
  for (int i = 0; i < matches; ++i) {
    wrong_h1 += simulated_sprt(0.5, settings, random) == Verdict::kH1 ? 1 : 0;
    wrong_h0 += simulated_sprt(better, settings, random) == Verdict::kH0 ? 1 : 0;
  }
  EXPECT_LE(wrong_h1, 0.05 * matches);
  EXPECT_LE(wrong_h0, 0.05 * matches);
  EXPECT_GE(wrong_h1 + wrong_h0, 0.02 * matches) << "a test this strict plays too many games";
}

/// A's advantage in a deal of three engines in all seatings. One engine wins each game, A with this
/// probability; the first seat is worth more, and a deal may favour a seat.
double simulated_deal(double chance_of_a, Random& random) {
  const double favour = 0.3 * uniform(random);
  double won = 0;
  for (const double seat : {0.1 + favour, 0.1 + favour, -0.05 - favour / 2, -0.05 - favour / 2,
                            -0.05 - favour / 2, -0.05 - favour / 2}) {
    won += uniform(random) < chance_of_a + seat / 2 ? 1 : 0;
  }
  return won / 6 - 1.0 / 3;
}

TEST(SlowErrorRates, OfTheSprtOfThreeEnginesAreAtMostThoseAskedFor) {
  const SprtSettings settings{.lower = 0, .upper = 60};
  const SprtLimits limits = sprt_limits(settings.alpha, settings.beta);
  // H1 in this game, from the deals' own spread.
  Random random({3, 0, 0, 0});
  std::vector<double> sample;
  for (int i = 0; i < 20'000; ++i) sample.push_back(simulated_deal(1.0 / 3, random));
  const double better = 60 * std::log(10.0) / 800 * std::sqrt(6) * standard_deviation(sample);
  const auto decided = [&](double chance_of_a) {
    std::vector<double> advantages;
    for (;;) {
      advantages.push_back(simulated_deal(chance_of_a, random));
      const Verdict verdict = sprt_verdict(llr(advantages, 6, settings), limits);
      if (verdict != Verdict::kContinue) return verdict;
    }
  };
  const int matches = scaled(400);
  int wrong_h1 = 0;
  int wrong_h0 = 0;
  for (int i = 0; i < matches; ++i) {
    wrong_h1 += decided(1.0 / 3) == Verdict::kH1 ? 1 : 0;
    wrong_h0 += decided(1.0 / 3 + better) == Verdict::kH0 ? 1 : 0;
  }
  // 5 % plus two standard errors for this many matches.
  const double most = matches * 0.05 + 2 * std::sqrt(matches * 0.05 * 0.95);
  EXPECT_LE(wrong_h1, most);
  EXPECT_LE(wrong_h0, most);
}

struct Truth {
  std::string name;
  double score;
  std::uint64_t pairs;
};

class ErrorRates : public testing::TestWithParam<Truth> {};

INSTANTIATE_TEST_SUITE_P(Matches, ErrorRates,
                         testing::Values(Truth{"EvenAndShort", 0.5, 40},
                                         Truth{"EvenAndLong", 0.5, 400}, Truth{"Close", 0.53, 150},
                                         Truth{"Uneven", 0.65, 80}, Truth{"FarApart", 0.8, 200}),
                         [](const auto& each) { return each.param.name; });

TEST_P(ErrorRates, OfIntervalsAreOneInTwenty) {
  const Truth& truth = GetParam();
  const int matches = scaled(10'000);
  const double true_elo = elo_of_score(truth.score);
  Random random({2, truth.pairs, 0, 0});
  int held = 0;
  for (int i = 0; i < matches; ++i) {
    const Estimate e = elo(simulated_pairs(truth.score, truth.pairs, random));
    held += e.lower95 <= true_elo && true_elo <= e.upper95 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(held) / matches, 0.95, 0.015);
}

TEST(ErrorRates, OfLopsidedMatchesAreOneInTwentyToo) {
  const int matches = scaled(4000);
  for (const double score : {0.85, 0.9, 0.93, 0.95, 0.97}) {
    for (const std::uint64_t pairs : {10U, 20U, 40U}) {
      for (const double draws : {0.0, 0.3}) {
        Random random({6, pairs, 0, 0});
        const SimulatedGames games{.draws = draws, .colour = 0.02};
        int held = 0;
        for (int i = 0; i < matches; ++i) {
          const Estimate e = elo(simulated_pairs(score, pairs, random, games));
          const double truth = elo_of_score(score);
          held += e.lower95 <= truth && truth <= e.upper95 ? 1 : 0;
        }
        // Few pairs have few outcomes, so no interval holds in exactly 95 %.
        EXPECT_GE(held, 0.94 * matches) << score << ", " << pairs << " pairs, draws " << draws;
      }
    }
  }
}

/// All counts with n pairs.
std::vector<Pentanomial> all_counts(std::uint64_t n) {
  std::vector<Pentanomial> all;
  for (std::uint64_t a = 0; a <= n; ++a) {
    for (std::uint64_t b = 0; a + b <= n; ++b) {
      for (std::uint64_t c = 0; a + b + c <= n; ++c) {
        for (std::uint64_t d = 0; a + b + c + d <= n; ++d) {
          all.push_back({a, b, c, d, n - a - b - c - d});
        }
      }
    }
  }
  return all;
}

/// The probability of these counts if equal players' pairs have these shares.
double chance_of(const Pentanomial& counts, const std::array<double, 5>& shares) {
  double log = std::lgamma(static_cast<double>(pair_count(counts)) + 1);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    if (shares[i] == 0) return 0;
    const auto n = static_cast<double>(counts[i]);
    log += n * std::log(shares[i]) - std::lgamma(n + 1);
  }
  return std::exp(log);
}

TEST(ErrorRates, AreThoseOfIntervalsAndPValuesAlike) {
  for (std::uint64_t pairs = 0; pairs <= 14; ++pairs) {
    for (const Pentanomial& counts : all_counts(pairs)) {
      const Estimate e = elo(counts);
      EXPECT_EQ(difference_p_value(counts) < 0.05, e.lower95 > 0 || e.upper95 < 0);
    }
  }
}

TEST(ErrorRates, OfEqualPlayersCalledDifferentAreFewAtAnyNumberOfPairs) {
  // Not simulated: all outcomes are enumerated, for games with any share of draws and effect of
  // openings.
  for (std::uint64_t pairs = 2; pairs <= 12; ++pairs) {
    std::vector<Pentanomial> different;
    for (const Pentanomial& counts : all_counts(pairs)) {
      const Estimate e = elo(counts);
      if (e.lower95 > 0 || e.upper95 < 0) different.push_back(counts);
    }
    EXPECT_EQ(different.empty(), pairs < 6);
    for (double two = 0; two <= 0.5; two += 0.05) {
      for (double one = 0; one + two <= 0.5; one += 0.05) {
        double wrong = 0;
        for (const Pentanomial& counts : different) {
          wrong += chance_of(counts, {two, one, std::max(0.0, 1 - 2 * one - 2 * two), one, two});
        }
        EXPECT_LE(wrong, 0.05 + 1e-9) << pairs << " pairs";
      }
    }
  }
  for (const std::uint64_t pairs : {20U, 40U, 100U, 400U}) {
    const int matches = scaled(10'000);
    Random random({5, pairs, 0, 0});
    int wrong = 0;
    for (int i = 0; i < matches; ++i) {
      const Estimate e = elo(simulated_pairs(0.5, pairs, random));
      wrong += e.lower95 > 0 || e.upper95 < 0 ? 1 : 0;
    }
    EXPECT_LE(static_cast<double>(wrong) / matches, 0.06) << pairs << " pairs";
    EXPECT_GE(static_cast<double>(wrong) / matches, 0.02) << pairs << " pairs";
  }
}

TEST(ErrorRates, OfTheLikelihoodOfSuperiorityAreAsItSays) {
  // For equal engines, LOS exceeds 95 % in one match of twenty.
  const int matches = scaled(10'000);
  Random random({3, 0, 0, 0});
  int above = 0;
  for (int i = 0; i < matches; ++i) {
    above += los(simulated_pairs(0.5, 100, random)) > 0.95 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(above) / matches, 0.05, 0.015);
}

TEST(ErrorRates, OfMatchesAsLongAsAdvisedAreOneInFive) {
  // pairs_to_find() promises that 80 % of matches of that length detect the difference.
  Random random({4, 0, 0, 0});
  const double truth = 25;
  const Pentanomial seen = simulated_pairs(0.5, 100'000, random);
  const auto pairs = static_cast<std::uint64_t>(pairs_to_find(seen, truth));
  const int matches = scaled(3000);
  int found = 0;
  for (int i = 0; i < matches; ++i) {
    found += elo(simulated_pairs(score_of_elo(truth), pairs, random)).lower95 > 0 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(found) / matches, 0.8, 0.03);
}

}  // namespace
}  // namespace banyan::bench
