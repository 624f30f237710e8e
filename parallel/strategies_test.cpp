// What leaf, root and tree parallel search have in common: the invariants of every strategy.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <vector>

#include "core/rules/positions_test.hpp"
#include "core/rules/stopping_game_test.hpp"
#include "core/search/scale_test.hpp"
#include "core/trees/checks_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/executors/pinning.hpp"
#include "parallel/strategies/leaf.hpp"
#include "parallel/strategies/root.hpp"
#include "parallel/strategies/slow_tree.hpp"
#include "parallel/strategies/tree.hpp"
#include "parallel/witness_game_test.hpp"

namespace banyan {
namespace {

template <Game G>
std::optional<std::string> defect_of(const LeafSearch<G>& search, int) {
  return find_defect(search.tree(), false);
}
template <Game G>
std::optional<std::string> defect_of(const TreeSearch<G>& search, int) {
  return find_defect(search.tree(), false);
}
template <class Search>
std::optional<std::string> defect_of(const Search& search, int threads) {  // of a tree a thread
  for (int i = 0; i < threads; ++i) {
    if (auto defect = find_defect(search.tree(i), false)) return defect;
  }
  return std::nullopt;
}

struct Leaf {
  static constexpr const char* kName = "leaf";
  template <class G>
  using Search = LeafSearch<G>;
  static void tune(auto& /*options*/) {}
};
struct Root {
  static constexpr const char* kName = "root";
  template <class G>
  using Search = RootSearch<G>;
  static void tune(auto& /*options*/) {}
};
struct Slow {
  static constexpr const char* kName = "slow_tree";
  template <class G>
  using Search = SlowTreeSearch<G>;
  static void tune(auto& options) { options.share_iterations = 100; }
};
struct Shared {
  static constexpr const char* kName = "tree";
  template <class G>
  using Search = TreeSearch<G>;
  static void tune(auto& /*options*/) {}
};
struct InTasks {
  static constexpr const char* kName = "tree_in_tasks";
  template <class G>
  using Search = TreeSearch<G>;
  static void tune(auto& options) { options.grain = kGrain; }
  static constexpr std::uint64_t kGrain = 8;
};
struct Pinned {
  static constexpr const char* kName = "tree_pinned";
  template <class G>
  using Search = TreeSearch<G>;
  static void tune(auto& options) { options.executor.cpus = cpus_of_thread(); }
};

/// Whether every way to play on ends in a draw.
bool always_drawn(const TicTacToe& position) {
  if (position.over()) return position.result(0) == kDraw;
  for (const auto move : position.legal_moves()) {
    TicTacToe next = position;
    next.play(move);
    if (!always_drawn(next)) return false;
  }
  return true;
}

std::vector<ExecutorKind> executors() {
  std::vector<ExecutorKind> kinds;
  for (const ExecutorKind kind : {ExecutorKind::kArena, ExecutorKind::kJthread}) {
    if (has_executor(kind)) kinds.push_back(kind);
  }
  return kinds;
}

template <class Strategy>
class Parallel : public testing::Test {
 protected:
  template <class G>
  using SearchOf = typename Strategy::template Search<G>;

  template <class G>
  static typename SearchOf<G>::Options options(int threads,
                                               ExecutorKind kind = default_executor()) {
    typename SearchOf<G>::Options options;
    options.threads = threads;
    options.executor = kind;
    options.memory = std::size_t{256} << 20U;
    Strategy::tune(options);
    return options;
  }

  template <Game G>
  static void expect_sound_trees(std::uint64_t count) {
    Random random(StreamKey{7, 0, 0, 0});
    for (const int threads : {2, 8}) {
      for (const std::uint32_t expand_after : {1U, 2U, 20U}) {
        auto with = options<G>(threads);
        with.expand_after = expand_after;
        SearchOf<G> search(with);
        for (int plies = 0; plies < 3; ++plies) {
          const auto position = random_position(G{}, plies, random);
          ASSERT_TRUE(position.has_value());
          const SearchResult result = search.search(*position, iterations(count), seeded(1));
          EXPECT_EQ(result.iterations, count);
          EXPECT_EQ(defect_of(search, threads), std::nullopt);
          expect_sound(result);
        }
      }
    }
  }

