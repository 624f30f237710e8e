#include "core/search/uct.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "core/game/positions_test.hpp"
#include "core/result/inspect.hpp"
#include "core/search/search.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

/// A tree and one worker on it.
template <Game G>
struct Worker {
  explicit Worker(const G& position, std::uint32_t expand_after = 1)
      : tree(std::size_t{1} << 22U, Ucb1(1.4), expand_after), iteration(start(position)) {}

  UctIteration<Tree<G>> start(const G& position) {
    Random random(StreamKey{1, 0, 0, 0});
    tree.start(position, random);
    return UctIteration<Tree<G>>(tree, position, random);
  }
  template <class PlayoutPolicy>
  void run(int iterations, PlayoutPolicy playout, std::uint32_t games = 1) {
    for (int i = 0; i < iterations; ++i) iteration.run(playout, games);
  }
  [[nodiscard]] std::uint64_t root_visits() const {
    std::uint64_t visits = 0;
    for (const RootChild& child : root_children(tree)) visits += child.visits;
    return visits;
  }

  Tree<G> tree;
  UctIteration<Tree<G>> iteration;
};

/// A playout policy by which player 0 wins every game.
constexpr auto kFirstWins = [](const auto&, Random&) { return Evaluation{1, kWin}; };

/// Whether every child at even depth (from 0) has only wins and every other only losses.
template <Game G>
void expect_wins_at(const Tree<G>& tree, Node node, bool wins) {
  for (Slot slot = 0; slot < tree.tried(node); ++slot) {
    const Stat stat = tree.stat(node, slot);
    ASSERT_EQ(points_of(stat), wins ? 2 * visits_of(stat) : 0);
    if (tree.child(node, slot) != kNoNode) expect_wins_at(tree, tree.child(node, slot), !wins);
  }
}

TEST(Iteration, BacksUpResultsAsSeenByWhoMovedIntoTheNode) {
  Worker<ConnectFour> worker(ConnectFour{});
  worker.run(300, kFirstWins);
  expect_wins_at(worker.tree, worker.tree.root(), true);
}

/// Whether a child has only wins if player 0 moved into it, and only losses if player 1 did.
void expect_wins_of_the_first(const Tree<DotsAndBoxes>& tree, Node node,
                              const DotsAndBoxes& position, int& moved_on) {
  for (Slot slot = 0; slot < tree.tried(node); ++slot) {
    const Stat stat = tree.stat(node, slot);
    ASSERT_EQ(points_of(stat), position.to_move() == 0 ? 2 * visits_of(stat) : 0);
    DotsAndBoxes next = position;
    next.play(tree.move(node, slot));
    if (tree.child(node, slot) == kNoNode) continue;
    if (next.to_move() == position.to_move()) ++moved_on;
    expect_wins_of_the_first(tree, tree.child(node, slot), next, moved_on);
  }
}

TEST(Iteration, BacksUpToWhoeverMovedWherePlayersDoNotAlternate) {
  DotsAndBoxes position(2, 2);  // far from over
  for (const char* move : {"a1b1", "a1a2", "a2b2"}) position.play(*position.parse(move));
  Worker<DotsAndBoxes> worker(position);
  worker.run(300, kFirstWins);
  int moved_on = 0;
  expect_wins_of_the_first(worker.tree, worker.tree.root(), position, moved_on);
  EXPECT_GT(moved_on, 0);
}

TEST(Iteration, BacksUpForTheSecondPlayerAtTheRootToo) {
  Worker<ConnectFour> worker(after(ConnectFour{}, 3));
  worker.run(300, kFirstWins);
  expect_wins_at(worker.tree, worker.tree.root(), false);
}

TEST(Iteration, AddsOneChildToTheTreeAtMost) {
  Worker<ConnectFour> worker(ConnectFour{});
  for (std::uint64_t i = 1; i <= 200; ++i) {
    worker.run(1, SinglePlayout{});
    EXPECT_EQ(worker.iteration.counts().nodes, i);  // nowhere near the end of a game
  }
}

TEST(Iteration, TriesEveryMoveBeforeAnyAgain) {
  Worker<TicTacToe> worker(TicTacToe{});
  worker.run(9, SinglePlayout{});
  for (const RootChild& child : root_children(worker.tree)) EXPECT_EQ(child.visits, 1U);
  EXPECT_EQ(worker.iteration.counts().depth_max, 1U);
}

