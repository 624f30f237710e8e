// Tests of parallel searches that reuse the trees of the last search.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "core/game/positions_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/strategies/leased.hpp"
#include "parallel/strategies/root.hpp"

namespace banyan {
namespace {

template <class Options>
Options kept_with(int threads) {
  Options options;
  options.memory = std::size_t{64} << 20U;
  options.threads = threads;
  options.executor = ExecutorKind::kJthread;
  options.reuse = true;
  return options;
}

/// Plays some moves, the opponent's from the principal variation; returns the visits kept.
template <Game G, class Search>
std::uint64_t kept_in_game(Search& search, const G& start, int trees, std::uint64_t count) {
  G position = start;
  std::uint64_t kept_visits = 0;
  for (std::uint64_t move = 0; move < 8 && !position.over(); ++move) {
    const SearchResult result = search.search(position, iterations(count), {1, 1, move, 0});
    const std::uint64_t kept = result.counters.at("kept_visits");
    if (!result.proven) {
      EXPECT_EQ(result.iterations, count);
    }
    EXPECT_EQ(result.root_visits(), result.iterations + kept);
    std::uint64_t nodes = 0;
    for (int i = 0; i < trees; ++i) {
      EXPECT_EQ(find_defect(search.tree(i), false), std::nullopt);
      nodes += visited_nodes(search.tree(i));
    }
    EXPECT_EQ(result.tree.nodes, nodes);
    kept_visits += kept;
    position.play(static_cast<typename G::Move>(result.best_move));
    if (move % 2 == 0 && !position.over() && result.principal_variation.size() > 1) {
      position.play(static_cast<typename G::Move>(result.principal_variation[1]));
    }
  }
  return kept_visits;
}

template <Game G, class Tree>
void expect_leases_go_on(const G& start) {
  const auto count = scaled<std::uint64_t>(5'000);
  for (const int threads : {1, 4}) {
    for (const bool deterministic : {false, true}) {
      auto options = kept_with<LeasedOptions>(threads);
      options.deterministic = deterministic;
      options.top = 8;
      options.trees = deterministic ? 2 : 1;
      LeasedSearch<G, Tree> search(options);
      EXPECT_GT(kept_in_game(search, start, options.trees, count), 0U);
    }
  }
}

TEST(KeptTrees, OfLeasesGoOnFromTheMovesPlayed) {
  expect_leases_go_on<ConnectFour, OwnedTree<ConnectFour>>(ConnectFour{});
  expect_leases_go_on<Hex<11>, OwnedTree<Hex<11>>>(Hex<11>(5));
  expect_leases_go_on<TicTacToe, OwnedTree<TicTacToe>>(TicTacToe{});
}

/// A position two moves below the root whose node has tried all moves, each once, if there is one:
/// it grows as soon as a search goes on from there.
template <class Tree>
std::optional<ConnectFour> about_to_grow(const Tree& tree) {
  for (Slot first = 0; first < tree.size(tree.root()); ++first) {
    const Node below = tree.child(tree.root(), first);
    for (Slot second = 0; below != kNoNode && second < tree.size(below); ++second) {
      const Node node = tree.child(below, second);
      if (node == kNoNode || tree.is_top(node) || tree.tried(node) < tree.size(node)) continue;
      std::uint64_t visits = 0;
      for (Slot i = 0; i < tree.size(node); ++i) visits += visits_of(tree.stat(node, i));
      if (visits > tree.size(node)) continue;
      ConnectFour position;
      position.play(tree.move(tree.root(), first));
      position.play(tree.move(below, second));
      return position;
    }
  }
  return std::nullopt;
}

TEST(KeptTrees, OfLeasesHaveNoNodeTwiceWhenTheRootGrows) {
  for (const int threads : {1, 3}) {
    int grown = 0;
    for (std::uint64_t count = 300; count < 900; count += 7) {
      auto options = kept_with<LeasedOptions>(threads);
      options.deterministic = true;
      LeasedSearch<ConnectFour> search(options);
      search.search(ConnectFour{}, iterations(count), {1, 1, 0, 0});
      const auto position = about_to_grow(search.tree());
      if (!position) continue;
      ++grown;
      search.search(*position, iterations(scaled(5000)), {1, 1, 1, 0});
      EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
      if (grown == 3) break;
    }
    EXPECT_GT(grown, 0);
  }
}

TEST(KeptTrees, OfLeasesKeepTheirProofs) {
  expect_leases_go_on<ConnectFour, ProvingTree<ConnectFour>>(ConnectFour{});
  expect_leases_go_on<Hex<11>, ProvingTree<Hex<11>>>(Hex<11>(4));
  for (const int threads : {1, 4}) {
    LeasedSearch<TicTacToe, ProvingTree<TicTacToe>> search(kept_with<LeasedOptions>(threads));
    const auto first = search.search(TicTacToe{}, iterations(1'000'000), {1, 1, 0, 0});
    EXPECT_EQ(first.proven, kDraw);
    const auto again = search.search(TicTacToe{}, iterations(1'000'000), {1, 1, 1, 0});
    EXPECT_EQ(again.proven, kDraw);
    EXPECT_EQ(again.iterations, 0U);
  }
}

TEST(KeptTrees, OfRootParallelismGoOnFromTheMovesPlayed) {
  const auto count = scaled<std::uint64_t>(5'000);
  using Plain = RootSearch<ConnectFour>;
  Plain plain(kept_with<Plain::Options>(3));
  EXPECT_GT(kept_in_game(plain, ConnectFour{}, 3, count), 0U);
  using Proving = RootSearch<TicTacToe, ProvingTree<TicTacToe>>;
  Proving proving(kept_with<Proving::Options>(3));
  const auto first = proving.search(TicTacToe{}, iterations(1'000'000), {1, 1, 0, 0});
  EXPECT_EQ(first.proven, kDraw);
  const auto again = proving.search(TicTacToe{}, iterations(1'000'000), {1, 1, 1, 0});
  EXPECT_EQ(again.proven, kDraw);
  EXPECT_LT(again.iterations, 1'000'000U);
}

}  // namespace
}  // namespace banyan