  static constexpr bool kLeaf = std::is_same_v<Strategy, Leaf>;

  /// Iterations of `leaf` are eight playouts each, and wait for the team twice.
  static constexpr std::uint64_t fewer(std::uint64_t count) { return kLeaf ? count / 8 : count; }
};
using Strategies = testing::Types<Leaf, Root, Slow, Shared, InTasks, Pinned>;
struct Names {
  template <class Strategy>
  // NOLINTNEXTLINE(readability-identifier-naming): GoogleTest asks for it.
  static std::string GetName(int) {
    return Strategy::kName;
  }
};
TYPED_TEST_SUITE(Parallel, Strategies, Names);

TYPED_TEST(Parallel, RunsExactlyTheIterations) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  for (const ExecutorKind kind : executors()) {
    for (const int threads : {1, 2, 8, 64}) {
      Search search(this->template options<ConnectFour>(threads, kind));
      for (const std::uint64_t count : {1U, 2U, 7U, 1000U, 2345U}) {
        const SearchResult result = search.search(ConnectFour{}, iterations(count), seeded(count));
        EXPECT_EQ(result.iterations, count);
        EXPECT_EQ(result.visits(), this->kLeaf ? 8 * count : count);
        expect_sound(result);
        EXPECT_EQ(defect_of(search, threads), std::nullopt);
      }
    }
  }
}

TYPED_TEST(Parallel, RunsExactlyThePlayouts) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  for (const ExecutorKind kind : executors()) {
    for (const int threads : {1, 2, 8}) {
      Search search(this->template options<ConnectFour>(threads, kind));
      for (const std::uint64_t count : {1U, 2U, 7U, 8U, 9U, 1000U, 12345U}) {
        const SearchResult result = search.search(ConnectFour{}, playouts(count), seeded(count));
        EXPECT_EQ(result.visits(), count);
        EXPECT_EQ(result.iterations, this->kLeaf ? (count + 7) / 8 : count);
        expect_sound(result);
        EXPECT_EQ(defect_of(search, threads), std::nullopt);
      }
    }
  }
}

