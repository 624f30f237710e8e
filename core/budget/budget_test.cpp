#include "core/budget/budget.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/base/clock_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"

namespace banyan {
namespace {

using std::chrono::milliseconds;

std::uint64_t claim_all(Budget& budget, std::uint64_t portion) {
  std::uint64_t sum = 0;
  while (const std::uint64_t claimed = budget.claim(portion)) {
    EXPECT_LE(claimed, portion);
    sum += claimed;
  }
  return sum;
}

TEST(Budget, GrantsExactlyTheIterationsWhateverThePortions) {
  for (const std::uint64_t total : {1U, 2U, 7U, 1000U, 12345U}) {
    for (const std::uint64_t portion : {1U, 2U, 3U, 64U, 4096U}) {
      Budget budget(iterations(total), 1);
      EXPECT_EQ(claim_all(budget, portion), total);
      EXPECT_EQ(budget.remaining(), 0U);
    }
  }
}

TEST(Budget, GrantsExactlyTheIterationsToManyThreads) {
  for (const std::size_t threads : {2U, 3U, 8U}) {
    for (const std::uint64_t total : {1U, 5U, 12345U}) {
      Budget budget(iterations(total), 1);
      std::vector<std::uint64_t> granted(threads);
      {
        std::vector<std::jthread> team;
        for (std::size_t i = 0; i < threads; ++i) {
          team.emplace_back([&, i] { granted[i] = claim_all(budget, i + 1); });
        }
      }
      EXPECT_EQ(std::accumulate(granted.begin(), granted.end(), std::uint64_t{0}), total);
    }
  }
}

TEST(Budget, LeavesWhatIterationsDoNotDivideToOneOfThem) {
  for (const Limits& limits : {Limits{0, 19, {}}, Limits{5, 19, {}}}) {
    Budget budget(limits, 8);
    std::uint64_t games = 0;
    while (budget.claim(1) > 0) games += budget.next_games();
    EXPECT_EQ(games, 19U);
  }
  Budget fewer({2, 19, {}}, 8);  // the iterations end it first
  EXPECT_EQ(fewer.next_games(), 8U);
  EXPECT_EQ(fewer.next_games(), 8U);
}

TEST(Budget, RoundsPlayoutsUpToWholeIterations) {
  const auto granted = [](std::uint64_t playout_limit, std::uint64_t games) {
    Budget budget(playouts(playout_limit), games);
    return claim_all(budget, 1);
  };
  EXPECT_EQ(granted(1, 8), 1U);
  EXPECT_EQ(granted(8, 8), 1U);
  EXPECT_EQ(granted(9, 8), 2U);
  EXPECT_EQ(granted(100, 1), 100U);
  Budget most(playouts(std::numeric_limits<std::uint64_t>::max()), 8);
  EXPECT_EQ(most.remaining(), kMaxVisits / 8);
}

TEST(Budget, EndsAtWhicheverLimitIsReachedFirst) {
  Budget few_iterations(Limits{10, 1000, {}}, 8);
  EXPECT_EQ(claim_all(few_iterations, 3), 10U);
  Budget few_playouts(Limits{1000, 80, {}}, 8);
  EXPECT_EQ(claim_all(few_playouts, 3), 10U);
}

TEST(Budget, NeverGrantsMoreVisitsThanAStatCanHold) {
  Budget unlimited(Limits{}, 1);
  EXPECT_EQ(unlimited.remaining(), kMaxVisits);
  Budget heavy(iterations(kMaxVisits), 8);
  EXPECT_EQ(heavy.remaining(), kMaxVisits / 8);
}

TEST(Budget, KeepsWithinFewerPlayoutsIfTold) {
  Budget budget(Limits{0, 100, {}}, 8);
  budget.keep_within(1000);
  EXPECT_EQ(budget.remaining(), 13U);
  budget.keep_within(81);
  EXPECT_EQ(budget.remaining(), 10U);
  EXPECT_EQ(budget.next_games(), 8U);
}

TEST(Budget, RemainingIsWhatHasNotBeenClaimed) {
  Budget budget(iterations(10), 1);
  EXPECT_TRUE(budget.untouched());
  EXPECT_EQ(budget.remaining(), 10U);
  budget.claim(4);
  EXPECT_FALSE(budget.untouched());
  EXPECT_EQ(budget.remaining(), 6U);
  budget.claim(100);
  EXPECT_EQ(budget.remaining(), 0U);
}

TEST(Budget, ExpiresAtTheDeadline) {
  const Clock::time_point start = Clock::now();
  const Budget budget({0, 0, milliseconds(50)}, 1, {}, start);
  EXPECT_FALSE(budget.expired(start));
  EXPECT_FALSE(budget.expired(start + milliseconds(49)));
  EXPECT_TRUE(budget.expired(start + milliseconds(50)));
}

TEST(Budget, WithoutATimeLimitNeverExpires) {
  const Budget budget(iterations(1), 1);
  EXPECT_FALSE(budget.expired(Clock::now() + std::chrono::hours(1'000'000)));
}

TEST(Budget, ExpiresWhenStopIsRequested) {
  std::stop_source stop;
  const Budget budget(iterations(1), 1, stop.get_token());
  EXPECT_FALSE(budget.expired(Clock::now()));
  stop.request_stop();
  EXPECT_TRUE(budget.expired(Clock::now()));
}

TEST(Budget, SecondsRunFromTheStart) {
  const TestClock clock;
  const Budget budget(iterations(1), 1, {}, Clock::now() - std::chrono::seconds(5));
  EXPECT_EQ(budget.seconds(), 5);
  TestClock::advance(milliseconds(1500));
  EXPECT_EQ(budget.seconds(), 6.5);
}

TEST(Pace, GrantsTheFirstIterationAfterTheDeadline) {
  const TestClock clock;
  Budget budget({0, 0, milliseconds(1)}, 1, {}, Clock::now() - std::chrono::seconds(1));
  Pace pace(budget, 1);
  TestClock::advance(Pace::kPortion);
  EXPECT_EQ(pace.next(), 1U);
  EXPECT_EQ(pace.next(), 0U);
}

TEST(Pace, GrantsTheFirstIterationAfterAStopRequest) {
  std::stop_source stop;
  stop.request_stop();
  const TestClock clock;
  Budget budget(Limits{}, 1, stop.get_token());
  Pace pace(budget, 1);
  TestClock::advance(Pace::kPortion);
  EXPECT_EQ(pace.next(), 1U);
  EXPECT_EQ(pace.next(), 0U);
}

TEST(Pace, StopsAtTheNextPortionAfterAStopRequest) {
  std::stop_source stop;
  Budget budget(Limits{}, 1, stop.get_token());
  Pace pace(budget, 2);
  for (int i = 0; i < 1000; ++i) ASSERT_GT(pace.next(), 0U);
  stop.request_stop();
  EXPECT_EQ(pace.next(), 0U);
}

TEST(Pace, PortionsStaySmallHoweverFastTheWork) {
  const TestClock clock;  // stands still
  Budget budget(Limits{}, 1);
  Pace pace(budget, 1);
  for (std::uint64_t portion = 1; portion < 4096; portion *= 2) EXPECT_EQ(pace.next(), portion);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(pace.next(), 4096U);
}

TEST(Pace, PortionsShrinkWhereIterationsAreSlow) {
  const TestClock clock;
  Budget budget(Limits{}, 1);
  Pace pace(budget, 1);
  for (int i = 0; i < 200; ++i) pace.next();
  for (std::uint64_t portion = 2048; portion > 1; portion /= 2) {
    TestClock::advance(milliseconds(1));
    EXPECT_EQ(pace.next(), portion);
  }
  TestClock::advance(milliseconds(1));
  EXPECT_EQ(pace.next(), 1U);
}

TEST(Pace, PortionsTakeAboutAsLongAsTheyShould) {
  const TestClock clock;
  for (const int nanoseconds : {20, 300, 1000, 20'000, 1'000'000}) {  // of an iteration
    const std::chrono::nanoseconds iteration(nanoseconds);
    Budget budget(Limits{}, 1);
    Pace pace(budget, 1);
    std::uint64_t portion = 0;
    for (int i = 0; i < 30; ++i) TestClock::advance((portion = pace.next()) * iteration);
    EXPECT_TRUE(portion == 1 || portion * iteration <= Pace::kPortion) << nanoseconds;
    EXPECT_GE(2 * portion * iteration, Pace::kPortion / 2) << nanoseconds;
  }
}

TEST(Pace, WorkersShareTheLastIterationsFairly) {
  constexpr std::uint64_t kTotal = 1000;
  constexpr int kWorkers = 4;
  Budget budget(iterations(kTotal), 1);
  std::vector<Pace> paces(kWorkers, Pace(budget, kWorkers));
  std::uint64_t left = kTotal;
  while (left > 0) {
    for (Pace& pace : paces) {
      const std::uint64_t portion = pace.next();
      EXPECT_LE(portion, std::max<std::uint64_t>(1, left / (4 * kWorkers)));
      left -= portion;
    }
  }
  for (Pace& pace : paces) EXPECT_EQ(pace.next(), 0U);
}

TEST(Pace, GrantsExactlyTheIterationsToManyWorkers) {
  for (const std::size_t workers : {1U, 2U, 8U}) {
    for (const std::uint64_t total : {1U, 2U, 7U, 1000U, 54321U}) {
      Budget budget(iterations(total), 1);
      std::vector<std::uint64_t> granted(workers);
      {
        std::vector<std::jthread> team;
        for (std::size_t i = 0; i < workers; ++i) {
          team.emplace_back([&, i] {
            Pace pace(budget, static_cast<int>(workers));
            while (const std::uint64_t portion = pace.next()) granted[i] += portion;
          });
        }
      }
      EXPECT_EQ(std::accumulate(granted.begin(), granted.end(), std::uint64_t{0}), total);
    }
  }
}

}  // namespace
}  // namespace banyan
