// Tests of repeats.hpp: which deals count, and that the choice does not shift a score.
#include "bench/statistics/repeats.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "bench/match/simulated_match_test.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

/// A pair of games.
void add(Repeats& repeats, std::uint64_t start, std::uint64_t first, std::uint64_t second) {
  repeats.add(start, std::array{first, second});
}

TEST(Repeats, AreGamesFromTheSameStartWithTheSameMoves) {
  Repeats repeats;
  add(repeats, 1, 10, 20);
  add(repeats, 2, 10, 20);  // from another start
  add(repeats, 1, 10, 21);  // one of two is the same
  EXPECT_EQ(repeats.different_games(), 5U);
  EXPECT_EQ(repeats.starts(), 2U);
  EXPECT_EQ(repeats.in_a_row(), 0U);
  add(repeats, 2, 10, 20);
  EXPECT_EQ(repeats.different_games(), 5U);
  EXPECT_EQ(repeats.in_a_row(), 1U);
}

TEST(Repeats, OfDifferentStartsLetEveryDealCount) {
  Repeats repeats;
  for (std::uint64_t start = 0; start < 100; ++start) add(repeats, start, 1, 2);
  EXPECT_FALSE(repeats.once(Players::kDrawAnew));
  EXPECT_FALSE(repeats.once(Players::kUnknown));
}

TEST(Repeats, CountOnceUntilASingleDifferenceOfPlayersThatDrawAnew) {
  Repeats repeats;
  for (int i = 0; i < 9; ++i) add(repeats, 1, 10, 20);
  add(repeats, 2, 30, 40);
  EXPECT_TRUE(repeats.once(Players::kDrawAnew));
  EXPECT_TRUE(repeats.is_first(0));
  EXPECT_FALSE(repeats.is_first(1));
  EXPECT_TRUE(repeats.is_first(9));
  add(repeats, 1, 10, 21);
  EXPECT_FALSE(repeats.once(Players::kDrawAnew));
}

TEST(Repeats, OfForeignProgramsCountOnceIfMoreThanHalfOfAllTwoAreTheSame) {
  Repeats repeats;
  for (int i = 0; i < 3; ++i) add(repeats, 1, 10, 20);
  add(repeats, 1, 10, 21);  // 3 of 6
  EXPECT_FALSE(repeats.once(Players::kUnknown));
  add(repeats, 1, 10, 20);  // 6 of 10
  EXPECT_TRUE(repeats.once(Players::kUnknown));
}

TEST(Repeats, EndAMatchAfterTenInARow) {
  for (const Players players : {Players::kDrawAnew, Players::kUnknown}) {
    Repeats repeats;
    for (std::uint64_t start = 0; start < 5; ++start) add(repeats, start, 1, 2);
    for (std::uint64_t i = 0; i < 10; ++i) {
      EXPECT_FALSE(repeats.ended(players));
      add(repeats, i % 5, 1, 2);
    }
    EXPECT_TRUE(repeats.ended(players));
    add(repeats, 5, 1, 2);
    EXPECT_FALSE(repeats.ended(players));
  }
}

/// Plays so many deals from each of these starts, of which A wins this share, always by the same
/// moves, and loses all others by different ones. Returns A's score over the deals that count.
double score_that_counts(double wins, int starts, int deals, Players players, Random& random) {
  Repeats repeats;
  std::vector<double> scores;
  for (int i = 0; i < starts * deals; ++i) {
    const bool won = uniform(random) < wins;
    add(repeats, static_cast<std::uint64_t>(i % starts), 0, won ? 0 : random.below(1U << 30U));
    scores.push_back(won ? 1 : 0);
  }
  std::vector<double> counted;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!repeats.once(players) || repeats.is_first(i)) counted.push_back(scores[i]);
  }
  return mean(counted);
}

TEST(Repeats, DoNotShiftTheScoreOfPlayersThatVaryLittleOrMuch) {
  Random random({1});
  for (const Players players : {Players::kDrawAnew, Players::kUnknown}) {
    for (const double wins : {0.2, 0.6, 0.7, 0.75, 0.9, 0.98}) {
      constexpr int kMatches = 2000;
      std::vector<double> found;
      for (int i = 0; i < kMatches; ++i) {
        found.push_back(score_that_counts(wins, 10, 4, players, random));
      }
      const double error = standard_deviation(found) / std::sqrt(kMatches);
      EXPECT_NEAR(mean(found), wins, 4 * error) << wins;
    }
  }
}

}  // namespace
}  // namespace banyan::bench
