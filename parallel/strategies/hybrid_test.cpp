// TreeSearch by counted descents: every lock, any virtual loss, several trees and playouts.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <set>
#include <stop_token>
#include <vector>

#include "core/game/positions_test.hpp"
#include "core/game/test_game_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/games_test.hpp"
#include "parallel/reference_test.hpp"
#include "parallel/strategies/tree.hpp"

namespace banyan {
namespace {

template <Game G>
using ClassicSearch = TreeSearch<G, CountedDescents>;

constexpr ClassicLock kLocks[] = {ClassicLock::kFree, ClassicLock::kNode, ClassicLock::kGlobal};

/// The rules of the literature, from no virtual loss to a heavy one.
std::vector<VirtualVisits> ways() {
  return {VirtualVisits::losses(0), VirtualVisits::losses(0.1), VirtualVisits::losses(1),
          VirtualVisits::losses(2.5), VirtualVisits::mean()};
}

template <Game G>
typename ClassicSearch<G>::Options options(int threads, ClassicLock lock = ClassicLock::kFree,
                                           VirtualVisits shown = VirtualVisits::losses(1)) {
  typename ClassicSearch<G>::Options options;
  options.threads = threads;
  options.sharing = CountedDescents(lock, shown);
  options.memory = std::size_t{256} << 20U;
  return options;
}

template <Game G>
void expect_clean(const ClassicSearch<G>& search, int trees = 1) {
  for (int i = 0; i < trees; ++i) {
    EXPECT_EQ(find_defect(search.tree(i), false), std::nullopt);
    EXPECT_EQ(descents_in_flight(search.tree(i)), 0U);
  }
}

template <class G>
class ClassicSearchOf : public testing::Test {};
TYPED_TEST_SUITE(ClassicSearchOf, StrategyGames);

TYPED_TEST(ClassicSearchOf, WithOneThreadIsASequentialSearch) {
  const StreamKey key{1, 2, 3, 4};
  for (const std::uint32_t expand_after : {1U, 5U}) {
    const SearchResult plain = sequential<TypeParam>(5000, key, expand_after);
    for (const ClassicLock lock : kLocks) {
      for (const VirtualVisits shown : ways()) {
        auto with = options<TypeParam>(1, lock, shown);
        with.expand_after = expand_after;
        ClassicSearch<TypeParam> search(with);
        SearchResult ours = search.search(TypeParam{}, iterations(5000), key);
        EXPECT_EQ(ours.counters.at("duplicate_leaves"), 0U);
        EXPECT_EQ(ours.counters.at("lost_blocks"), 0U);
        ours.counters = plain.counters;      // has some of its own
        ours.tree.bytes = plain.tree.bytes;  // blocks are larger
        expect_same(ours, plain);
        EXPECT_EQ(find_defect(search.tree(0), true), std::nullopt);
      }
    }
  }
}

TYPED_TEST(ClassicSearchOf, LosesNothingAndLeavesNothingUnderWay) {
  constexpr std::uint64_t kHybridIterations = scaled(20'000);
  for (const ClassicLock lock : kLocks) {
    for (const int threads : {1, 2, 8}) {
      for (const VirtualVisits shown : ways()) {
        ClassicSearch<TypeParam> search(options<TypeParam>(threads, lock, shown));
        const auto result = search.search(TypeParam{}, iterations(kHybridIterations), seeded(1));
        EXPECT_EQ(result.iterations, kHybridIterations);
        expect_sound(result);
        expect_clean(search);
      }
    }
  }
}

TEST(ClassicSearch, SlowLosesNothingInMillionsOfIterations) {
  for (const ClassicLock lock : kLocks) {
    for (const int threads : {1, 2, 8, 64}) {
      ClassicSearch<ConnectFour> search(options<ConnectFour>(threads, lock));
      const auto result = search.search(ConnectFour{}, iterations(scaled(300'000)), seeded(1));
      EXPECT_EQ(result.iterations, scaled(300'000U));
      expect_sound(result);
      expect_clean(search);
    }
  }
}

TYPED_TEST(ClassicSearchOf, KeepsItsTreesWholeHoweverTheWorkIsDivided) {
  for (const int trees : {1, 2, 3}) {
    for (const int threads : {1, 2, 8}) {
      for (const int playouts_each : {1, 3, 8, 16}) {
        auto with = options<TypeParam>(threads);
        with.trees = trees;
        with.playouts = playouts_each;
        ClassicSearch<TypeParam> search(with);
        const auto result = search.search(TypeParam{}, iterations(scaled(1000)), seeded(1));
        EXPECT_EQ(result.iterations, scaled(1000U));
        EXPECT_EQ(result.visits(), scaled(1000U) * static_cast<unsigned>(playouts_each));
        expect_sound(result);
        expect_clean(search, trees);
      }
    }
  }
}

TEST(ClassicSearch, EveryBudgetIsForAllThreadsTogetherAndExact) {
  for (const ClassicLock lock : kLocks) {
    for (const int threads : {1, 2, 8}) {
      ClassicSearch<ConnectFour> search(options<ConnectFour>(threads, lock));
      for (const std::uint64_t count : {1U, 2U, 7U, 1000U, 10'000U}) {
        EXPECT_EQ(search.search(ConnectFour{}, iterations(count), seeded(1)).root_visits(), count);
        EXPECT_EQ(search.search(ConnectFour{}, playouts(count), seeded(1)).root_visits(), count);
      }
    }
  }
}

TEST(HybridSearch, RunsExactlyThePlayouts) {
  for (const int trees : {1, 2, 3}) {
    for (const int threads : {1, 2, 8}) {
      auto with = options<ConnectFour>(threads);
      with.trees = trees;
      with.playouts = 8;
      ClassicSearch<ConnectFour> search(with);
      for (const std::uint64_t count : {1U, 2U, 7U, 8U, 9U, 17U, 1000U, 12'345U}) {
        const SearchResult result = search.search(ConnectFour{}, playouts(count), seeded(count));
        EXPECT_EQ(result.visits(), count);
        expect_sound(result);
      }
    }
  }
}

TEST(HybridSearch, AnIterationLimitBelowThePlayoutLimitShortensNoIteration) {
  auto with = options<ConnectFour>(2);
  with.playouts = 8;
  ClassicSearch<ConnectFour> search(with);
  EXPECT_EQ(search.search(ConnectFour{}, {10, 1003, {}}, seeded(1)).visits(), 80U);
}

TEST(HybridSearch, IsDeterministicWithOneThreadATree) {
  for (const ExecutorKind kind : {ExecutorKind::kJthread, default_executor()}) {
    auto with = options<ConnectFour>(1);
    with.trees = 4;
    with.playouts = 8;
    with.executor = kind;
    ClassicSearch<ConnectFour> search(with);
    const SearchResult once = search.search(ConnectFour{}, iterations(3001), seeded(1));
    expect_same(search.search(ConnectFour{}, iterations(3001), seeded(1)), once);
    EXPECT_FALSE(same_children(search.search(ConnectFour{}, iterations(3001), seeded(2)), once));
  }
}

TEST(HybridSearch, GrowsNoTwoTreesAlike) {
  auto with = options<ConnectFour>(2);
  with.trees = 4;
  ClassicSearch<ConnectFour> search(with);
  search.search(ConnectFour{}, iterations(8003), seeded(1));
  std::set<std::vector<std::uint64_t>> seen;
  for (int tree = 0; tree < 4; ++tree) {
    std::vector<std::uint64_t> numbers;
    std::uint64_t visits = 0;
    for (const RootChild& child : root_children(search.tree(tree))) {
      numbers.insert(numbers.end(), {child.visits, child.points});
      visits += child.visits;
    }
    EXPECT_EQ(visits, tree < 3 ? 2001U : 2000U);  // every tree has a share of its own
    EXPECT_TRUE(seen.insert(numbers).second) << tree;
  }
}

TEST(HybridSearch, OldTreesDoNotCountWhereThereIsNothingToDo) {
  auto with = options<TicTacToe>(1);
  with.trees = 8;
  ClassicSearch<TicTacToe> search(with);
  search.search(TicTacToe{}, iterations(8000), seeded(1));
  EXPECT_EQ(search.search(TicTacToe{}, iterations(3), seeded(2)).root_visits(), 3U);
}

TEST(HybridSearch, NoTwoPlayoutsSeeTheSameRandomNumbers) {
  auto with = options<TestGame>(4);
  with.trees = 3;
  with.playouts = 2;  // one after the other
  ClassicSearch<TestGame> search(with);
  const std::vector<std::uint64_t> seen = TestGame::numbers_seen([&] {
    for (const std::uint64_t move : {0U, 1U}) {
      search.search(TestGame{}, playouts(scaled(8000)), {0, 0, move, 0});
    }
  });
  EXPECT_GE(seen.size(), scaled(8000U));
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

TEST(ClassicSearch, FindsWinsAndBlocksWithEveryLockAndVirtualLoss) {
  for (const ClassicLock lock : kLocks) {
    for (const VirtualVisits shown : ways()) {
      ClassicSearch<ConnectFour> search(options<ConnectFour>(8, lock, shown));
      // Longer than a thread waits for its core, with a virtual loss on a move that wins.
      const Limits limits = iterations(kThreadSanitizer ? 20'000 : 80'000);
      expect_solves(search, wins_in_one(scaled(3), 4), limits);
      expect_solves(search, losses_in_one(scaled(3), 4), limits);
    }
  }
}

TEST(HybridSearch, FindsWinsAndBlocks) {
  for (const Merge merge : {Merge::kSum, Merge::kAverage, Merge::kMajority, Merge::kMax}) {
    auto with = options<ConnectFour>(2);
    with.trees = 2;
    with.playouts = 8;
    with.merge = merge;
    ClassicSearch<ConnectFour> search(with);
    expect_solves(search, wins_in_one(scaled(20), 5), iterations(10'000));
    if (merge == Merge::kSum) {
      expect_solves(search, losses_in_one(scaled(20), 5), iterations(10'000));
    }
  }
}

TEST(HybridSearch, StopsAtATimeLimitAndOnRequest) {
  for (const ClassicLock lock : kLocks) {
    auto with = options<ConnectFour>(4, lock);
    with.trees = 2;
    ClassicSearch<ConnectFour> search(with);
    {
      const TestClock clock(TestClock::kSlow);
      const Limits limits = looks(1000);
      const SearchResult result = search.search(ConnectFour{}, limits, seeded(1));
      if (lock == ClassicLock::kFree) {  // waits for locks look at the clock too
        EXPECT_GE(result.iterations, 900U);
      }
      EXPECT_LE(result.iterations, 1000U);
      EXPECT_GE(result.seconds, std::chrono::duration<double>(limits.time).count());
      expect_sound(result);
    }
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = search.search(ConnectFour{}, Limits{}, seeded(1), stop.get_token());
    EXPECT_GE(stopped.iterations, 1U);
    EXPECT_LE(stopped.iterations, 8U * 2);
    expect_sound(stopped);
    expect_clean(search, 2);
  }
}

TEST(HybridSearch, AFullArenaStopsTheTreesAndNotTheSearch) {
  for (const ClassicLock lock : kLocks) {
    auto with = options<ConnectFour>(8, lock);
    with.memory = 0;
    ClassicSearch<ConnectFour> search(with);
    const auto result = search.search(ConnectFour{}, iterations(scaled(40'000)), seeded(1));
    EXPECT_EQ(result.iterations, scaled(40'000U));
    expect_clean(search);
    if (kSlowdown == 1) {
      EXPECT_GT(result.counters.at("refused_expansions"), 0U);
    }
  }
}

TEST(ClassicSearch, CountsWhatItsWorkersDid) {
  for (const ClassicLock lock : kLocks) {
    ClassicSearch<ConnectFour> search(options<ConnectFour>(2, lock));
    const auto counters =
        search.search(ConnectFour{}, iterations(scaled(20'000)), seeded(1)).counters;
    EXPECT_EQ(counters.at("worker_iterations_min") + counters.at("worker_iterations_max"),
              scaled(20'000U));
    EXPECT_EQ(counters.count("lock_waits"), lock == ClassicLock::kFree ? 0U : 1U);
    EXPECT_EQ(counters.count("nanoseconds_waiting"), lock == ClassicLock::kFree ? 0U : 1U);
  }
}

}  // namespace
}  // namespace banyan
