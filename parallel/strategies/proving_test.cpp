// Tests of fast trees that prove, besides the tree of search policies, which follows the same rule.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "core/game/positions_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "core/search/search.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/strategies/leased.hpp"
#include "parallel/strategies/policy_search.hpp"
#include "parallel/strategies/root.hpp"

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

/// Proves random positions and compares with minimax.
template <Game G, class Search>
void expect_proves(Search& search, const G& start, int plies, int positions) {
  Random random(StreamKey{7, 0, 0, 0});
  for (int i = 0; i < positions;) {
    const auto position = random_position(start, plies, random);
    if (!position) continue;
    ++i;
    const SearchResult result = search.search(*position, iterations(2'000'000), seeded(1));
    ASSERT_TRUE(result.proven.has_value()) << position->board();
    EXPECT_EQ(*result.proven, minimax(*position, 200)) << position->board();
    const auto best = static_cast<typename G::Move>(result.best_move);
    EXPECT_EQ(minimax_after(*position, best, 200), *result.proven) << position->board();
    EXPECT_LT(result.iterations, 2'000'000U);
    EXPECT_EQ(result.root_visits(), result.iterations);
  }
}

template <Game G>
using ProvingLeases = LeasedSearch<G, ProvingTree<G>>;

LeasedOptions leased_options(int threads, int trees = 1) {
  LeasedOptions options;
  static_cast<SearchOptions&>(options) = usual_options();
  options.threads = threads;
  options.trees = trees;
  options.executor = ExecutorKind::kJthread;
  return options;
}

template <Game G>
void expect_leases_prove(const LeasedOptions& options, const G& start, int plies, int positions) {
  ProvingLeases<G> search(options);
  expect_proves(search, start, plies, positions);
  for (int i = 0; i < options.trees; ++i) {
    EXPECT_EQ(find_defect(search.tree(i), false), std::nullopt);
  }
}

TEST(ProvingLeases, AgreeWithMinimaxOnAnyNumberOfThreadsAndTrees) {
  for (const int threads : {1, 2, 8}) {
    for (const int trees : {1, 2}) {
      LeasedOptions options = leased_options(threads, trees);
      options.top = 8;  // soon shared
      expect_leases_prove(options, TicTacToe{}, 2, scaled(8));
      expect_leases_prove(options, ConnectFour{}, 30, scaled(8));
      expect_leases_prove(options, Othello{}, 53, scaled(8));
      expect_leases_prove(options, Hex<11>(3), 1, 4);
    }
  }
}

TEST(ProvingLeases, RepeatThemselvesIfDeterministic) {
  LeasedOptions options = leased_options(3);
  options.deterministic = true;
  options.top = 8;
  expect_leases_prove(options, ConnectFour{}, 30, scaled(8));
  ProvingLeases<ConnectFour> one(options);
  ProvingLeases<ConnectFour> other(options);
  Random random(StreamKey{8, 0, 0, 0});
  for (int i = 0; i < 4;) {
    const auto position = random_position(ConnectFour{}, 20, random);
    if (!position) continue;
    ++i;
    const auto a = one.search(*position, iterations(scaled(50'000)), seeded(1));
    const auto b = other.search(*position, iterations(scaled(50'000)), seeded(1));
    expect_same(a, b);
    EXPECT_EQ(a.proven, b.proven);
  }
}

TEST(ProvingLeases, ProveInTasks) {
  LeasedOptions options = leased_options(4);
  options.grain = 100;
  expect_leases_prove(options, ConnectFour{}, 30, scaled(8));
}

TEST(ProvingLeases, ProveByLevelBatches) {
  for (const int threads : {1, 2, 8}) {
    LeasedOptions options = leased_options(threads);
    options.top = 8;
    options.batch = 512;
    expect_leases_prove(options, TicTacToe{}, 2, scaled(8));
    expect_leases_prove(options, ConnectFour{}, 30, scaled(8));
    expect_leases_prove(options, Othello{}, 53, scaled(8));
    expect_leases_prove(options, Hex<11>(3), 1, 4);
  }
}

TEST(ProvingLeases, RunOnWhereNothingIsProven) {
  for (const int threads : {1, 4}) {
    ProvingLeases<ConnectFour> connect_four(leased_options(threads));
    const auto count = scaled<std::uint64_t>(100'000);
    const auto narrow = connect_four.search(ConnectFour{}, iterations(count), seeded(1));
    EXPECT_EQ(narrow.iterations, count);
    EXPECT_EQ(narrow.proven, std::nullopt);
    expect_sound(narrow);
    EXPECT_EQ(find_defect(connect_four.tree(), false), std::nullopt);
    ProvingLeases<Hex<11>> hex(leased_options(threads));
    const auto wide = hex.search(Hex<11>(7), iterations(count), seeded(1));
    EXPECT_EQ(wide.iterations, count);
    expect_sound(wide);
    EXPECT_EQ(find_defect(hex.tree(), false), std::nullopt);
  }
}

TEST(ProvingLeases, OfOneThreadAreThoseOfPlainUctAsLongAsNothingIsProven) {
  ProvingLeases<Hex<11>> proves(leased_options(1));
  LeasedSearch<Hex<11>> plain(leased_options(1));
  SearchResult found = proves.search(Hex<11>(), iterations(scaled(50'000)), seeded(1));
  const SearchResult expected = plain.search(Hex<11>(), iterations(scaled(50'000)), seeded(1));
  found.tree.bytes = expected.tree.bytes;  // proofs take some
  expect_same(found, expected);
}

TEST(ProvingRoot, AgreesWithMinimaxAndEndsWithTheFirstTree) {
  using Search = RootSearch<ConnectFour, ProvingTree<ConnectFour>>;
  Search::Options options;
  static_cast<SearchOptions&>(options) = usual_options();
  options.threads = 3;
  options.executor = ExecutorKind::kJthread;
  Search search(options);
  expect_proves(search, ConnectFour{}, 30, scaled(20));
}

}  // namespace
}  // namespace banyan
