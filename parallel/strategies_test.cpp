// The invariants of every strategy: leaf, root and tree parallel search.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/game/positions_test.hpp"
#include "core/game/test_game_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/executors/pinning.hpp"
#include "parallel/strategies/leaf.hpp"
#include "parallel/strategies/root.hpp"
#include "parallel/strategies/slow_tree.hpp"
#include "parallel/strategies/tree.hpp"

namespace banyan {
namespace {

/// A search by any of the strategies, so that the tests are compiled once per game, not per
/// strategy.
template <class G>
class AnySearch {
 public:
  /// `defect` looks for a defect in all trees of a search.
  template <class Search, class Defect>
  AnySearch(std::shared_ptr<Search> search, Defect defect)
      : search_([search](const G& position, const Limits& limits, const StreamKey& key,
                         std::stop_token stop) {
          return search->search(position, limits, key, std::move(stop));
        }),
        defect_([search, defect] { return defect(*search); }) {}

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    return search_(position, limits, key, std::move(stop));
  }
  [[nodiscard]] std::optional<std::string> defect() const { return defect_(); }

 private:
  std::function<SearchResult(const G&, const Limits&, const StreamKey&, std::stop_token)> search_;
  std::function<std::optional<std::string>()> defect_;
};

enum class Strategy : std::uint8_t { kLeaf, kRoot, kSlowTree, kTree, kTreeInTasks, kTreePinned };
constexpr std::array kStrategies{Strategy::kLeaf, Strategy::kRoot,        Strategy::kSlowTree,
                                 Strategy::kTree, Strategy::kTreeInTasks, Strategy::kTreePinned};
constexpr std::array kNames{"leaf", "root", "slow_tree", "tree", "tree_in_tasks", "tree_pinned"};
constexpr std::uint64_t kGrain = 8;  // of the tree in tasks

template <class Search>
typename Search::Options options_of(ParallelOptions options) {
  typename Search::Options all;
  static_cast<ParallelOptions&>(all) = std::move(options);
  return all;
}

template <class G>
AnySearch<G> make_search(Strategy strategy, ParallelOptions options) {
  const auto defect_of_one = [](const auto& search) { return find_defect(search.tree(), false); };
  const auto defect_of_all = [threads = options.threads](const auto& search) {
    for (int i = 0; i < threads; ++i) {
      if (auto defect = find_defect(search.tree(i), false)) return defect;
    }
    return std::optional<std::string>();
  };
  if (strategy == Strategy::kLeaf) {
    using Search = LeafSearch<G>;
    return {std::make_shared<Search>(options_of<Search>(options)), defect_of_one};
  }
  if (strategy == Strategy::kRoot) {
    using Search = RootSearch<G>;
    return {std::make_shared<Search>(options_of<Search>(options)), defect_of_all};
  }
  if (strategy == Strategy::kSlowTree) {
    using Search = SlowTreeSearch<G>;
    auto with = options_of<Search>(options);
    with.share_iterations = 100;
    return {std::make_shared<Search>(with), defect_of_all};
  }
  using Search = TreeSearch<G, PackedLoss>;
  if (strategy == Strategy::kTreePinned) options.executor.cpus = cpus_of_thread();
  auto with = options_of<Search>(options);
  if (strategy == Strategy::kTreeInTasks) with.grain = kGrain;
  return {std::make_shared<Search>(with), defect_of_one};
}

/// Whether every continuation ends in a draw.
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

class Parallel : public testing::TestWithParam<Strategy> {
 protected:
  static ParallelOptions options(int threads, ExecutorKind kind = default_executor()) {
    ParallelOptions options;
    options.threads = threads;
    options.executor = kind;
    options.memory = std::size_t{256} << 20U;
    return options;
  }

  template <class G>
  static AnySearch<G> search_of(ParallelOptions options) {
    return make_search<G>(GetParam(), std::move(options));
  }

  template <Game G>
  static void expect_sound_trees(std::uint64_t count) {
    Random random(StreamKey{7, 0, 0, 0});
    for (const int threads : {2, 8}) {
      for (const std::uint32_t expand_after : {1U, 2U, 20U}) {
        auto with = options(threads);
        with.expand_after = expand_after;
        auto search = search_of<G>(with);
        for (int plies = 0; plies < 3; ++plies) {
          const auto position = random_position(G{}, plies, random);
          ASSERT_TRUE(position.has_value());
          const SearchResult result = search.search(*position, iterations(count), seeded(1));
          EXPECT_EQ(result.iterations, count);
          EXPECT_EQ(search.defect(), std::nullopt);
          expect_sound(result);
        }
      }
    }
  }

  static bool leaf() { return GetParam() == Strategy::kLeaf; }

