#include "parallel/strategies/slow_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <stop_token>
#include <vector>

#include "core/game/positions_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "parallel/games_test.hpp"
#include "parallel/strategies/root.hpp"

namespace banyan {
namespace {

template <Game G>
SlowTreeSearch<G> slow_engine(int threads, std::uint64_t share,
                              ExecutorKind kind = default_executor(), Merge merge = Merge::kSum) {
  typename SlowTreeSearch<G>::Options options;
  options.threads = threads;
  options.share_iterations = share;
  options.executor = kind;
  options.merge = merge;
  options.memory = std::size_t{256} << 20U;
  return SlowTreeSearch<G>(options);
}

template <Game G>
std::uint64_t root_visits(const OwnedTree<G>& tree) {
  std::uint64_t visits = 0;
  for (const RootChild& child : root_children(tree)) visits += child.visits;
  return visits;
}

/// Several trees of one position, each with its own stream.
template <Game G>
class Grove {
 public:
  explicit Grove(int trees) {
    for (int i = 0; i < trees; ++i) {
      trees_.emplace_back(std::size_t{16} << 20U, Ucb1(1.4), 1U);
      Random random(StreamKey{1, 0, 0, static_cast<std::uint64_t>(i)});
      trees_.back().start(G{}, random);
      workers_.emplace_back(trees_.back(), G{}, random);
    }
  }
  void grow(std::size_t tree, int iterations) {
    for (int i = 0; i < iterations; ++i) workers_[tree].run(SinglePlayout{});
  }
  using Top = SharedTop<G, OwnedTree<G>>;
  /// Each tree's side of the top.
  std::vector<Top> tops() {
    std::vector<Top> tops;
    for (auto& tree : trees_) tops.emplace_back(tree, G{}).plant();
    return tops;
  }
  const OwnedTree<G>& tree(std::size_t i) const { return trees_[i]; }

