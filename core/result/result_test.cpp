#include "core/result/result.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace banyan {
namespace {

constexpr auto kRules = {FinalMove::kRobust, FinalMove::kMax, FinalMove::kLcb};

TEST(RootChild, MeanIsPointsPerVisitInHalves) {
  EXPECT_EQ((RootChild{0, 4, 6}.mean()), 0.75);
  EXPECT_EQ((RootChild{0, 4, 0}.mean()), 0);
  EXPECT_EQ((RootChild{0, 4, 8}.mean()), 1);
}

TEST(RootChild, MeanWithoutVisitsIsZero) { EXPECT_EQ(RootChild{}.mean(), 0); }

TEST(RootChild, AddsUpVisitsAndWeighsValues) {
  RootChild sum{7, 0, 0};
  sum += {7, 30, 0, -10.0};
  sum += {7, 10, 0, -30.0};
  EXPECT_EQ(sum.visits, 40U);
  EXPECT_DOUBLE_EQ(sum.mean(), -15);
  RootChild points{7, 4, 6};
  points += {7, 4, 2};
  EXPECT_EQ(points.mean(), 0.5);
}

TEST(RootChild, MeanIsExactBeyondThirtyTwoBits) {
  const std::uint64_t many = std::uint64_t{1} << 40U;
  EXPECT_EQ((RootChild{0, many, many}.mean()), 0.5);
}

TEST(SearchResult, RootVisitsAreTheChildrensSum) {
  SearchResult result;
  result.children = {{0, 3, 0}, {1, 4, 0}, {2, std::uint64_t{1} << 33U, 0}};
  EXPECT_EQ(result.root_visits(), 7 + (std::uint64_t{1} << 33U));
}

TEST(ChooseFinal, RobustTakesTheMostVisited) {
  EXPECT_EQ(choose_final({{0, 10, 20}, {1, 90, 30}, {2, 50, 60}}, FinalMove::kRobust), 1U);
}

TEST(ChooseFinal, RobustBreaksTiesByMean) {
  EXPECT_EQ(choose_final({{0, 50, 20}, {1, 50, 60}, {2, 50, 30}}, FinalMove::kRobust), 1U);
}

TEST(ChooseFinal, MaxTakesTheHighestMean) {
  EXPECT_EQ(choose_final({{0, 10, 19}, {1, 90, 30}, {2, 50, 60}}, FinalMove::kMax), 0U);
}

TEST(ChooseFinal, MaxBreaksTiesByVisits) {
  EXPECT_EQ(choose_final({{0, 10, 10}, {1, 90, 90}, {2, 50, 50}}, FinalMove::kMax), 1U);
}

TEST(ChooseFinal, LcbDistrustsFewVisits) {
  EXPECT_EQ(choose_final({{0, 2, 4}, {1, 1000, 1400}}, FinalMove::kLcb), 1U);
  // Of an evaluator's values too, which are no sums of points.
  EXPECT_EQ(choose_final({{0, 2, 0, 1.0}, {1, 1000, 0, 0.7}}, FinalMove::kLcb), 1U);
  EXPECT_EQ(choose_final({{0, 1000, 0, 0.8}, {1, 5000, 0, 0.7}}, FinalMove::kLcb), 0U);
}

TEST(ChooseFinal, LcbTakesTheHigherMeanOnceItIsSure) {
  EXPECT_EQ(choose_final({{0, 1000, 1600}, {1, 5000, 7000}}, FinalMove::kLcb), 0U);
}

TEST(ChooseFinal, EqualChildrenLeaveTheFirst) {
  for (const FinalMove rule : kRules) {
    EXPECT_EQ(choose_final({{4, 5, 5}, {7, 5, 5}, {9, 5, 5}}, rule), 0U);
  }
}

TEST(ChooseFinal, NeverTakesAnUnvisitedMoveWhenOthersAreVisited) {
  for (const FinalMove rule : kRules) {
    EXPECT_EQ(choose_final({{0, 0, 0}, {1, 1, 0}, {2, 0, 0}}, rule), 1U);
    EXPECT_EQ(choose_final({{0, 1, 0}, {1, 0, 0}}, rule), 0U);
    EXPECT_EQ(choose_final({{0, 0, 0}, {1, 0, 0}, {2, 3, 0}}, rule), 2U);
  }
}

TEST(ChooseFinal, TakesTheFirstWhenNoneIsVisited) {
  for (const FinalMove rule : kRules) EXPECT_EQ(choose_final({{3, 0, 0}, {5, 0, 0}}, rule), 0U);
}

}  // namespace
}  // namespace banyan
