#include "parallel/strategies/tree.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

#include "core/game/positions_test.hpp"
#include "core/game/test_game_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/games_test.hpp"
#include "parallel/reference_test.hpp"

namespace banyan {
namespace {

template <Game G>
using PackedSearch = TreeSearch<G, PackedLoss>;

template <Game G>
PackedSearch<G> packed_engine(int threads, std::uint32_t virtual_loss,
                              ExecutorKind kind = default_executor(),
                              std::uint32_t expand_after = 1) {
  typename PackedSearch<G>::Options options;
  options.threads = threads;
  options.sharing = PackedLoss(virtual_loss);
  options.executor = kind;
  options.expand_after = expand_after;
  options.memory = std::size_t{256} << 20U;
  return PackedSearch<G>(options);
}

template <class G>
class TreeSearchOf : public testing::Test {};
TYPED_TEST_SUITE(TreeSearchOf, StrategyGames);

TYPED_TEST(TreeSearchOf, WithOneThreadIsASequentialSearch) {
  const StreamKey key{1, 2, 3, 4};
  for (const std::uint32_t expand_after : {1U, 5U}) {
    const SearchResult plain = sequential<TypeParam>(10'000, key, expand_after);
    for (const std::uint32_t virtual_loss : {0U, 1U, 3U}) {
      auto tree = packed_engine<TypeParam>(1, virtual_loss, default_executor(), expand_after);
      expect_same(tree.search(TypeParam{}, iterations(10'000), key), plain);
      EXPECT_EQ(find_defect(tree.tree(), true), std::nullopt);
    }
  }
}

TEST(TreeSearch, WithOneThreadVisitsWhatTheSequentialEngineDoesInNarrowGames) {
  SequentialSearch<ConnectFour> sequential(SearchOptions{});
  auto tree = packed_engine<ConnectFour>(1, 1);
  SearchResult theirs = sequential.search(ConnectFour{}, iterations(10'000), seeded(1));
  const SearchResult ours = tree.search(ConnectFour{}, iterations(10'000), seeded(1));
  theirs.tree.bytes = ours.tree.bytes;  // blocks may be laid out differently
  expect_same(ours, theirs);
}

TYPED_TEST(TreeSearchOf, LeavesNoVirtualLossBehind) {
  constexpr std::uint64_t kIterations = scaled(40'000);
  for (const ExecutorKind kind : {ExecutorKind::kJthread, default_executor()}) {
    for (const int threads : {2, 8}) {
      for (const std::uint32_t virtual_loss : {0U, 1U, 3U, 100U}) {
        auto search = packed_engine<TypeParam>(threads, virtual_loss, kind);
        const auto result = search.search(TypeParam{}, iterations(kIterations), seeded(1));
        EXPECT_EQ(result.root_visits(), kIterations);
        EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
        expect_sound(result);
      }
    }
  }
}

TEST(TreeSearch, FindsWinsAndBlocksWithEveryVirtualLoss) {
  for (const std::uint32_t virtual_loss : {0U, 1U, 3U}) {
    auto search = packed_engine<ConnectFour>(8, virtual_loss);
    expect_solves(search, wins_in_one(scaled(30), 4), iterations(20'000));
    expect_solves(search, losses_in_one(scaled(30), 4), iterations(20'000));
  }
}

TEST(TreeSearch, ThreadsRaceForFewChildrenWithoutALoss) {
  // A position with few moves left: many threads, hardly any nodes, finished games everywhere.
  constexpr std::uint64_t kIterations = scaled(20'000);
  auto search = packed_engine<TicTacToe>(8, 1, ExecutorKind::kJthread);
  for (const Problem<TicTacToe>& problem : endgames(20, 5)) {
    const auto result = search.search(problem.position, iterations(kIterations), seeded(1));
    EXPECT_EQ(result.root_visits(), kIterations);
    EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
    EXPECT_TRUE(problem.solved_by(result.best_move)) << problem.position.board();
  }
}

TEST(TreeSearch, GivesUpTheRestOfAPortionWhereThreadsWaitForOneAnother) {
  constexpr int kLast = 1100;
  for (const auto lock : {ClassicLock::kGlobal, ClassicLock::kNode}) {
    for (const int threads : {1, 8}) {
      const TestClock clock;
      TreeSearch<TestGame, CountedDescents>::Options options;
      options.threads = threads;
      options.sharing = CountedDescents(lock);
      options.memory = std::size_t{256} << 20U;
      TreeSearch<TestGame, CountedDescents> search(options);
      const auto stop = TestGame::start(std::chrono::microseconds(1), kLast);
      expect_sound(search.search(TestGame{}, iterations(100'000), seeded(1), stop));
      EXPECT_LT(TestGame::playouts, kLast + threads);  // other threads' playouts in progress
    }
  }
}

/// What a first visitor finds when another thread expands its leaf at that moment.
template <class Tree>
void expect_first_visitors_to_end_at_leaves(Tree tree) {
  Random random(StreamKey{1, 0, 0, 0});
  tree.start(ConnectFour{}, random);
  Arena::Lane lane(tree.arena());
  for (Slot slot = 0; slot < 7; ++slot) {
    ConnectFour child;
    child.play(tree.move(tree.root(), slot));
    ASSERT_NE(tree.expand(tree.root(), slot, child, random, lane), kNoNode);
  }
  UctIteration<Tree> iteration(tree, ConnectFour{}, random);
  for (int i = 0; i < 7; ++i) iteration.run(SinglePlayout{});
  EXPECT_EQ(iteration.counts().depth_max, 1U);
  iteration.run(SinglePlayout{});
  EXPECT_EQ(iteration.counts().depth_max, 2U);
  EXPECT_EQ(find_defect(tree, false), std::nullopt);
}

TEST(TreeSearch, GivesEveryNodeAVisitOfItsOwnThoughAnotherThreadWasFasterToExpandIt) {
  constexpr std::size_t kMemory = std::size_t{16} << 20U;
  expect_first_visitors_to_end_at_leaves(
      Tree<ConnectFour, PackedLoss>(kMemory, Ucb1(1.4), 1, PackedLoss(1)));
  for (const auto lock : {ClassicLock::kFree, ClassicLock::kNode}) {
    expect_first_visitors_to_end_at_leaves(
        ClassicTree<ConnectFour>(kMemory, Ucb1(1.4), 1, CountedDescents(lock)));
  }
}

TEST(TreeSearch, NeverMakesANodeTwice) {
  // Each child is tried once: as many nodes as children with visits, and the root.
  auto search = packed_engine<ConnectFour>(8, 1);
  const auto result = search.search(ConnectFour{}, iterations(scaled(100'000)), seeded(1));
  EXPECT_EQ(result.tree.nodes, visited_nodes(search.tree()));
}

}  // namespace
}  // namespace banyan