 private:
  std::deque<OwnedTree<G>> trees_;
  std::deque<UctIteration<OwnedTree<G>>> workers_;
};

template <class G>
class SharedTopsOf : public testing::Test {};
TYPED_TEST_SUITE(SharedTopsOf, NarrowAndWide);

TYPED_TEST(SharedTopsOf, AnExchangeAddsTheTreesUp) {
  Grove<TypeParam> grove(3);
  for (std::size_t i = 0; i < 3; ++i) grove.grow(i, 1000 * static_cast<int>(i + 1));
  std::map<std::uint32_t, RootChild> sum;
  for (std::size_t i = 0; i < 3; ++i) {
    for (const RootChild& child : root_children(grove.tree(i))) {
      sum[child.move].visits += child.visits;
      sum[child.move].points += child.points;
    }
  }
  auto tops = grove.tops();
  exchange(std::span(tops));
  for (std::size_t i = 0; i < 3; ++i) {
    for (const RootChild& child : root_children(grove.tree(i))) {
      EXPECT_EQ(child.visits, sum[child.move].visits);
      EXPECT_EQ(child.points, sum[child.move].points);
    }
    EXPECT_EQ(find_defect(grove.tree(i), false), std::nullopt);
  }
}

TYPED_TEST(SharedTopsOf, NothingCountsTwiceHoweverOftenTreesMeet) {
  Grove<TypeParam> grove(4);
  auto tops = grove.tops();
  Random random(StreamKey{5, 0, 0, 0});
  int total = 0;
  for (int round = 0; round < 40; ++round) {
    for (std::size_t i = 0; i < 4; ++i) {
      const int more = 250 + static_cast<int>(random.below(100));  // more than Hex has moves
      grove.grow(i, more);
      total += more;
    }
    for (int again = 0; again < 3; ++again) exchange(std::span(tops));
    for (std::size_t i = 0; i < 4; ++i) {
      ASSERT_EQ(root_visits<TypeParam>(grove.tree(i)), static_cast<std::uint64_t>(total));
      ASSERT_EQ(find_defect(grove.tree(i), false), std::nullopt) << round;
    }
  }
}

TYPED_TEST(SharedTopsOf, ATreeThatHasMadeNoChoiceTakesNoPart) {
  Grove<TypeParam> grove(2);
  grove.grow(0, 1000);
  grove.grow(1, 5);
  auto tops = grove.tops();
  exchange(std::span(tops));
  EXPECT_EQ(root_visits<TypeParam>(grove.tree(0)), 1000U);
  EXPECT_EQ(root_visits<TypeParam>(grove.tree(1)), 5U);
  grove.grow(1, 995);
  exchange(std::span(tops));
  EXPECT_EQ(root_visits<TypeParam>(grove.tree(0)), 2000U);
  EXPECT_EQ(root_visits<TypeParam>(grove.tree(1)), 2000U);
}

TYPED_TEST(SharedTopsOf, WithOneTreeIsTheSequentialSearch) {
  auto search = slow_engine<TypeParam>(1, 500);
  SequentialSearch<TypeParam> sequential{SearchOptions{}};
  const SearchResult ours = search.search(TypeParam{}, iterations(10'000), {1, 2, 3, 4});
  EXPECT_EQ(ours.counters.at("exchanges"), 19U);
  expect_same(ours, sequential.search(TypeParam{}, iterations(10'000), {1, 2, 3, 4}));
}

TYPED_TEST(SharedTopsOf, EveryTreeKnowsAllButTheOthersLastRound) {
  for (const int threads : {2, 8}) {
    auto search = slow_engine<TypeParam>(threads, 500);
    const auto n = static_cast<std::uint64_t>(threads);
    const SearchResult result = search.search(TypeParam{}, iterations(n * 2000), seeded(1));
    EXPECT_EQ(result.counters.at("exchanges"), 3U);
    // No move of Hex has a twentieth of the visits so soon.
    EXPECT_GE(result.counters.at("shared_positions"), TypeParam::kMaxMoves <= 16 ? 2U : 1U);
    for (int i = 0; i < threads; ++i) {
      EXPECT_EQ(root_visits<TypeParam>(search.tree(i)), 2000 + (n - 1) * 1500);
      EXPECT_EQ(find_defect(search.tree(i), false), std::nullopt);
    }
    expect_sound(result);  // the root's visits are the playouts
  }
}

TYPED_TEST(SharedTopsOf, RepeatsItselfWhateverRunsItsThreads) {
  for (const int threads : {2, 8}) {
    auto plain = slow_engine<TypeParam>(threads, 300, ExecutorKind::kJthread);
    auto standard = slow_engine<TypeParam>(threads, 300);
    const SearchResult once = plain.search(TypeParam{}, iterations(9001), seeded(1));
    expect_same(once, standard.search(TypeParam{}, iterations(9001), seeded(1)));
    expect_same(once, standard.search(TypeParam{}, iterations(9001), seeded(1)));
  }
}

TYPED_TEST(SharedTopsOf, RunsExactlyTheIterationsAndPlayouts) {
  for (const int threads : {1, 2, 8, 64}) {
    for (const std::uint64_t share : {1U, 100U, 1'000'000U}) {
      auto search = slow_engine<TypeParam>(threads, share);
      for (const std::uint64_t count : {1U, 7U, 100U, 2345U}) {
        for (const Limits& limits : {iterations(count), playouts(count)}) {
          const SearchResult result = search.search(TypeParam{}, limits, seeded(count));
          ASSERT_EQ(result.iterations, count);
          ASSERT_EQ(result.visits(), count);
          expect_sound(result);
        }
      }
    }
  }
}

TEST(SharedTops, WithoutAnExchangeIsRootParallelism) {
  auto slow = slow_engine<ConnectFour>(4, 1'000'000);
  RootSearch<ConnectFour>::Options options;
  options.threads = 4;
  options.memory = std::size_t{256} << 20U;
  RootSearch<ConnectFour> root(options);
  const SearchResult ours = slow.search(ConnectFour{}, iterations(8000), seeded(1));
  const SearchResult theirs = root.search(ConnectFour{}, iterations(8000), seeded(1));
  EXPECT_EQ(ours.counters.at("exchanges"), 0U);
  EXPECT_TRUE(same_children(ours, theirs));
  EXPECT_EQ(ours.best_move, theirs.best_move);
}

TEST(SharedTops, ExchangesMakeTheTreesAgree) {
  // The largest difference between two trees' mean value of one move of the root.
  const auto spread = [](std::uint64_t share) {
    auto search = slow_engine<ConnectFour>(4, share);
    search.search(ConnectFour{}, iterations(8000), seeded(1));
    double widest = 0;
    for (std::size_t move = 0; move < 7; ++move) {
      double lowest = 1;
      double highest = 0;
      for (int i = 0; i < 4; ++i) {
        const double mean = root_children(search.tree(i))[move].mean();
        lowest = std::min(lowest, mean);
        highest = std::max(highest, mean);
      }
      widest = std::max(widest, highest - lowest);
    }
    return widest;
  };
  EXPECT_LT(spread(100), spread(1'000'000) / 2);
}

TEST(SharedTops, FindsWinsAndBlocksByEveryMerge) {
  for (const Merge merge : {Merge::kSum, Merge::kAverage, Merge::kMajority, Merge::kMax}) {
    auto search = slow_engine<ConnectFour>(4, 500, default_executor(), merge);
    expect_solves(search, wins_in_one(scaled(20), 3), iterations(8000));
    expect_solves(search, losses_in_one(scaled(20), 3), iterations(8000));
  }
}

TEST(SharedTops, ExchangesByTheClock) {
  SlowTreeSearch<ConnectFour>::Options options;
  options.threads = 2;
  options.share_time = std::chrono::milliseconds(1);
  options.memory = std::size_t{256} << 20U;
  SlowTreeSearch<ConnectFour> search(options);
  {
    const TestClock clock(TestClock::kSlow);
    const Limits limits{1'000'000, 0, std::chrono::milliseconds(30)};
    const SearchResult timed = search.search(ConnectFour{}, limits, seeded(1));
    EXPECT_EQ(timed.counters.at("exchanges"), 29U);  // the thirtieth millisecond ends the search
    expect_sound(timed);
  }
  const SearchResult counted = search.search(ConnectFour{}, iterations(12'345), seeded(1));
  EXPECT_EQ(counted.iterations, 12'345U);
  expect_sound(counted);
}

TEST(SharedTops, StopsWhenAskedTo) {
  auto search = slow_engine<ConnectFour>(2, 100);
  std::stop_source stop;
  stop.request_stop();
  const SearchResult result = search.search(ConnectFour{}, Limits{}, seeded(1), stop.get_token());
  EXPECT_GE(result.iterations, 1U);
  EXPECT_LE(result.iterations, 4U);
  expect_sound(result);
}

TEST(SharedTops, AFullArenaStopsTheTreesAndNotTheSearch) {
  SlowTreeSearch<Hex<11>>::Options options;
  options.threads = 8;
  options.memory = 0;
  options.share_iterations = 200;
  SlowTreeSearch<Hex<11>> search(options);
  const SearchResult result = search.search(Hex<11>{}, iterations(scaled(40'000)), seeded(1));
  EXPECT_EQ(result.iterations, scaled(40'000U));
  expect_sound(result);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(find_defect(search.tree(i), false), std::nullopt);
}

}  // namespace
}  // namespace banyan