TYPED_TEST(Parallel, LeavesSoundTreesOfTicTacToe) {
  TestFixture::template expect_sound_trees<TicTacToe>(this->fewer(scaled(40'000)));
}
TYPED_TEST(Parallel, LeavesSoundTreesOfConnectFour) {
  TestFixture::template expect_sound_trees<ConnectFour>(this->fewer(scaled(40'000)));
}
TYPED_TEST(Parallel, LeavesSoundTreesOfHex) {
  TestFixture::template expect_sound_trees<Hex<11>>(this->fewer(scaled(20'000)));
}

TYPED_TEST(Parallel, SlowLosesNothingInMillionsOfIterations) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  for (const int threads : {1, 2, 8, 64}) {
    Search search(this->template options<ConnectFour>(threads));
    const std::uint64_t count = this->fewer(scaled(800'000));
    const SearchResult result = search.search(ConnectFour{}, iterations(count), seeded(1));
    EXPECT_EQ(result.iterations, count);
    EXPECT_EQ(defect_of(search, threads), std::nullopt);
    expect_sound(result);
  }
}

TYPED_TEST(Parallel, AFullArenaStopsTheTreeAndNotTheSearch) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  constexpr int kThreads = 8;
  auto options = this->template options<ConnectFour>(kThreads);
  options.memory = std::size_t{1} << 20U;
  Search search(options);
  const std::uint64_t count = this->fewer(scaled(400'000));
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const SearchResult result = search.search(ConnectFour{}, iterations(count), seeded(seed));
    EXPECT_EQ(result.iterations, count);
    EXPECT_LE(result.tree.bytes, options.memory);
    if (kSlowdown == 1) {
      EXPECT_GT(result.counters.at("refused_expansions"), 0U);
    }
    EXPECT_EQ(defect_of(search, kThreads), std::nullopt);
    expect_sound(result);
  }
}

TYPED_TEST(Parallel, ManyThreadsOnTheSmallestArenaFinishTheSearch) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  auto options = this->template options<ConnectFour>(8);
  options.memory = 0;
  Search search(options);
  const std::uint64_t count = this->fewer(scaled(80'000));
  const SearchResult result = search.search(ConnectFour{}, iterations(count), seeded(1));
  EXPECT_EQ(result.iterations, count);
  if (kSlowdown == 1) {
    EXPECT_GT(result.counters.at("refused_expansions"), 0U);
  }
  EXPECT_EQ(defect_of(search, 8), std::nullopt);
  expect_sound(result);
}

TYPED_TEST(Parallel, AnotherKeyGivesAnotherResult) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  Search search(this->template options<ConnectFour>(1));
  const auto run = [&](const StreamKey& key) {
    return search.search(ConnectFour{}, iterations(2000), key);
  };
  const SearchResult base = run({0, 0, 0, 0});
  EXPECT_FALSE(same_children(base, run({1, 0, 0, 0})));
  EXPECT_FALSE(same_children(base, run({0, 1, 0, 0})));
  EXPECT_FALSE(same_children(base, run({0, 0, 1, 0})));
}

TYPED_TEST(Parallel, NoTwoPlayoutsSeeTheSameRandomNumbers) {
  using Search = typename TestFixture::template SearchOf<WitnessGame>;
  Search search(this->template options<WitnessGame>(8));
  WitnessGame::seen.clear();
  // Another seed, game, move or worker is another stream.
  for (const StreamKey& key : {StreamKey{0, 0, 0, 0}, StreamKey{1, 0, 0, 0}, StreamKey{0, 1, 0, 0},
                               StreamKey{0, 0, 1, 0}}) {
    search.search(WitnessGame{}, playouts(scaled(8000)), key);
  }
  std::vector<std::uint64_t>& seen = WitnessGame::seen;
  std::sort(seen.begin(), seen.end());
  EXPECT_GE(seen.size(), 4U * scaled(8000U) / 2);
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

TYPED_TEST(Parallel, StopsAtATimeLimit) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  const TestClock clock(TestClock::kSlow);
  const Limits limits = looks(1000);
  for (const ExecutorKind kind : executors()) {
    for (const int threads : {1, 2, 8}) {
      Search search(this->template options<ConnectFour>(threads, kind));
      const SearchResult result = search.search(ConnectFour{}, limits, seeded(1));
      // There is an iteration to each look at the clock, or a task; some looks are at the beginning
      // and the end of each thread, or round, or are those of tasks that come too late.
      const int at_the_end = std::is_same_v<TypeParam, InTasks> ? 257 : 3;
      EXPECT_GE(result.iterations, 900U);
      EXPECT_LE(result.iterations, InTasks::kGrain * 1000);
      expect_in_time(result, limits, at_the_end * threads + 2);
      expect_sound(result);
      EXPECT_EQ(defect_of(search, threads), std::nullopt);
    }
  }
}

TYPED_TEST(Parallel, StopsSoonAfterAStopRequest) {
  using Search = typename TestFixture::template SearchOf<StoppingGame>;
  const TestClock clock;
  constexpr int kLast = 1100;
  for (const int threads : {1, 2, 8}) {
    Search search(this->template options<StoppingGame>(threads));
    const auto stop = StoppingGame::start(std::chrono::microseconds(1), kLast);
    expect_sound(search.search(StoppingGame{}, iterations(100'000), seeded(1), stop));
    EXPECT_GE(StoppingGame::playouts, kLast);
    // A portion of each thread: 50 us, and what others play meanwhile makes it no longer.
    EXPECT_LE(StoppingGame::playouts, kLast + 50 * threads);
    EXPECT_EQ(defect_of(search, threads), std::nullopt);
  }
}

TYPED_TEST(Parallel, LooksForAStopAfterEveryFewIterationsWhereTheyAreSlow) {
  using Search = typename TestFixture::template SearchOf<StoppingGame>;
  const TestClock clock;
  constexpr int kThreads = 8;
  constexpr int kLast = 50;
  Search search(this->template options<StoppingGame>(kThreads));
  const auto stop = StoppingGame::start(std::chrono::microseconds(200), kLast);
  expect_sound(search.search(StoppingGame{}, iterations(100'000), seeded(1), stop));
  // What was under way: an iteration of leaf is 8 playouts, a task as many; portions are one.
  EXPECT_GE(StoppingGame::playouts, kLast);
  EXPECT_LE(StoppingGame::playouts, kLast + 8 * kThreads);
}

TYPED_TEST(Parallel, CountsADrawAsHalfAWin) {
  using Search = typename TestFixture::template SearchOf<TicTacToe>;
  Search search(this->template options<TicTacToe>(2));
  Random random(StreamKey{3, 0, 0, 0});
  int drawn = 0;
  for (int i = 0; i < 500; ++i) {
    const auto position = random_position(TicTacToe{}, 7, random);
    if (!position || !always_drawn(*position)) continue;
    ++drawn;
    const SearchResult result = search.search(*position, iterations(100), seeded(1));
    EXPECT_EQ(result.value, 0.5);
    for (const RootChild& child : result.children) EXPECT_EQ(child.points, child.visits);
  }
  EXPECT_GE(drawn, 3);
}

TYPED_TEST(Parallel, CountsWhatEachWorkerDid) {
  if (this->kLeaf) GTEST_SKIP() << "one thread alone runs leaf's iterations";
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  for (const int threads : {1, 2, 8}) {
    Search search(this->template options<ConnectFour>(threads));
    const SearchResult result = search.search(ConnectFour{}, iterations(1001), seeded(1));
    const std::uint64_t least = result.counters.at("worker_iterations_min");
    const std::uint64_t most = result.counters.at("worker_iterations_max");
    const auto n = static_cast<std::uint64_t>(threads);
    EXPECT_LE(least, 1001 / n);
    EXPECT_GE(most, (1001 + n - 1) / n);
    EXPECT_LE(most, 1001U);
    if (threads == 1) {
      EXPECT_EQ(least, most);
    }
  }
}

TYPED_TEST(Parallel, FindsAMoveEvenWhenStoppedBefore) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  Search search(this->template options<ConnectFour>(8));
  std::stop_source stop;
  stop.request_stop();
  const SearchResult result = search.search(ConnectFour{}, Limits{}, seeded(1), stop.get_token());
  EXPECT_GE(result.iterations, 1U);
  EXPECT_LE(result.iterations, 8 * InTasks::kGrain);  // without tasks a first portion is one or two
  expect_sound(result);
}

TYPED_TEST(Parallel, TakesEveryWinInOne) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  Search search(this->template options<ConnectFour>(2));
  expect_solves(search, wins_in_one(scaled(100), 2), iterations(20'000));
}

TYPED_TEST(Parallel, BlocksEveryLossInOne) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  Search search(this->template options<ConnectFour>(2));
  expect_solves(search, losses_in_one(scaled(100), 2), iterations(20'000));
}

TYPED_TEST(Parallel, OpensConnectFourInTheCentre) {
  using Search = typename TestFixture::template SearchOf<ConnectFour>;
  Search search(this->template options<ConnectFour>(2));
  const std::uint64_t count = kSlowdown == 1 ? 200'000 : this->fewer(50'000);
  EXPECT_EQ(search.search(ConnectFour{}, iterations(count), seeded(1)).best_move, 3U);
}

TYPED_TEST(Parallel, DrawsTicTacToeAgainstItself) {
  using Search = typename TestFixture::template SearchOf<TicTacToe>;
  Search search(this->template options<TicTacToe>(2));
  for (std::uint64_t game = 0; game < scaled(10U); ++game) {
    expect_draws_with_itself(search, iterations(5000), game);
  }
}

}  // namespace
}  // namespace banyan
