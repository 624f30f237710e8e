#include "parallel/merge.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace banyan {
namespace {

constexpr auto kMerges = {Merge::kSum, Merge::kAverage, Merge::kMajority, Merge::kMax};

/// A tree's result with moves 10, 11, ... and the given visits and points; robust final move.
SearchResult tree(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& children) {
  SearchResult result;
  std::uint32_t move = 10;
  for (const auto& [visits, points] : children) result.children.push_back({move++, visits, points});
  const RootChild& best = result.children[choose_final(result.children, FinalMove::kRobust)];
  result.best_move = best.move;
  result.value = best.mean();
  result.principal_variation = {best.move, 99};
  result.iterations = result.playouts = result.root_visits();
  return result;
}

SearchResult merged(const std::vector<SearchResult>& results, Merge merge) {
  return merge_results(results, merge, FinalMove::kRobust);
}

// Three trees that disagree; each of the four rules chooses differently:
//
//   move   visits        mean               sum                  chosen by      as worth
//   10     70  10  10    0.70  0.10  0.10   90 visits            tree 1         0.70
//   11     20  50  50    0.20  0.50  0.50   120 visits           trees 2 and 3  0.50
//   12     10  40  40    0.90  0.60  0.60   mean of means 0.70
std::vector<SearchResult> disagreeing() {
  return {tree({{70, 98}, {20, 8}, {10, 18}}), tree({{10, 2}, {50, 50}, {40, 48}}),
          tree({{10, 2}, {50, 50}, {40, 48}})};
}

TEST(Merge, SumTakesTheMostVisitedOverAllTrees) {
  EXPECT_EQ(merged(disagreeing(), Merge::kSum).best_move, 11U);
}

TEST(Merge, AverageTakesTheHighestMeanOfMeans) {
  EXPECT_EQ(merged(disagreeing(), Merge::kAverage).best_move, 12U);
}

TEST(Merge, MajorityTakesTheMoveOfMostTrees) {
  EXPECT_EQ(merged(disagreeing(), Merge::kMajority).best_move, 11U);
}

TEST(Merge, MaxTakesTheMoveThatItsTreeHoldsHighest) {
  EXPECT_EQ(merged(disagreeing(), Merge::kMax).best_move, 10U);
}

TEST(Merge, SumAndMajorityCanDisagree) {
  // Two small majorities for move 10 against one large one for 11.
  const std::vector<SearchResult> results = {tree({{51, 50}, {49, 50}}), tree({{51, 50}, {49, 50}}),
                                             tree({{5, 5}, {95, 120}})};
  EXPECT_EQ(merged(results, Merge::kMajority).best_move, 10U);
  EXPECT_EQ(merged(results, Merge::kSum).best_move, 11U);
}

TEST(Merge, AverageWeighsEveryTreeTheSame) {
  // 900 visits say that move 10 is better, but each tree has one vote.
  const std::vector<SearchResult> results = {tree({{500, 600}, {400, 400}}),
                                             tree({{60, 20}, {40, 60}})};
  EXPECT_EQ(merged(results, Merge::kAverage).best_move, 11U);  // means 0.383 and 0.625
}

TEST(Merge, SumLeavesTheDecisionToTheFinalMoveRule) {
  const std::vector<SearchResult> results = {tree({{60, 30}, {40, 70}}),
                                             tree({{60, 30}, {40, 70}})};
  EXPECT_EQ(merge_results(results, Merge::kSum, FinalMove::kRobust).best_move, 10U);
  EXPECT_EQ(merge_results(results, Merge::kSum, FinalMove::kMax).best_move, 11U);
}

TEST(Merge, ATiedVoteGoesToTheMoreVisitedMove) {
  const std::vector<SearchResult> results = {tree({{60, 60}, {40, 40}}),
                                             tree({{10, 10}, {90, 90}})};
  EXPECT_EQ(merged(results, Merge::kMajority).best_move, 11U);
}

TEST(Merge, StatisticsAreSumsWhateverDecides) {
  for (const Merge merge : kMerges) {
    const SearchResult result = merged(disagreeing(), merge);
    ASSERT_EQ(result.children.size(), 3U);
    EXPECT_EQ(result.children[0].move, 10U);
    EXPECT_EQ(result.children[0].visits, 90U);
    EXPECT_EQ(result.children[0].points, 102U);
    EXPECT_EQ(result.children[1].visits, 120U);
    EXPECT_EQ(result.children[1].points, 108U);
    EXPECT_EQ(result.children[2].visits, 90U);
    EXPECT_EQ(result.children[2].points, 114U);
    EXPECT_EQ(result.iterations, 300U);
    EXPECT_EQ(result.visits(), 300U);
  }
}

TEST(Merge, ValueIsTheBestMovesMeanInTheSum) {
  EXPECT_DOUBLE_EQ(merged(disagreeing(), Merge::kSum).value, 108.0 / 240);
  EXPECT_DOUBLE_EQ(merged(disagreeing(), Merge::kAverage).value, 114.0 / 180);
  EXPECT_DOUBLE_EQ(merged(disagreeing(), Merge::kMax).value, 102.0 / 180);
}

TEST(Merge, PrincipalVariationIsThatOfATreeThatAgrees) {
  EXPECT_EQ(merged(disagreeing(), Merge::kSum).principal_variation,
            (std::vector<std::uint32_t>{11, 99}));
}

TEST(Merge, PrincipalVariationIsTheMoveAloneWhenNoTreeAgrees) {
  EXPECT_EQ(merged(disagreeing(), Merge::kAverage).principal_variation,
            (std::vector<std::uint32_t>{12}));
}

TEST(Merge, TreeSizesAddUpAndDepthsAreWeighted) {
  SearchResult small = tree({{1, 1}, {9, 9}});
  small.tree = {100, 4000, 2.0, 3};
  small.counters = {{"lost_blocks", 1}, {"refused_expansions", 2}};
  SearchResult large = tree({{10, 10}, {20, 20}});
  large.tree = {300, 5000, 6.0, 9};
  large.counters = {{"lost_blocks", 10}};
  const SearchResult result = merged({small, large}, Merge::kSum);
  EXPECT_EQ(result.tree.nodes, 400U);
  EXPECT_EQ(result.tree.bytes, 9000U);
  EXPECT_DOUBLE_EQ(result.tree.mean_depth, 5);  // (10 * 2 + 30 * 6) / 40
  EXPECT_EQ(result.tree.max_depth, 9U);
  EXPECT_EQ(result.counters.at("lost_blocks"), 11U);
  EXPECT_EQ(result.counters.at("refused_expansions"), 2U);
}

TEST(Merge, IgnoresIdleResults) {
  for (const Merge merge : kMerges) {
    const SearchResult result =
        merged({SearchResult{}, tree({{3, 1}, {7, 9}}), SearchResult{}}, merge);
    EXPECT_EQ(result.best_move, 11U);
    EXPECT_EQ(result.iterations, 10U);
    EXPECT_DOUBLE_EQ(result.value, 9.0 / 14);
  }
}

TEST(Merge, OfOneResultIsThatResult) {
  const SearchResult only = tree({{3, 1}, {7, 9}, {5, 10}});
  for (const Merge merge : {Merge::kSum, Merge::kMajority, Merge::kMax}) {
    const SearchResult result = merged({only}, merge);
    EXPECT_EQ(result.best_move, only.best_move);
    EXPECT_EQ(result.value, only.value);
    EXPECT_EQ(result.principal_variation, only.principal_variation);
  }
}

TEST(Merge, VisitsBeyondThirtyTwoBitsAddUp) {
  constexpr std::uint64_t kMany = 0x7fffffff;
  const std::vector<SearchResult> results(5, tree({{kMany, 2 * kMany}, {1, 0}}));
  for (const Merge merge : kMerges) {
    const SearchResult result = merged(results, merge);
    EXPECT_EQ(result.children[0].visits, 5 * kMany);
    EXPECT_EQ(result.children[0].points, 10 * kMany);
    EXPECT_EQ(result.value, 1);
    EXPECT_EQ(result.best_move, 10U);
  }
}

TEST(Merge, ALossEverywhereStillGivesAVisitedMove) {
  for (const Merge merge : kMerges) {
    const SearchResult result = merged({tree({{0, 0}, {1, 0}, {0, 0}})}, merge);
    EXPECT_EQ(result.best_move, 11U);
  }
}

TEST(Merge, ATreeThatCameTooLateHasNoVote) {
  // Each ran two iterations and is sure that move 11 wins.
  std::vector<SearchResult> results = {tree({{700, 900}, {300, 100}})};
  for (int late = 0; late < 3; ++late) results.push_back(tree({{0, 0}, {2, 4}}));
  for (const Merge merge : kMerges) EXPECT_EQ(merged(results, merge).best_move, 10U);
  EXPECT_EQ(merged(results, Merge::kMajority).iterations, 1006U);
}

TEST(Merge, OfSearchesThatWereStoppedInTheirFirstPlayoutsKeepsTheMoves) {
  SearchResult stopped = tree({{0, 0}, {0, 0}});
  stopped.iterations = 0;
  const SearchResult result =
      merge_results({SearchResult{}, stopped, stopped}, Merge::kMajority, FinalMove::kRobust);
  EXPECT_EQ(result.iterations, 0U);
  EXPECT_EQ(result.children.size(), 2U);
  EXPECT_EQ(result.best_move, stopped.best_move);
}

TEST(Merge, OfResultsWithoutIterationsIsRefused) {
  try {
    merge_results({SearchResult{}, SearchResult{}}, Merge::kSum, FinalMove::kRobust);
    FAIL() << "merged nothing";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(
        error.what(),
        "merge_results: none of the 2 results has iterations: give at least one that has.");
  }
}

}  // namespace
}  // namespace banyan