TEST(Iteration, ExpandsANodeAfterTheVisitsGiven) {
  for (const std::uint32_t expand_after : {1U, 2U, 20U}) {
    Worker<ConnectFour> worker(ConnectFour{}, expand_after);
    const auto first_round = static_cast<int>(7 * expand_after);
    worker.run(first_round, [](const auto&, Random&) { return Evaluation{1, kDraw}; });
    EXPECT_EQ(worker.iteration.counts().depth_max, 1U);  // equal results: all get equal visits
    worker.run(1, kFirstWins);
    EXPECT_EQ(worker.iteration.counts().depth_max, 2U);
  }
}

TEST(Iteration, CountsOnePlayoutAndOneVisitEach) {
  Worker<TicTacToe> worker(TicTacToe{});
  worker.run(1000, SinglePlayout{});
  EXPECT_EQ(worker.iteration.counts().iterations, 1000U);
  EXPECT_EQ(worker.iteration.counts().visits, 1000U);
  EXPECT_EQ(worker.root_visits(), 1000U);
}

TEST(Iteration, WeighsAnEvaluationByItsGames) {
  Worker<ConnectFour> worker(ConnectFour{});
  worker.run(
      7,
      [](const auto&, Random&) {
        return Evaluation{8, 5};
      },
      8);
  for (const RootChild& child : root_children(worker.tree)) {
    EXPECT_EQ(child.visits, 8U);
    EXPECT_EQ(child.points, 5U);
  }
  EXPECT_EQ(worker.iteration.counts().iterations, 7U);
  EXPECT_EQ(worker.iteration.counts().visits, 56U);
}

TEST(Iteration, WeighsAFinishedGameLikeAPlayout) {
  Worker<TicTacToe> worker(late_positions(4).front());
  const auto eight = [](const auto&, Random&) { return Evaluation{8, 8}; };
  worker.run(2000, eight, 8);
  EXPECT_GT(worker.iteration.counts().finished, 0U);
  EXPECT_EQ(worker.root_visits(), 16000U);
  EXPECT_EQ(worker.iteration.counts().visits, 16000U);
}

TEST(Iteration, PlaysOutNoFinishedGame) {
  Worker<TicTacToe> worker(TicTacToe{});
  std::uint64_t played = 0;
  worker.run(5000, [&](const TicTacToe& position, Random& random) {
    EXPECT_FALSE(position.over());
    ++played;
    return SinglePlayout{}(position, random);
  });
  EXPECT_GT(worker.iteration.counts().finished, 0U);
  EXPECT_EQ(played + worker.iteration.counts().finished, 5000U);
}

TEST(Iteration, NeverExpandsAFinishedGame) {
  Worker<TicTacToe> worker(TicTacToe{});
  worker.run(100'000, SinglePlayout{});
  // The whole game tree has no line of more than nine moves, and 549 946 nodes (root included).
  EXPECT_EQ(worker.iteration.counts().depth_max, 9U);
  EXPECT_LT(worker.iteration.counts().nodes, 549'946U);
}

TEST(Iteration, PlaysOutFromThePositionOfTheLeaf) {
  Worker<ConnectFour> worker(ConnectFour{});
  for (int i = 0; i < 500; ++i) {
    const std::uint64_t depth_before = worker.iteration.counts().depth_sum;
    std::uint64_t stones = 0;
    worker.run(1, [&](const ConnectFour& position, Random&) {
      for (int cell = 0; cell < 42; ++cell) {
        if (position.owner(cell / 6, cell % 6) >= 0) ++stones;
      }
      return Evaluation{1, kDraw};
    });
    ASSERT_EQ(worker.iteration.counts().depth_sum - depth_before, stones);
  }
}

TEST(IterationCounts, AddUp) {
  IterationCounts a{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  a += IterationCounts{10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 5};
  EXPECT_EQ(a.iterations, 11U);
  EXPECT_EQ(a.visits, 22U);
  EXPECT_EQ(a.nodes, 33U);
  EXPECT_EQ(a.finished, 44U);
  EXPECT_EQ(a.dropped, 55U);
  EXPECT_EQ(a.lost_expansions, 66U);
  EXPECT_EQ(a.lost_blocks, 77U);
  EXPECT_EQ(a.full, 88U);
  EXPECT_EQ(a.pruned, 99U);
  EXPECT_EQ(a.depth_sum, 110U);
  EXPECT_EQ(a.depth_max, 11U);
}

}  // namespace
}  // namespace banyan
