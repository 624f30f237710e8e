#include "parallel/strategies/leaf.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "core/game/test_game_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

template <Game G>
LeafSearch<G> leaf_engine(int threads, int playouts, ExecutorKind kind = default_executor()) {
  typename LeafSearch<G>::Options options;
  options.threads = threads;
  options.playouts = playouts;
  options.executor = kind;
  options.memory = std::size_t{64} << 20U;
  return LeafSearch<G>(options);
}

TEST(LeafSearch, PlaysTheGamesGivenFromEachLeaf) {
  for (const int threads : {1, 2, 8}) {
    for (const int games : {1, 2, 3, 8, 17}) {
      auto search = leaf_engine<TicTacToe>(threads, games);  // where many leaves are finished games
      const SearchResult result = search.search(TicTacToe{}, iterations(1000), seeded(1));
      EXPECT_EQ(result.iterations, 1000U);
      EXPECT_EQ(result.visits(), 1000U * static_cast<unsigned>(games));
      expect_sound(result);
    }
  }
}

TEST(LeafSearch, AStopOrTheTimeEndsTheSearchAmongThePlayoutsFromALeaf) {
  using namespace std::chrono_literals;
  const TestClock clock;
  for (const int threads : {1, 4}) {
    for (const bool asked : {false, true}) {
      auto search = leaf_engine<TestGame>(threads, 65'536);
      const auto stop = TestGame::start(1ms, asked ? 2000 : 0);
      const Limits limits{5, 0, asked ? 0s : 2s};
      const SearchResult result = search.search(TestGame{}, limits, seeded(1), stop);
      EXPECT_EQ(result.playouts, static_cast<std::uint64_t>(TestGame::playouts));
      EXPECT_EQ(result.root_visits(), result.visits());
      EXPECT_GE(result.visits(), 2000U);
      EXPECT_LE(result.visits(), 2000U + 2 * 1024);
    }
  }
}

TEST(LeafSearch, GivesTheSameResultWhateverRunsItsThreads) {
  for (const int threads : {1, 2, 8}) {
    auto plain = leaf_engine<ConnectFour>(threads, 8, ExecutorKind::kJthread);
    auto standard = leaf_engine<ConnectFour>(threads, 8);
    const SearchResult once = plain.search(ConnectFour{}, iterations(500), seeded(1));
    expect_same(once, standard.search(ConnectFour{}, iterations(500), seeded(1)));
    expect_same(once, standard.search(ConnectFour{}, iterations(500), seeded(1)));
  }
}

TEST(LeafSearch, OnePlayoutALeafGivesOtherStreamsButTheSameCounts) {
  auto leaf = leaf_engine<ConnectFour>(1, 1);
  SequentialSearch<ConnectFour> sequential(SearchOptions{});
  const SearchResult ours = leaf.search(ConnectFour{}, iterations(3000), seeded(1));
  const SearchResult theirs = sequential.search(ConnectFour{}, iterations(3000), seeded(1));
  EXPECT_EQ(ours.visits(), theirs.visits());
  EXPECT_EQ(ours.root_visits(), theirs.root_visits());
  EXPECT_FALSE(same_children(ours, theirs));
  EXPECT_EQ(find_defect(leaf.tree(), true), std::nullopt);
}

TEST(LeafSearch, ThePlayoutsFromALeafDiffer) {
  // With one stream for all threads every sum would be eight times the first thread's.
  auto search = leaf_engine<ConnectFour>(8, 64);
  const SearchResult result = search.search(ConnectFour{}, iterations(7), seeded(1));
  bool all_eightfold = true;
  for (const RootChild& child : result.children) {
    EXPECT_EQ(child.visits, 64U);
    EXPECT_GT(child.points, 0U);
    EXPECT_LT(child.points, 2 * child.visits);
    all_eightfold = all_eightfold && child.points % 8 == 0;
  }
  EXPECT_FALSE(all_eightfold);
}

// Eight games of a vector take as long as four, so half of them for each of two threads would only
// add what the threads wait for each other.
TEST(LeafSearch, GivesThreadsFullVectorsOfPlayouts) {
  auto one = leaf_engine<ConnectFour>(1, 8);
  auto two = leaf_engine<ConnectFour>(2, 8);
  expect_same(one.search(ConnectFour{}, iterations(500), seeded(1)),
              two.search(ConnectFour{}, iterations(500), seeded(1)));
  auto one_of_many = leaf_engine<ConnectFour>(1, 16);
  auto two_of_many = leaf_engine<ConnectFour>(2, 16);
  EXPECT_FALSE(same_children(one_of_many.search(ConnectFour{}, iterations(500), seeded(1)),
                             two_of_many.search(ConnectFour{}, iterations(500), seeded(1))));
}

TEST(LeafSearch, MorePlayoutsALeafMakeSmallerTrees) {
  auto few = leaf_engine<ConnectFour>(1, 2);
  auto many = leaf_engine<ConnectFour>(1, 16);
  const auto nodes = [](auto& search) {
    return search.search(ConnectFour{}, playouts(16'000), seeded(1)).tree.nodes;
  };
  EXPECT_EQ(nodes(few), 8001U);
  EXPECT_EQ(nodes(many), 1001U);
}

}  // namespace
}  // namespace banyan
