// Tests of simulated workers on leased subtrees, against the engine that they simulate.
#include "parallel/simulation/virtual_leases.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/game/test_game_test.hpp"
#include "core/search/checks_test.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/reference_test.hpp"
#include "parallel/strategies/leased.hpp"

namespace banyan {
namespace {

using namespace std::chrono_literals;

VirtualOptions workers(int count) {
  VirtualOptions options;
  options.scheme = VirtualScheme::kLeased;
  options.workers = count;
  options.memory = std::size_t{256} << 20U;
  options.times.evaluation = Latency::constant(200ns);
  options.times.descent = 200ns;
  return options;
}

template <Game G>
SearchResult found(const VirtualOptions& options, const Limits& limits, std::uint64_t seed) {
  VirtualLeases<G> search(options);
  const SearchResult result = search.search(G{}, limits, seeded(seed));
  EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
  return result;
}

double speedup(const SearchResult& result) {
  return static_cast<double>(result.counters.at("virtual_alone_ns")) /
         static_cast<double>(result.counters.at("virtual_ns"));
}

template <class G>
class VirtualLeasesOf : public testing::Test {};
using GamesOfLeases = testing::Types<TicTacToe, Hex<11>>;
TYPED_TEST_SUITE(VirtualLeasesOf, GamesOfLeases);

TYPED_TEST(VirtualLeasesOf, OfOneWorkerAreAThreadsLeasedSearch) {
  LeasedOptions threaded;
  threaded.threads = 1;
  LeasedSearch<TypeParam> real(threaded);
  for (const std::uint64_t count : {5U, 64U, 65U, 20'000U}) {
    const SearchResult expected = real.search(TypeParam{}, iterations(count), seeded(3));
    const SearchResult result = found<TypeParam>(workers(1), iterations(count), 3);
    EXPECT_TRUE(same_children(result, expected));
    EXPECT_EQ(result.counters.at("virtual_ns"), 400 * result.counters.at("virtual_descents"));
    EXPECT_EQ(result.counters.at("idle_rounds"), 0U);
  }
}

TYPED_TEST(VirtualLeasesOf, OfOneWorkerHaveAThreadsBatchesInLongSearches) {
  LeasedOptions threaded;
  threaded.threads = 1;
  LeasedSearch<TypeParam> real(threaded);
  const Limits limits = iterations(300'000);
  EXPECT_TRUE(same_children(found<TypeParam>(workers(1), limits, 3),
                            real.search(TypeParam{}, limits, seeded(3))));
}

TEST(VirtualLeases, RunExactlyTheirBudgetHoweverManyTheyAre) {
  for (const int count : {1, 2, 64, 1024}) {
    for (const std::uint64_t budget : {1U, 63U, 64U, 65U, 5000U}) {
      const SearchResult result = found<TestGame>(workers(count), iterations(budget), 1);
      EXPECT_EQ(result.iterations, budget);
      EXPECT_EQ(result.root_visits(), result.visits());
      EXPECT_GE(result.counters.at("virtual_descents"), result.playouts);
      EXPECT_LE(result.counters.at("virtual_descents"), result.iterations);
      expect_sound(result);
    }
  }
}

TEST(VirtualLeases, FindTheSameAgain) {
  VirtualLeases<TestGame> search(workers(50));
  const SearchResult first = search.search(TestGame{}, iterations(5000), seeded(5));
  expect_same(first, search.search(TestGame{}, iterations(5000), seeded(5)));
  EXPECT_FALSE(same_children(first, search.search(TestGame{}, iterations(5000), seeded(6))));
}

TEST(VirtualLeases, AreFasterTogetherButNotMoreTimesThanTheyAre) {
  double fewer = 1;
  for (const int count : {2, 8, 32}) {
    const SearchResult result = found<TestGame>(workers(count), iterations(100'000), 1);
    EXPECT_GT(speedup(result), 1.5 * fewer);
    EXPECT_LE(speedup(result), count);
    fewer = speedup(result);
  }
}

TEST(VirtualLeases, MeetMoreOfEachOthersTheMoreTheyAre) {
  const auto conflicts = [](int count) {
    return found<TestGame>(workers(count), iterations(20'000), 1).counters.at("lease_conflicts");
  };
  EXPECT_EQ(conflicts(1), 0U);
  EXPECT_GT(conflicts(2), 0U);
  EXPECT_GT(conflicts(8), conflicts(2));
  EXPECT_GT(conflicts(32), conflicts(8));
}

// Idle workers look again every nanosecond, for hours.
TEST(VirtualLeases, IdleWorkersTakeNoTimeWhileNothingChanges) {
  VirtualOptions given = workers(1024);
  given.times.evaluation = Latency::constant(1h);
  given.times.descent = 1ns;
  const SearchResult result = found<TestGame>(given, iterations(300), 1);
  EXPECT_EQ(result.iterations, 300U);
  const auto hours = static_cast<std::uint64_t>(std::chrono::nanoseconds(1h).count());
  EXPECT_GT(result.counters.at("idle_rounds"), 1000 * hours);
  EXPECT_GT(result.counters.at("lease_conflicts"), result.counters.at("idle_rounds"));
}

// The counts must equal those with every look simulated.
TEST(VirtualLeases, CountTheLooksOfIdleWorkersExactly) {
  VirtualOptions given = workers(40);
  given.exploration = 1.414;
  given.times.evaluation = Latency::constant(1ms);
  given.times.descent = 10us;
  const auto counters = found<TestGame>(given, iterations(1680), 3).counters;
  EXPECT_EQ(counters.at("idle_rounds"), 967'628U);
  EXPECT_EQ(counters.at("lease_conflicts"), 1'080'853U);
  EXPECT_EQ(counters.at("shared_writes"), 1'460'189U);
  EXPECT_EQ(counters.at("virtual_ns"), 361'600'000U);
}

TEST(VirtualLeases, OfOneWorkerWaitForNoCacheLine) {
  VirtualOptions given = workers(1);
  const SearchResult plain = found<TestGame>(given, iterations(20'000), 3);
  given.times.transfer = 50ns;
  const SearchResult result = found<TestGame>(given, iterations(20'000), 3);
  EXPECT_TRUE(same_children(result, plain));
  EXPECT_EQ(result.counters.at("line_transfers"), 0U);
  EXPECT_EQ(result.counters.at("virtual_ns"), plain.counters.at("virtual_ns"));
}

TEST(VirtualLeases, AreSlowerTheLongerCacheLinesTake) {
  for (const int count : {2, 64}) {
    double faster = count + 1;
    for (const auto transfer : {0ns, 500ns, 5000ns}) {
      VirtualOptions given = workers(count);
      given.times.transfer = transfer;
      const SearchResult result = found<TestGame>(given, iterations(50'000), 1);
      EXPECT_LT(speedup(result), faster);
      EXPECT_EQ(result.counters.count("line_transfers"), transfer > 0ns ? 1U : 0U);
      faster = speedup(result);
    }
  }
}

TEST(VirtualLeases, EndByTheirClock) {
  VirtualOptions given = workers(8);
  given.times.limit = 1ms;
  const SearchResult result = found<TestGame>(given, iterations(1'000'000), 1);
  EXPECT_GE(result.counters.at("virtual_ns"), 1'000'000U);
  EXPECT_LT(result.counters.at("virtual_ns"), 1'200'000U);
  EXPECT_EQ(result.root_visits(), result.visits());
}

TEST(VirtualLeases, BeginNoMoreWorkersOnceTheTimeIsOver) {
  const TestClock clock(TestClock::kSlow);
  const Limits limits = looks(200);  // as many as the root takes, and dozens of workers
  expect_in_time(found<TestGame>(workers(4096), limits, 1), limits, 100);
}

TEST(VirtualLeases, EndWhenTheyAreAskedTo) {
  VirtualLeases<TestGame> search(workers(8));
  const auto stop = TestGame::start(0ms, 1000);
  const SearchResult result = search.search(TestGame{}, iterations(1'000'000), seeded(1), stop);
  EXPECT_LT(result.iterations, 100'000U);
  EXPECT_EQ(result.root_visits(), result.visits());
}

}  // namespace
}  // namespace banyan
