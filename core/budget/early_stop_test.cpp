// Tests of early_stop.hpp: it stops only, and as soon as, the lead is safe.
#include "core/budget/early_stop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "core/budget/budget.hpp"

namespace banyan {
namespace {

/// A root whose children get visits one by one.
struct Root {
  std::vector<std::uint64_t> visits;
  int looks = 0;

  RootVisits look() {
    ++looks;
    RootVisits root;
    root.only_child = visits.size() == 1;
    for (const std::uint64_t each : visits) {
      root.sum += each;
      root.second = std::max(root.second, std::min(root.most, each));
      root.most = std::max(root.most, each);
    }
    return root;
  }
};

TEST(EarlyStop, LetsNobodyOvertakeTheLeader) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    Root root{std::vector<std::uint64_t>(2 + random() % 5)};
    const std::uint64_t total = 200 + random() % 2000;
    Budget budget({.iterations = total}, 1);
    budget.stop_early([&] { return root.look(); });
    const std::size_t favourite = random() % root.visits.size();
    const std::uint32_t share = 2 + random() % 8;
    std::uint64_t made = 0;
    while (budget.claim(1) > 0) {
      ++made;
      ++root.visits[random() % share > 0 ? favourite : random() % root.visits.size()];
    }
    const RootVisits end = root.look();
    EXPECT_EQ(made + budget.saved(), total);
    if (made < total) {
      EXPECT_GT(end.most - end.second, total - made);
    } else {
      EXPECT_LE(end.most - end.second, total);
    }
    EXPECT_EQ(budget.remaining(), 0U);
    EXPECT_LT(root.looks, 40);
  }
}

TEST(EarlyStop, EndsSoonAfterTheLeadIsSafe) {
  Root root{{0, 0}};
  Budget budget({.iterations = 10'000}, 1);
  budget.stop_early([&] { return root.look(); });
  while (budget.claim(1) > 0) ++root.visits[0];
  EXPECT_GT(root.visits[0], 5000U);  // more than half of what remained
  EXPECT_LE(root.visits[0], 5000U + 64U);
}

TEST(EarlyStop, CountsWhatIsUnderWayAsOpen) {
  Root root{{0, 0}};
  Budget budget({.iterations = 1000}, 1);
  budget.stop_early([&] { return root.look(); });
  EXPECT_EQ(budget.claim(990), 990U);  // claimed by another worker, which has run 600
  root.visits[0] = 400;
  root.visits[1] = 200;
  EXPECT_EQ(budget.claim(1), 1U);
}

TEST(EarlyStop, LeavesTheVisitsOfEarlierSearchesOutOfTheBudget) {
  Root root{{500, 100}};
  Budget budget({.iterations = 1000}, 1);
  budget.stop_early([&] { return root.look(); });
  std::uint64_t made = 0;
  while (budget.claim(1) > 0) {
    ++made;
    ++root.visits[0];
  }
  EXPECT_GT(made, 300U);  // 400 ahead and 300 more against the 700 that are left
  EXPECT_LE(made, 300U + 64U);
}

TEST(EarlyStop, CountsAllPlayoutsOfAnIteration) {
  Root root{{0, 0}};
  Budget budget({.iterations = 1000}, 8);
  budget.stop_early([&] { return root.look(); });
  std::uint64_t made = 0;
  while (budget.claim(1) > 0) {
    ++made;
    root.visits[0] += 8;
  }
  EXPECT_GT(made, 500U);
  EXPECT_LE(made, 500U + 64U);
}

TEST(EarlyStop, GrantsTheFirstIterationAndNoMoreOfAnOnlyMove) {
  Root root{{0}};
  Budget budget({.iterations = 1000}, 1);
  budget.stop_early([&] { return root.look(); });
  EXPECT_EQ(budget.claim(1), 1U);
  root.visits[0] = 1;
  EXPECT_EQ(budget.claim(1), 0U);
  EXPECT_EQ(budget.saved(), 999U);
}

TEST(EarlyStop, IsNotLookedForUnlessAskedFor) {
  Budget budget({.iterations = 1000}, 1);
  EXPECT_EQ(budget.claim(1000), 1000U);
  EXPECT_EQ(budget.saved(), 0U);
}

}  // namespace
}  // namespace banyan
