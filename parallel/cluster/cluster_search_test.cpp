// Tests of searches on many machines, against sequential searches and trees in one place.
#include "parallel/cluster/cluster_search.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/saturating.hpp"
#include "core/game/test_game_test.hpp"
#include "core/search/checks_test.hpp"
#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "games/hex/hex.hpp"
#include "games/p_game/p_game.hpp"
#include "parallel/games_test.hpp"
#include "parallel/reference_test.hpp"
#include "parallel/strategies/root.hpp"
#include "parallel/strategies/slow_tree.hpp"

namespace banyan {
namespace {

using Cluster = ClusterScheme;

constexpr ClusterScheme kSpread[] = {Cluster::kTds, Cluster::kDepthFirst};

ClusterOptions options(ClusterScheme scheme, int ranks, bool simulated = false) {
  ClusterOptions options;
  options.scheme = scheme;
  options.ranks = ranks;
  options.simulated = simulated;
  options.memory = std::size_t{64} << 20U;
  options.check = true;
  return options;
}

/// Expects a sound result, and that the parts of all workers form one tree.
template <Game G>
SearchResult found(const ClusterOptions& options, const G& position, const Limits& limits,
                   const StreamKey& key) {
  ClusterSearch<G> search(options);
  const SearchResult result = search.search(position, limits, key);
  expect_sound(result);
  EXPECT_EQ(result.counters.at("messages"), result.counters.at("messages_received"));
  if (options.scheme != Cluster::kRoot) {
    EXPECT_EQ(find_spread_defect(search.nodes(), result.visits()), std::nullopt);
  }
  return result;
}

template <class G>
class ClusterOf : public testing::Test {};
using ClusterGames = WithTicTacToe<Hex<11>>;
TYPED_TEST_SUITE(ClusterOf, ClusterGames);

TYPED_TEST(ClusterOf, WithOneWorkerAndOneJobIsASequentialSearch) {
  const StreamKey key{1, 2, 3, 4};
  for (const std::uint32_t expand_after : {1U, 5U}) {
    const SearchResult plain = sequential<TypeParam>(5000, key, expand_after);
    for (const bool simulated : {false, true}) {
      ClusterOptions one = options(Cluster::kTds, 1, simulated);
      one.jobs = 1;
      one.expand_after = expand_after;
      const SearchResult result = found(one, TypeParam{}, iterations(5000), key);
      EXPECT_TRUE(same_children(result, plain));
      EXPECT_EQ(result.tree.nodes, plain.tree.nodes);
      EXPECT_EQ(result.tree.mean_depth, plain.tree.mean_depth);
      EXPECT_EQ(result.counters.at("messages"), 0U);
    }
  }
}

TEST(Cluster, DepthFirstWithTwoMovesIsASequentialSearch) {
  const StreamKey key{1, 2, 3, 4};
  const SearchResult plain = sequential<PGame>(20'000, key, 1);
  ClusterOptions one = options(Cluster::kDepthFirst, 1);
  one.jobs = 1;
  const SearchResult result = found(one, PGame{}, iterations(20'000), key);
  EXPECT_TRUE(same_children(result, plain));
  EXPECT_EQ(result.tree.mean_depth, plain.tree.mean_depth);
}

TYPED_TEST(ClusterOf, RunsExactlyTheIterationsAskedForOnOneTree) {
  for (const ClusterScheme scheme : kSpread) {
    for (const int ranks : {1, 2, 3, 8}) {
      for (const std::uint64_t count : {1U, 2U, 7U, 1001U}) {
        const SearchResult result =
            found(options(scheme, ranks), TypeParam{}, iterations(count), seeded(count));
        EXPECT_EQ(result.iterations, count);
      }
    }
  }
}

TYPED_TEST(ClusterOf, RunsExactlyThePlayoutsAskedFor) {
  for (const ClusterScheme scheme : {Cluster::kRoot, Cluster::kTds, Cluster::kDepthFirst}) {
    EXPECT_EQ(found(options(scheme, 3), TypeParam{}, playouts(100), seeded(1)).visits(), 100U);
  }
}

TYPED_TEST(ClusterOf, TreesApartAreRootParallelism) {
  for (const int ranks : {1, 3}) {
    typename RootSearch<TypeParam>::Options threads;
    threads.threads = ranks;
    threads.memory = std::size_t{64} << 20U;
    RootSearch<TypeParam> root(threads);
    for (const std::uint64_t count : {2U, 3001U}) {
      const SearchResult plain = root.search(TypeParam{}, iterations(count), seeded(7));
      for (const bool simulated : {false, true}) {
        const SearchResult result = found(options(Cluster::kRoot, ranks, simulated), TypeParam{},
                                          iterations(count), seeded(7));
        EXPECT_TRUE(same_children(result, plain));
        EXPECT_EQ(result.iterations, count);
      }
    }
  }
}

TYPED_TEST(ClusterOf, TreesThatExchangeTheirTopsAreThoseOfOneProcess) {
  for (const std::uint64_t share : {7U, 100U}) {
    typename SlowTreeSearch<TypeParam>::Options threads;
    threads.threads = 3;
    threads.memory = std::size_t{64} << 20U;
    threads.share_iterations = share;
    const SearchResult plain =
        SlowTreeSearch<TypeParam>(threads).search(TypeParam{}, iterations(4001), seeded(7));
    for (const bool simulated : {false, true}) {
      ClusterOptions three = options(Cluster::kRoot, 3, simulated);
      three.share_iterations = share;
      const SearchResult result = found(three, TypeParam{}, iterations(4001), seeded(7));
      EXPECT_TRUE(same_children(result, plain));
      EXPECT_EQ(result.tree.mean_depth, plain.tree.mean_depth);
      EXPECT_EQ(result.counters.at("exchanges"), plain.counters.at("exchanges"));
    }
  }
}

TYPED_TEST(ClusterOf, ThousandsOfShortSearchesLoseNothing) {
  for (const ClusterScheme scheme : kSpread) {
    ClusterOptions four = options(scheme, 4);
    four.jobs = 3;
    ClusterSearch<TypeParam> search(four);
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const std::uint64_t count = 1 + seed % 97;
      const SearchResult result = search.search(TypeParam{}, iterations(count), seeded(seed));
      ASSERT_EQ(result.visits(), count);
      ASSERT_EQ(find_spread_defect(search.nodes(), count), std::nullopt) << "seed " << seed;
    }
  }
}

TEST(Cluster, SimulatedWorkersAreDeterministicAndOneTree) {
  for (const ClusterScheme scheme : kSpread) {
    const auto once = [&] {
      return found(options(scheme, 64, true), TestGame{}, iterations(5000), seeded(3));
    };
    const SearchResult first = once();
    expect_same(once(), first);
    EXPECT_GT(first.counters.at("virtual_ns"), 5000U * 1'000'000U / 64);
  }
}

TEST(Cluster, PlayersNeedNotAlternate) {
  for (const ClusterScheme scheme : kSpread) {
    found(options(scheme, 3), DotsAndBoxes{}, iterations(3000), seeded(1));
  }
}

TEST(Cluster, FullMemoryStopsTheTreesGrowthAndNotTheSearch) {
  for (const ClusterScheme scheme : kSpread) {
    ClusterOptions small = options(scheme, 2);
    small.memory = 600'000;
    const SearchResult result = found(small, TestGame{}, iterations(20'000), seeded(1));
    EXPECT_EQ(result.iterations, 20'000U);
    EXPECT_LE(result.tree.bytes, small.memory);
  }
}

TEST(Cluster, DepthFirstSearchRelievesTheRoot) {
  const auto at_root = [](ClusterScheme scheme) {
    ClusterOptions sixteen = options(scheme, 16, true);
    sixteen.jobs = 8;  // with more in flight, each has less credit
    const SearchResult result = found(sixteen, TestGame{}, iterations(20'000), seeded(1));
    return result.counters.at("messages_received_root");
  };
  EXPECT_LT(2 * at_root(Cluster::kDepthFirst), at_root(Cluster::kTds));
}

TEST(Cluster, SimulatedRanksKeepBusy) {
  // Each of 8 workers could play out one leaf per millisecond.
  for (const ClusterScheme scheme : kSpread) {
    ClusterOptions eight = options(scheme, 8, true);
    eight.jobs = 16;
    const SearchResult result =
        found(eight, PGame({.branching = 8, .depth = 30}), iterations(20'000), seeded(1));
    const double ideal = 20'000 * 1e6 / 8;
    EXPECT_GT(ideal / static_cast<double>(result.counters.at("virtual_ns")), 0.8);
  }
}

/// A process of a run whose processes are threads of this one.
class RankOfThisProcess final : public Ranks {
 public:
  RankOfThisProcess(int rank, std::deque<RankOfThisProcess>& all, int size)
      : Ranks(2, rank, size), all_(&all) {}

 protected:
  void carry(int to, int channel, Bytes packet) override {
    (*all_)[static_cast<std::size_t>(to)].mailbox(channel).put(std::move(packet));
  }

 private:
  std::deque<RankOfThisProcess>* all_;
};

/// The results of the processes of a run, each with two workers.
std::vector<SearchResult> found_by_processes(ClusterScheme scheme, int count,
                                             const Limits& limits) {
  std::deque<RankOfThisProcess> run;
  for (int rank = 0; rank < count; ++rank) run.emplace_back(rank, run, count);
  std::vector<SearchResult> results(run.size());
  std::barrier together(count);
  {
    std::vector<std::jthread> processes;
    for (RankOfThisProcess& rank : run) {
      processes.emplace_back([&, scheme, count] {
        ClusterOptions own = options(scheme, count);
        own.threads = 2;
        // The pointer owns nothing: the run outlives the search.
        ClusterSearch<TestGame> search(own, {std::shared_ptr<void>(), &rank});
        for (int again = 0; again < 5; ++again) {
          together.arrive_and_wait();
          results[static_cast<std::size_t>(rank.rank())] =
              search.search(TestGame{}, limits, seeded(5));
        }
      });
    }
  }
  return results;
}

TEST(Cluster, ProcessesThatSearchTogetherFindOneResultAtTheFirstOfThem) {
  for (const ClusterScheme scheme : kSpread) {
    const auto results = found_by_processes(scheme, 3, iterations(2000));
    EXPECT_EQ(results[0].iterations, 2000U);
    EXPECT_EQ(results[0].counters.at("defects"), 0U);
    EXPECT_EQ(results[0].counters.at("messages"), results[0].counters.at("messages_received"));
    EXPECT_EQ(results[1].iterations, 0U);
    EXPECT_EQ(results[2].iterations, 0U);
  }
}

TEST(Cluster, TreesApartInSeveralProcessesAreThoseOfOne) {
  ClusterOptions six = options(Cluster::kRoot, 6);
  const SearchResult one = found(six, TestGame{}, iterations(2000), seeded(5));
  EXPECT_TRUE(same_children(found_by_processes(Cluster::kRoot, 3, iterations(2000))[0], one));
}

TEST(Cluster, AStopRequestEndsTheSearchWithAMove) {
  std::stop_source stop;
  stop.request_stop();
  for (const ClusterScheme scheme : {Cluster::kRoot, Cluster::kTds, Cluster::kDepthFirst}) {
    ClusterSearch<Hex<11>> search(options(scheme, 3));
    const SearchResult result =
        search.search(Hex<11>{}, iterations(1'000'000), seeded(1), stop.get_token());
    expect_sound(result);
    EXPECT_LT(result.iterations, 1'000'000U);
    if (scheme == Cluster::kRoot) continue;
    EXPECT_EQ(find_spread_defect(search.nodes(), result.visits(), false), std::nullopt);
  }
}

TEST(Cluster, AtAStopDescentsThatWaitForTheirPlayoutsAreGivenUp) {
  for (const ClusterScheme scheme : kSpread) {
    ClusterOptions three = options(scheme, 3, true);
    three.jobs = 16;
    ClusterSearch<TestGame> search(three);
    const std::stop_token stop = TestGame::start(Clock::duration{0}, 500);
    const SearchResult result = search.search(TestGame{}, iterations(1'000'000), seeded(1), stop);
    expect_sound(result);
    EXPECT_LE(TestGame::playouts, 500 + 2 * 3);  // what they were at, and one more each
    EXPECT_GT(result.counters.at("given_up"), 10U);
    EXPECT_EQ(find_spread_defect(search.nodes(), result.visits(), false), std::nullopt);
  }
}

TEST(Cluster, AShortTimeHasFewDescentsUnderWayAtOnce) {
  for (const ClusterScheme scheme : kSpread) {
    const TestClock clock;
    ClusterSearch<TestGame> search(options(scheme, 4, true));
    TestGame::start(std::chrono::milliseconds(1));
    Limits limits;
    limits.time = std::chrono::milliseconds(480);  // a sixteenth of the playouts: 30
    const SearchResult result = search.search(TestGame{}, limits, seeded(1));
    expect_sound(result);
    EXPECT_NEAR(static_cast<double>(result.iterations), 480, 8);
    EXPECT_LE(result.counters.at("given_up"), 35U);  // of 64 with jobs=16
  }
}

TEST(Cluster, AFailingPlayoutEndsTheSearchOfAllWorkers) {
  for (const ClusterScheme scheme : {Cluster::kRoot, Cluster::kTds, Cluster::kDepthFirst}) {
    ClusterSearch<TestGame> search(options(scheme, 3));
    TestGame::playouts_left = 100;
    EXPECT_THROW(search.search(TestGame{}, iterations(1'000'000), seeded(1)), TestGame::Failure);
    EXPECT_EQ(search.search(TestGame{}, iterations(100), seeded(1)).iterations, 100U);
  }
}

TEST(Cluster, TimeEndsTheSearch) {
  for (const ClusterScheme scheme : {Cluster::kRoot, Cluster::kTds, Cluster::kDepthFirst}) {
    ClusterSearch<Hex<11>> search(options(scheme, 3));
    Limits limits;
    limits.time = std::chrono::milliseconds(5);
    const SearchResult result = search.search(Hex<11>{}, limits, seeded(1));
    expect_sound(result);
    EXPECT_GE(result.seconds, 0.005);
  }
}

TEST(Cluster, TheTimeOfTreesApartBeginsWithTheSearchHoweverLateTheirThreads) {
  const TestClock clock;
  ClusterSearch<TestGame> search(options(Cluster::kRoot, 64));
  TestGame::start(std::chrono::milliseconds(1));
  Limits limits;
  limits.time = std::chrono::milliseconds(100);
  const SearchResult result = search.search(TestGame{}, limits, seeded(1));
  expect_sound(result);
  EXPECT_LE(result.iterations, 100U + 2 * 64U);  // what they were at, and the first of each
}

TEST(Cluster, BeginsNoMoreTreesOnceTheTimeIsOver) {
  const TestClock clock(TestClock::kSlow);
  ClusterSearch<TestGame> search(options(Cluster::kRoot, 1000, true));
  const SearchResult result = search.search(TestGame{}, looks(20), seeded(1));
  expect_sound(result);
  EXPECT_LE(result.tree.nodes, 2 * 20U);  // a root and a child for each tree
}

TEST(Cluster, PlaysOutHardlyMoreOnceTheTimeIsOverHoweverManyWorkersWait) {
  for (const ClusterScheme scheme : {Cluster::kRoot, Cluster::kTds, Cluster::kDepthFirst}) {
    for (const int within : {0, 10}) {  // playouts
      const TestClock clock;
      ClusterSearch<TestGame> search(options(scheme, 300, true));
      TestGame::start(std::chrono::milliseconds(10));
      Limits limits;
      limits.time = std::chrono::milliseconds(10 * within) + Clock::duration(1);
      const SearchResult result = search.search(TestGame{}, limits, seeded(1));
      expect_sound(result);
      EXPECT_GE(result.iterations, 1U);
      EXPECT_LE(TestGame::playouts, within + 2);
    }
  }
}

TEST(Cluster, PlaysOutHardlyMoreOnceItIsStoppedHoweverManyWorkersWait) {
  for (const ClusterScheme scheme : {Cluster::kRoot, Cluster::kTds, Cluster::kDepthFirst}) {
    const TestClock clock;
    ClusterSearch<TestGame> search(options(scheme, 300, true));
    const std::stop_token stop = TestGame::start(std::chrono::milliseconds(1), 20);
    const SearchResult result = search.search(TestGame{}, {}, seeded(1), stop);
    expect_sound(result);
    EXPECT_LE(TestGame::playouts, 22);
  }
}

/// Counts how often workers wait, except the first, which watches the time.
class CountedWaits final : public Ranks {
 public:
  using Ranks::Ranks;
  void wait(int channel, Clock::duration longest) override {
    if (channel > 0) ++waits;
    Ranks::wait(channel, longest);
  }
  std::atomic<std::uint64_t> waits = 0;
};

TEST(Cluster, WorkersWithNothingToDoWakeForMessagesAlone) {
  constexpr int kWorkers = 16;
  const TestGame::DuringPlayouts leave_time_to_wait(
      [](Random& /*random*/) { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
  for (const ClusterScheme scheme : kSpread) {
    ClusterOptions sixteen = options(scheme, 1);
    sixteen.threads = kWorkers;
    sixteen.jobs = 1;
    sixteen.check = false;
    const auto ranks = std::make_shared<CountedWaits>(kWorkers);
    ClusterSearch<TestGame> search(sixteen, ranks);
    const SearchResult result = search.search(TestGame{}, iterations(32), seeded(1));
    EXPECT_LE(ranks->waits, result.counters.at("packets") + kWorkers);
  }
}

TEST(Cluster, VirtualTimesThatCannotBeCountedStopAtTheGreatest) {
  for (const ClusterScheme scheme : {Cluster::kRoot, Cluster::kTds, Cluster::kDepthFirst}) {
    ClusterOptions two = options(scheme, 2, true);
    two.times.playout = two.times.step = two.times.latency = std::chrono::hours(1000);
    const SearchResult result = found(two, TestGame{}, iterations(20'000), seeded(1));
    EXPECT_EQ(result.iterations, 20'000U);
    EXPECT_EQ(result.counters.at("virtual_ns"), kSaturated);
    EXPECT_EQ(result.counters.at("virtual_alone_ns"), kSaturated);
    EXPECT_EQ(result.counters.at("virtual_capacity_ns"), kSaturated);
  }
}

}  // namespace
}  // namespace banyan
