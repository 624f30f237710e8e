// If a game throws during a search, the exception comes out, nothing hangs, and the engine can be
// used again.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "core/game/test_game_test.hpp"
#include "core/result/inspect.hpp"
#include "core/search/checks_test.hpp"
#include "parallel/strategies/leaf.hpp"
#include "parallel/strategies/leased.hpp"
#include "parallel/strategies/pipeline.hpp"
#include "parallel/strategies/policy_search.hpp"
#include "parallel/strategies/root.hpp"
#include "parallel/strategies/slow_tree.hpp"
#include "parallel/strategies/tree.hpp"

namespace banyan {
namespace {

constexpr Limits kLong = {10'000'000, 0, {}};  // failing searches stop long before

/// Searches fail anywhere, early and late; then one succeeds.
template <class Search, class Options>
void expect_survives(Options options) {
  for (const ExecutorKind kind :
       std::set{ExecutorKind::kJthread, ExecutorKind::kFifo, default_executor()}) {
    options.executor = kind;
    options.memory = std::size_t{64} << 20U;
    Search search(options);
    for (const int after : {0, 1, 10, 500, 5000}) {
      for (std::atomic<int>* left :
           {&TestGame::playouts_left, &TestGame::lists_left, &TestGame::turns_left}) {
        *left = after;
        EXPECT_THROW(search.search({}, kLong, seeded(1)), TestGame::Failure);
      }
    }
    const SearchResult found = search.search({}, iterations(3000), seeded(2));
    EXPECT_EQ(found.iterations, 3000U);
    expect_sound(found);
  }
}

template <class Options>
Options with_threads(int threads) {
  Options options;
  options.threads = threads;
  return options;
}

TEST(AGameThatThrows, EndsASequentialSearch) {
  TestGame::playouts_left = 100;
  SequentialSearch<TestGame> search(SearchOptions{});
  EXPECT_THROW(search.search({}, kLong, seeded(1)), TestGame::Failure);
  EXPECT_EQ(search.search({}, iterations(100), seeded(1)).iterations, 100U);
}

TEST(AGameThatThrows, EndsLeafParallelSearch) {
  expect_survives<LeafSearch<TestGame>>(with_threads<LeafSearch<TestGame>::Options>(3));
}

TEST(AGameThatThrows, EndsAPipeline) {
  auto options = with_threads<PipelineSearch<TestGame>::Options>(4);
  for (const int tokens : {2, 16}) {
    options.tokens = tokens;
    expect_survives<PipelineSearch<TestGame>>(options);
  }
}

TEST(AGameThatThrows, EndsTheOtherTreesToo) {
  expect_survives<RootSearch<TestGame>>(with_threads<RootSearch<TestGame>::Options>(3));
  auto shared = with_threads<SlowTreeSearch<TestGame>::Options>(3);
  shared.share_iterations = 100;
  expect_survives<SlowTreeSearch<TestGame>>(shared);
  auto leased = with_threads<LeasedOptions>(2);
  leased.trees = 3;
  expect_survives<LeasedSearch<TestGame>>(leased);
  using Hybrid = TreeSearch<TestGame, CountedDescents>;
  auto hybrid = with_threads<Hybrid::Options>(2);
  hybrid.trees = 3;
  expect_survives<Hybrid>(hybrid);
  auto policy = with_threads<PolicySearch<TestGame>::Options>(2);
  policy.trees = 3;
  expect_survives<PolicySearch<TestGame>>(policy);
}

TEST(AGameThatThrows, EndsTheLockFreeTree) {
  using Search = TreeSearch<TestGame, PackedLoss>;
  auto options = with_threads<Search::Options>(4);
  expect_survives<Search>(options);
  options.grain = 7;
  expect_survives<Search>(options);
}

TEST(AGameThatThrows, LeavesNoLockOfTheClassicTreesHeld) {
  using Search = TreeSearch<TestGame, CountedDescents>;
  for (const ClassicLock lock : {ClassicLock::kFree, ClassicLock::kNode, ClassicLock::kGlobal}) {
    auto options = with_threads<Search::Options>(4);
    options.sharing = CountedDescents(lock);
    expect_survives<Search>(options);
    options.grain = 7;
    expect_survives<Search>(options);
  }
}

TEST(AGameThatThrows, EndsAllWhoWaitForItsLeases) {
  for (const int threads : {1, 4}) {
    for (const std::uint32_t batch : {0U, 512U}) {
      auto options = with_threads<LeasedOptions>(threads);
      options.batch = batch;
      expect_survives<LeasedSearch<TestGame>>(options);
    }
  }
  auto options = with_threads<LeasedOptions>(4);
  options.grain = 100;
  expect_survives<LeasedSearch<TestGame>>(options);
}

TEST(AGameThatThrows, LeavesNoKeptTree) {
  auto options = with_threads<PolicySearch<TestGame>::Options>(4);
  options.reuse = true;
  expect_survives<PolicySearch<TestGame>>(options);
}

}  // namespace
}  // namespace banyan
