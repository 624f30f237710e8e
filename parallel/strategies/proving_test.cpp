// Tests of fast trees that prove beside the tree of search policies, which proves by the same rule.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "core/rules/positions_test.hpp"
#include "core/search/scale_test.hpp"
#include "core/search/search.hpp"
#include "core/trees/checks_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/strategies/policy_search.hpp"

namespace banyan {
namespace {

SearchOptions usual_options() {
  SearchOptions options;
  options.memory = std::size_t{128} << 20U;
  return options;
}

template <Game G>
void expect_same_search(const G& position, std::uint64_t count, std::uint64_t seed,
                        const SearchOptions& each) {
  SequentialSearch<G, ProvingTree<G>> fast(each);
  PolicySearchOptions options;
  static_cast<SearchOptions&>(options) = each;
  options.threads = 1;
  options.executor = ExecutorKind::kJthread;
  options.policy.solver = true;
  PolicySearch<G> by_policy(options);
  const SearchResult a = fast.search(position, iterations(count), seeded(seed));
  const SearchResult b = by_policy.search(position, iterations(count), seeded(seed));
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.finished, b.finished);
  EXPECT_EQ(a.tree.nodes, b.tree.nodes);
  EXPECT_EQ(a.tree.mean_depth, b.tree.mean_depth);
  EXPECT_EQ(a.proven, b.proven);
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.best_move, b.best_move);
  EXPECT_EQ(a.principal_variation, b.principal_variation);
  ASSERT_EQ(a.children.size(), b.children.size());
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    EXPECT_EQ(a.children[i].visits, b.children[i].visits);
    EXPECT_EQ(a.children[i].points, b.children[i].points);
    EXPECT_EQ(a.children[i].lowest, b.children[i].lowest);
    EXPECT_EQ(a.children[i].highest, b.children[i].highest);
  }
}

TEST(ProvingTree, MakesTheVisitsOfThePolicyTree) {
  expect_same_search(TicTacToe{}, scaled(100'000), 1, usual_options());
  expect_same_search(ConnectFour{}, scaled(200'000), 1, usual_options());
  SearchOptions late = usual_options();
  late.expand_after = 3;
  late.exploration = 0.5;
  expect_same_search(TicTacToe{}, scaled(100'000), 2, late);
  expect_same_search(ConnectFour{}, scaled(200'000), 2, late);
}

TEST(ProvingTree, MakesTheVisitsOfThePolicyTreeInEndgames) {
  Random random(StreamKey{11, 0, 0, 0});
  for (std::uint64_t i = 0; i < scaled(60U);) {
    const auto position = random_position(ConnectFour{}, 20 + static_cast<int>(i % 16), random);
    if (!position) continue;
    expect_same_search(*position, scaled(20'000), ++i, usual_options());
  }
}

}  // namespace
}  // namespace banyan