  /// Iterations of `leaf` are eight playouts each, and wait for all threads twice.
  static std::uint64_t fewer(std::uint64_t count) { return leaf() ? count / 8 : count; }
};
INSTANTIATE_TEST_SUITE_P(Strategies, Parallel, testing::ValuesIn(kStrategies),
                         [](const auto& strategy) {
                           return std::string(kNames[static_cast<std::size_t>(strategy.param)]);
                         });

TEST_P(Parallel, RunsExactlyTheIterations) {
  for (const ExecutorKind kind : executors()) {
    for (const int threads : {1, 2, 8, 64}) {
      auto search = search_of<ConnectFour>(options(threads, kind));
      for (const std::uint64_t count : {1U, 2U, 7U, 1000U, 2345U}) {
        const SearchResult result = search.search(ConnectFour{}, iterations(count), seeded(count));
        EXPECT_EQ(result.iterations, count);
        EXPECT_EQ(result.visits(), leaf() ? 8 * count : count);
        expect_sound(result);
        EXPECT_EQ(search.defect(), std::nullopt);
      }
    }
  }
}

TEST_P(Parallel, RunsExactlyThePlayouts) {
  for (const ExecutorKind kind : executors()) {
    for (const int threads : {1, 2, 8}) {
      auto search = search_of<ConnectFour>(options(threads, kind));
      for (const std::uint64_t count : {1U, 2U, 7U, 8U, 9U, 1000U, 12345U}) {
        const SearchResult result = search.search(ConnectFour{}, playouts(count), seeded(count));
        EXPECT_EQ(result.visits(), count);
        EXPECT_EQ(result.iterations, leaf() ? (count + 7) / 8 : count);
        expect_sound(result);
        EXPECT_EQ(search.defect(), std::nullopt);
      }
    }
  }
}

TEST_P(Parallel, LeavesSoundTreesOfTicTacToe) {
  expect_sound_trees<TicTacToe>(fewer(scaled(40'000)));
}
TEST_P(Parallel, LeavesSoundTreesOfConnectFour) {
  expect_sound_trees<ConnectFour>(fewer(scaled(40'000)));
}
TEST_P(Parallel, LeavesSoundTreesOfHex) { expect_sound_trees<Hex<11>>(fewer(scaled(20'000))); }

TEST_P(Parallel, SlowLosesNothingInMillionsOfIterations) {
  for (const int threads : {1, 2, 8, 64}) {
    auto search = search_of<ConnectFour>(options(threads));
    const std::uint64_t count = fewer(scaled(800'000));
    const SearchResult result = search.search(ConnectFour{}, iterations(count), seeded(1));
    EXPECT_EQ(result.iterations, count);
    EXPECT_EQ(search.defect(), std::nullopt);
    expect_sound(result);
  }
}

TEST_P(Parallel, AFullArenaStopsTheTreeAndNotTheSearch) {
  constexpr int kThreads = 8;
  auto with = options(kThreads);
  with.memory = std::size_t{1} << 20U;
  auto search = search_of<ConnectFour>(with);
  const std::uint64_t count = scaled(leaf() ? 50'000U : 150'000U);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const SearchResult result = search.search(ConnectFour{}, iterations(count), seeded(seed));
    EXPECT_EQ(result.iterations, count);
    EXPECT_LE(result.tree.bytes, with.memory);
    if (kSlowdown == 1) {
      EXPECT_GT(result.counters.at("refused_expansions"), 0U);
    }
    EXPECT_EQ(search.defect(), std::nullopt);
    expect_sound(result);
  }
}

TEST_P(Parallel, ManyThreadsOnTheSmallestArenaFinishTheSearch) {
  auto with = options(8);
  with.memory = 0;
  auto search = search_of<ConnectFour>(with);
  const std::uint64_t count = fewer(scaled(80'000));
  const SearchResult result = search.search(ConnectFour{}, iterations(count), seeded(1));
  EXPECT_EQ(result.iterations, count);
  if (kSlowdown == 1) {
    EXPECT_GT(result.counters.at("refused_expansions"), 0U);
  }
  EXPECT_EQ(search.defect(), std::nullopt);
  expect_sound(result);
}

TEST_P(Parallel, AnotherKeyGivesAnotherResult) {
  auto search = search_of<ConnectFour>(options(1));
  const auto run = [&](const StreamKey& key) {
    return search.search(ConnectFour{}, iterations(2000), key);
  };
  const SearchResult base = run({0, 0, 0, 0});
  EXPECT_FALSE(same_children(base, run({1, 0, 0, 0})));
  EXPECT_FALSE(same_children(base, run({0, 1, 0, 0})));
  EXPECT_FALSE(same_children(base, run({0, 0, 1, 0})));
}

TEST_P(Parallel, NoTwoPlayoutsSeeTheSameRandomNumbers) {
  auto search = search_of<TestGame>(options(8));
  const std::vector<std::uint64_t> seen = TestGame::numbers_seen([&] {
    // Another seed, game, move or worker is another stream.
    for (const StreamKey& key : {StreamKey{0, 0, 0, 0}, StreamKey{1, 0, 0, 0},
                                 StreamKey{0, 1, 0, 0}, StreamKey{0, 0, 1, 0}}) {
      search.search(TestGame{}, playouts(scaled(8000)), key);
    }
  });
  EXPECT_GE(seen.size(), 4U * scaled(8000U) / 2);
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

TEST_P(Parallel, StopsAtATimeLimit) {
  const TestClock clock(TestClock::kSlow);
  const Limits limits = looks(1000);
  for (const ExecutorKind kind : executors()) {
    for (const int threads : {1, 2, 8}) {
      auto search = search_of<ConnectFour>(options(threads, kind));
      const SearchResult result = search.search(ConnectFour{}, limits, seeded(1));
      // One clock reading per iteration; some more at the beginning and the end of each thread or
      // round, or by tasks that come too late.
      const int at_the_end = GetParam() == Strategy::kTreeInTasks ? 257 : 3;
      EXPECT_GE(result.iterations, 900U);
      EXPECT_LE(result.iterations, kGrain * 1000);
      expect_in_time(result, limits, at_the_end * threads + 2);
      expect_sound(result);
      EXPECT_EQ(search.defect(), std::nullopt);
    }
  }
}

TEST_P(Parallel, StopsSoonAfterAStopRequest) {
  const TestClock clock;
  constexpr int kLast = 1100;
  for (const int threads : {1, 2, 8}) {
    auto search = search_of<TestGame>(options(threads));
    const auto stop = TestGame::start(std::chrono::microseconds(1), kLast);
    expect_sound(search.search(TestGame{}, iterations(100'000), seeded(1), stop));
    EXPECT_GE(TestGame::playouts, kLast);
    // A portion per thread: 50 us, and other threads' playouts do not lengthen it.
    EXPECT_LE(TestGame::playouts, kLast + 50 * threads);
    EXPECT_EQ(search.defect(), std::nullopt);
  }
}

TEST_P(Parallel, LooksForAStopAfterEveryFewIterationsWhereTheyAreSlow) {
  const TestClock clock;
  constexpr int kThreads = 8;
  constexpr int kLast = 50;
  auto search = search_of<TestGame>(options(kThreads));
  const auto stop = TestGame::start(std::chrono::microseconds(200), kLast);
  expect_sound(search.search(TestGame{}, iterations(100'000), seeded(1), stop));
  // Iterations in flight: one of `leaf` is 8 playouts, a task as many; portions are one.
  EXPECT_GE(TestGame::playouts, kLast);
  EXPECT_LE(TestGame::playouts, kLast + 8 * kThreads);
}

TEST_P(Parallel, CountsADrawAsHalfAWin) {
  auto search = search_of<TicTacToe>(options(2));
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

TEST_P(Parallel, CountsWhatEachWorkerDid) {
  if (leaf()) GTEST_SKIP() << "one thread alone runs leaf's iterations";
  for (const int threads : {1, 2, 8}) {
    auto search = search_of<ConnectFour>(options(threads));
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

TEST_P(Parallel, FindsAMoveEvenWhenStoppedBefore) {
  auto search = search_of<ConnectFour>(options(8));
  std::stop_source stop;
  stop.request_stop();
  const SearchResult result = search.search(ConnectFour{}, Limits{}, seeded(1), stop.get_token());
  EXPECT_GE(result.iterations, 1U);
  EXPECT_LE(result.iterations, 8 * kGrain);  // without tasks a first portion is one or two
  expect_sound(result);
}

TEST_P(Parallel, TakesEveryWinInOne) {
  auto search = search_of<ConnectFour>(options(2));
  expect_solves(search, wins_in_one(scaled(100), 2), iterations(20'000));
}

TEST_P(Parallel, BlocksEveryLossInOne) {
  auto search = search_of<ConnectFour>(options(2));
  expect_solves(search, losses_in_one(scaled(100), 2), iterations(20'000));
}

TEST_P(Parallel, OpensConnectFourInTheCentre) {
  auto search = search_of<ConnectFour>(options(2));
  const std::uint64_t count = kSlowdown == 1 ? 200'000 : fewer(50'000);
  EXPECT_EQ(search.search(ConnectFour{}, iterations(count), seeded(1)).best_move, 3U);
}

TEST_P(Parallel, DrawsTicTacToeAgainstItself) {
  auto search = search_of<TicTacToe>(options(2));
  for (std::uint64_t game = 0; game < scaled(10U); ++game) {
    expect_draws_with_itself(search, iterations(5000), game);
  }
}

}  // namespace
}  // namespace banyan
