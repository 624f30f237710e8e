// Tests of simulated workers, against the engines that they simulate and against real threads.
#include "parallel/simulation/virtual_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/game/test_game_test.hpp"
#include "core/search/checks_test.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/reference_test.hpp"
#include "parallel/strategies/leaf.hpp"
#include "parallel/strategies/root.hpp"
#include "parallel/strategies/tree.hpp"

namespace banyan {
namespace {

using namespace std::chrono_literals;
using enum VirtualScheme;

constexpr VirtualScheme kSchemes[] = {kTree, kRoot, kLeaf};

VirtualOptions options(VirtualScheme scheme, int workers) {
  VirtualOptions options;
  options.scheme = scheme;
  options.workers = workers;
  options.memory = std::size_t{256} << 20U;
  options.times.evaluation = Latency::exponential(1ms);
  return options;
}

template <Game G>
SearchResult found(const VirtualOptions& options, const Limits& limits, const StreamKey& key) {
  VirtualSearch<G> search(options);
  const SearchResult result = search.search(G{}, limits, key);
  for (int i = 0; i < (options.scheme == kRoot ? options.workers : 1); ++i) {
    EXPECT_EQ(descents_in_flight(search.tree(i)), 0U);
    EXPECT_EQ(find_defect(search.tree(i), false), std::nullopt);
  }
  return result;
}

template <class G>
class VirtualSearchOf : public testing::Test {};
using GamesOfWorkers = testing::Types<TicTacToe, Hex<11>>;
TYPED_TEST_SUITE(VirtualSearchOf, GamesOfWorkers);

TYPED_TEST(VirtualSearchOf, WithOneWorkerIsASequentialSearch) {
  const StreamKey key{1, 2, 3, 4};
  for (const std::uint32_t expand_after : {1U, 5U}) {
    const SearchResult plain = sequential<TypeParam>(5000, key, expand_after);
    for (const VirtualScheme scheme : {kTree, kRoot}) {
      VirtualOptions one = options(scheme, 1);
      one.expand_after = expand_after;
      const SearchResult result = found<TypeParam>(one, iterations(5000), key);
      EXPECT_TRUE(same_children(result, plain));
      EXPECT_EQ(result.counters.at("choices_differing"), 0U);
      EXPECT_EQ(result.counters.at("duplicate_leaves"), 0U);
      EXPECT_EQ(result.counters.at("virtual_alone_ns"), result.counters.at("virtual_ns"));
    }
  }
}

/// Sequential searches of wide games draw from other streams.
template <Game G>
void expect_root_parallelism() {
  for (const int workers : {2, 5}) {
    typename RootSearch<G>::Options threaded;
    threaded.threads = workers;
    const SearchResult root = RootSearch<G>(threaded).search(G{}, iterations(3001), seeded(7));
    const SearchResult result = found<G>(options(kRoot, workers), iterations(3001), seeded(7));
    EXPECT_TRUE(same_children(result, root));
    EXPECT_EQ(result.best_move, root.best_move);
  }
}
TEST(VirtualSearch, WithATreeEachIsRootParallelism) {
  expect_root_parallelism<TicTacToe>();
  expect_root_parallelism<TestGame>();
}

TYPED_TEST(VirtualSearchOf, WithALeafTogetherIsLeafParallelism) {
  for (const int workers : {1, 2, 5}) {
    typename LeafSearch<TypeParam>::Options threaded;
    threaded.threads = workers;
    threaded.playouts = workers;
    const Limits limits = playouts(4001);
    const SearchResult leaf =
        LeafSearch<TypeParam>(threaded).search(TypeParam{}, limits, seeded(7));
    const SearchResult result = found<TypeParam>(options(kLeaf, workers), limits, seeded(7));
    EXPECT_TRUE(same_children(result, leaf));
    EXPECT_EQ(result.visits(), 4001U);
  }
}

TEST(VirtualSearch, RunsExactlyItsBudgetHoweverManyWorkers) {
  for (const VirtualScheme scheme : kSchemes) {
    for (const int workers : {1, 2, 64, 1024}) {
      for (const std::uint64_t count : {1U, 63U, 64U, 1000U}) {
        const SearchResult result =
            found<TestGame>(options(scheme, workers), iterations(count), seeded(1));
        EXPECT_EQ(result.iterations, count);
        EXPECT_EQ(result.root_visits(), result.visits());
        EXPECT_EQ(result.counters.at("virtual_descents"), count);
        EXPECT_LE(result.counters.at("in_flight_max"), static_cast<std::uint64_t>(workers));
        expect_sound(result);
      }
    }
  }
}

TEST(VirtualSearch, FindsTheSameAgain) {
  for (const VirtualScheme scheme : kSchemes) {
    VirtualSearch<TestGame> search(options(scheme, 50));
    const SearchResult first = search.search(TestGame{}, iterations(2000), seeded(5));
    expect_same(first, search.search(TestGame{}, iterations(2000), seeded(5)));
    EXPECT_FALSE(same_children(first, search.search(TestGame{}, iterations(2000), seeded(6))));
  }
}

TEST(VirtualSearch, ManyWorkersGoWhereNoSequentialSearchWould) {
  const auto share = [](int workers) {
    const SearchResult result =
        found<TestGame>(options(kTree, workers), iterations(20'000), seeded(1));
    return static_cast<double>(result.counters.at("choices_differing")) /
           static_cast<double>(result.counters.at("choices_checked"));
  };
  const double few = share(2);
  const double many = share(128);
  EXPECT_GT(few, 0);
  EXPECT_GT(many, 2 * few);
  EXPECT_LT(many, 1);
}

SearchResult with_transfers(VirtualScheme scheme, int workers, std::chrono::nanoseconds transfer) {
  VirtualOptions given = options(scheme, workers);
  given.times.evaluation = Latency::constant(100ns);
  given.times.descent = 100ns;
  given.times.transfer = transfer;
  return found<TestGame>(given, iterations(20'000), seeded(1));
}

TEST(VirtualSearch, WaitsForNoCacheLineWhereNoTreeIsShared) {
  for (const auto& [scheme, workers] : {std::pair(kTree, 1), {kRoot, 8}, {kLeaf, 8}}) {
    const SearchResult result = with_transfers(scheme, workers, 1us);
    EXPECT_EQ(result.counters.at("line_transfers"), 0U);
    EXPECT_EQ(result.counters.at("virtual_ns"),
              with_transfers(scheme, workers, 0ns).counters.at("virtual_ns"));
  }
}

// A descent and its backup both write the root's line, which all other workers want.
TEST(VirtualSearch, TakesTurnsAtTheRootsLine) {
  const SearchResult result = with_transfers(kTree, 64, 1us);
  EXPECT_GE(result.counters.at("virtual_ns"), 1000 * result.iterations);
  EXPECT_LE(result.counters.at("virtual_ns"), 2 * 1100 * result.iterations);
}

TEST(VirtualSearch, WaitsForMoreCacheLinesTheMoreWorkersItHas) {
  const auto transfers = [](int workers) {
    return with_transfers(kTree, workers, 50ns).counters.at("line_transfers");
  };
  EXPECT_GT(transfers(2), 20'000U);
  EXPECT_GT(transfers(8), transfers(2));
}

TEST(VirtualSearch, ItsClockEndsItAtTheSameTimeForAll) {
  std::uint64_t last = 0;
  for (const int workers : {1, 8, 64}) {
    VirtualOptions given = options(kTree, workers);
    given.times.limit = 200ms;
    const SearchResult result = found<TestGame>(given, iterations(1'000'000), seeded(1));
    EXPECT_GE(result.counters.at("virtual_ns"), 200'000'000U);
    EXPECT_GT(result.iterations, 4 * last);
    last = result.iterations;
  }
  EXPECT_NEAR(static_cast<double>(last), 64 * 200 / 1.01, 64 * 20);
}

TEST(VirtualSearch, BeginsNoMoreTreesOnceTheTimeIsOver) {
  const TestClock clock(TestClock::kSlow);
  VirtualSearch<TestGame> search(options(kRoot, 1000));
  const SearchResult result = search.search(TestGame{}, looks(20), seeded(1));
  expect_sound(result);
  EXPECT_LE(result.tree.nodes, 2 * 20U);  // a root and a child for each tree
}

TEST(VirtualSearch, EndsWhenItIsAskedTo) {
  for (const VirtualScheme scheme : kSchemes) {
    VirtualSearch<TestGame> search(options(scheme, 8));
    const auto stop = TestGame::start(0ms, 100);
    const SearchResult result = search.search(TestGame{}, iterations(1'000'000), seeded(1), stop);
    EXPECT_LT(result.iterations, 100'000U);
    EXPECT_EQ(result.root_visits(), result.visits());
  }
}

TEST(VirtualSearch, AFullArenaStopsTheTreeAndNotTheSearch) {
  VirtualOptions small = options(kTree, 64);
  small.memory = 256'000;
  const SearchResult result = found<TestGame>(small, iterations(50'000), seeded(1));
  EXPECT_EQ(result.iterations, 50'000U);
  EXPECT_LE(result.tree.bytes, 256'000U);
  EXPECT_GT(result.counters.at("refused_expansions"), 0U);
}

// ---- against real threads ----------------------------------------------------------------------

constexpr int kWorkers = 32;

/// Visits of each root move, over many searches.
struct Visits {
  std::array<double, 7> sum{};
  std::array<double, 7> squares{};
  int searches = 0;

  void add(const SearchResult& result) {
    for (std::size_t i = 0; i < sum.size(); ++i) {
      const auto visits = static_cast<double>(result.children.at(i).visits);
      sum[i] += visits;
      squares[i] += visits * visits;
    }
    ++searches;
  }
  [[nodiscard]] double mean(std::size_t i) const { return sum[i] / searches; }
  [[nodiscard]] double variance_of_mean(std::size_t i) const {
    return (squares[i] / searches - mean(i) * mean(i)) / searches;
  }
};

/// The largest difference of means among the moves, in standard errors.
double difference(const Visits& a, const Visits& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.sum.size(); ++i) {
    const double error = std::sqrt(a.variance_of_mean(i) + b.variance_of_mean(i));
    largest = std::max(largest, std::abs(a.mean(i) - b.mean(i)) / error);
  }
  return largest;
}

TEST(VirtualSearch, VisitsWhatRealThreadsVisit) {
  constexpr std::uint64_t kSearches = 300;
  const Limits limits = iterations(3 * kWorkers);  // in which no game ends
  // Heavy losses, so that the number in flight matters.
  const VirtualVisits shown = VirtualVisits::losses(3);
  using Threaded = TreeSearch<TestGame, CountedDescents>;
  Threaded::Options threaded;
  threaded.threads = kWorkers;
  threaded.executor = ExecutorChoice(ExecutorKind::kJthread);  // it has as many threads
  threaded.sharing = CountedDescents(ClassicLock::kFree, shown);
  Threaded real(threaded);
  VirtualOptions same = options(kTree, kWorkers);
  same.shown = shown;
  same.times.evaluation = Latency::constant(1ms);
  VirtualSearch<TestGame> simulated(same);
  same.workers = 1;
  VirtualSearch<TestGame> alone(same);
  Visits threads;
  Visits workers;
  Visits one;
  {
    // Playouts end only when all workers are at one, however busy the machine is.
    std::barrier<> all_here{kWorkers};
    const TestGame::DuringPlayouts meet([&](Random& /*random*/) { all_here.arrive_and_wait(); });
    for (std::uint64_t seed = 0; seed < kSearches; ++seed) {
      threads.add(real.search(TestGame{}, limits, seeded(seed)));
    }
  }
  for (std::uint64_t seed = 0; seed < kSearches; ++seed) {
    workers.add(simulated.search(TestGame{}, limits, seeded(10'000 + seed)));
    one.add(alone.search(TestGame{}, limits, seeded(20'000 + seed)));
  }
  EXPECT_LT(difference(threads, workers), 4.5);  // p = 1 / 20 000 per run of this test
  EXPECT_GT(difference(threads, one), 5);        // has the power: 7 to 8 were seen
}

}  // namespace
}  // namespace banyan
