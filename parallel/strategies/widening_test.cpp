#include "core/selection/widening.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/search/checks_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/game_2048/game_2048.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/reference_test.hpp"
#include "parallel/strategies/general_search.hpp"
#include "parallel/strategies/policy_search.hpp"

namespace banyan {
namespace {

TEST(Widening, CountsChildrenByAPowerOfTheVisits) {
  const Widening widening{2, 0.5};
  EXPECT_TRUE(widening.limits());
  EXPECT_FALSE(Widening().limits());
  const std::vector<std::uint32_t> counts{1, 2, 3, 4, 4, 5};
  for (std::uint32_t n = 0; n < counts.size(); ++n) EXPECT_EQ(widening.children(n), counts[n]) << n;
  EXPECT_EQ(widening.children(10'000), 200U);
  EXPECT_EQ((Widening{3, 0}.children(1'000'000)), 3U);
}

/// Calls visit(node, visits of its children, how many of these have visits) for every node.
template <class Tree, class Visit>
void for_each_node(const Tree& tree, Node node, const Visit& visit) {
  std::uint64_t visits = 0;
  std::uint32_t visited = 0;
  for (Slot slot = 0; slot < tree.size(node); ++slot) {
    visits += tree.visits(node, slot);
    visited += tree.visits(node, slot) > 0 ? 1U : 0U;
    const Node below = tree.child(node, slot);
    if (below != kNoNode) for_each_node(tree, below, visit);
  }
  if (visits > 0) visit(node, visits, visited);
}

PolicyOptions widening(double factor, double power) {
  PolicyOptions policy;
  policy.widening = {factor, power};
  return policy;
}

template <class G>
typename PolicySearch<G>::Options options_with(const PolicyOptions& policy, int threads = 1) {
  typename PolicySearch<G>::Options options;
  options.policy = policy;
  options.threads = threads;
  options.memory = std::size_t{64} << 20U;
  options.executor = ExecutorKind::kJthread;
  return options;
}

TEST(Widening, TriesTheNextMoveAsSoonAsTheVisitsAllowIt) {
  using G = Hex<11>;
  for (const Widening& rule : {Widening{1, 0.5}, Widening{3, 0.3}, Widening{0.2, 1}}) {
    PolicySearch<G> search(options_with<G>(widening(rule.factor, rule.power)));
    const SearchResult result = search.search(G(5), iterations(2000), seeded(1));
    EXPECT_EQ(result.iterations, 2000U);
    std::uint32_t nodes = 0;
    const auto& tree = search.tree(0);
    for_each_node(tree, tree.root(), [&](Node node, std::uint64_t visits, std::uint32_t visited) {
      std::uint32_t tried = 0;  // one more with each visit that finds fewer than the rule says
      for (std::uint64_t n = 0; n < visits; ++n) tried += tried < rule.children(n) ? 1U : 0U;
      EXPECT_EQ(visited, std::min(tree.size(node), tried));
      ++nodes;
    });
    EXPECT_GT(nodes, 10U);
  }
}

TEST(Widening, KeepsPuctToTheMovesOfTheHighestPriors) {
  PolicyOptions policy = widening(1, 0.3);
  policy.select = SelectionRule::kPuct;
  policy.all_children = policy.game_priors = true;
  PolicySearch<ConnectFour> search(options_with<ConnectFour>(policy));
  search.search({}, iterations(100), seeded(1));
  const auto& tree = search.tree(0);
  const std::uint32_t open = policy.widening.children(99);
  ASSERT_LT(open, tree.size(tree.root()));
  for (Slot slot = 0; slot < tree.size(tree.root()); ++slot) {
    if (slot >= open) {
      EXPECT_EQ(tree.visits(tree.root(), slot), 0U);
    }
    if (slot > 0) {
      EXPECT_GE(tree.prior(tree.root(), slot - 1), tree.prior(tree.root(), slot));
    }
  }
}

TEST(Widening, ByManyThreadsExceedsTheRuleByAtMostOneMoveAThread) {
  constexpr int kThreads = 4;
  using G = Hex<11>;
  PolicySearch<G> search(options_with<G>(widening(1, 0.5), kThreads));
  search.search(G(5), iterations(3000), seeded(1));
  const auto& tree = search.tree(0);
  EXPECT_EQ(find_defect(tree, false), std::nullopt);
  for_each_node(tree, tree.root(), [&](Node, std::uint64_t visits, std::uint32_t visited) {
    EXPECT_LE(visited, Widening{1}.children(visits) + kThreads);
  });
}

/// How many moves of the root got visits.
std::uint32_t visited_moves(const SearchResult& result) {
  return static_cast<std::uint32_t>(
      std::count_if(result.children.begin(), result.children.end(),
                    [](const RootChild& child) { return child.visits > 0; }));
}

TEST(Widening, GoesOnToOtherMovesWhenTheFirstOnesAreProven) {
  TicTacToe drawn;  // X must block on a3; all other moves lose
  for (const char* move : {"a1", "b2", "b1", "c1"}) drawn.play(*drawn.parse(move));
  for (const bool all : {false, true}) {
    PolicyOptions policy = widening(0.01, 0);  // one move at a time
    policy.all_children = all;
    const auto search = [&] {
      PolicySearch<TicTacToe> engine(options_with<TicTacToe>(policy));
      return engine.search(drawn, iterations(20'000), seeded(1));
    };
    EXPECT_EQ(visited_moves(search()), 1U) << all;
    policy.solver = true;
    const SearchResult found = search();
    EXPECT_GT(visited_moves(found), 1U) << all;
    EXPECT_TRUE(found.proven) << all;
    EXPECT_EQ(found.value, 0.5) << all;
  }
}

TEST(Widening, DrawsChanceFromSoManyOutcomes) {
  GeneralOptions options;
  options.threads = 1;
  options.memory = std::size_t{64} << 20U;
  options.policy.chance_widening = {1, 0.3};
  GeneralSearch<Game2048> search(options);
  Game2048 position;
  Random random(seeded(1));
  while (position.to_move() == kChance) position.play(position.draw(random));
  search.search(position, iterations(3000), seeded(1));
  const auto& tree = search.tree(0);
  std::uint32_t narrow = 0;
  for_each_node(tree, tree.root(), [&](Node node, std::uint64_t visits, std::uint32_t visited) {
    if (tree.mover(node) != kChance) return;
    EXPECT_LE(visited, options.policy.chance_widening.children(visits));
    if (visited < std::min<std::uint64_t>(visits, tree.size(node))) ++narrow;
  });
  EXPECT_GT(narrow, 3U);
}

}  // namespace
}  // namespace banyan
