// Tests of sequential searches that reuse the tree of the last search.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/base/clock_test.hpp"
#include "core/game/positions_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "core/search/search.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

SearchOptions kept_options() {
  SearchOptions options;
  options.memory = std::size_t{64} << 20U;
  options.reuse = true;
  return options;
}

template <class Search, Game G>
void expect_goes_on(const G& start, int moves, std::uint64_t count) {
  const SearchOptions options = kept_options();
  Search search(options);
  G position = start;
  std::uint64_t kept_visits = 0;
  for (std::uint64_t move = 0; move < static_cast<std::uint64_t>(moves) && !position.over();
       ++move) {
    const SearchResult result = search.search(position, iterations(count), {1, 1, move, 0});
    const std::uint64_t kept = result.counters.at("kept_visits");
    if (!result.proven) {
      EXPECT_EQ(result.iterations, count);
    }
    EXPECT_EQ(result.root_visits(), result.iterations + kept);
    EXPECT_EQ(result.children.size(), position.legal_moves().size());
    EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
    EXPECT_EQ(result.tree.nodes, visited_nodes(search.tree()));
    EXPECT_LE(search.tree().arena().used(), options.memory / 2);
    kept_visits += kept;
    position.play(static_cast<typename G::Move>(result.best_move));
    if (move % 2 == 0 && !position.over() && result.principal_variation.size() > 1) {
      position.play(static_cast<typename G::Move>(result.principal_variation[1]));
    }
  }
  EXPECT_GT(kept_visits, 0U);
}

TEST(KeptFastTree, GoesOnFromTheMovesPlayed) {
  const auto count = scaled<std::uint64_t>(20'000);
  expect_goes_on<SequentialSearch<ConnectFour>>(ConnectFour{}, 12, count);
  expect_goes_on<SequentialSearch<TicTacToe>>(TicTacToe{}, 6, count);
  expect_goes_on<SequentialSearch<Hex<11>>>(Hex<11>(5), 8, count);
  expect_goes_on<SequentialSearch<Othello>>(Othello{}, 12, count);
}

TEST(KeptFastTree, KeepsItsProofs) {
  const auto count = scaled<std::uint64_t>(20'000);
  expect_goes_on<SequentialSearch<ConnectFour, ProvingTree<ConnectFour>>>(ConnectFour{}, 20, count);
  expect_goes_on<SequentialSearch<TicTacToe, ProvingTree<TicTacToe>>>(TicTacToe{}, 6, count);
  expect_goes_on<SequentialSearch<Hex<11>, ProvingTree<Hex<11>>>>(Hex<11>(4), 8, count);
  expect_goes_on<SequentialSearch<Othello, ProvingTree<Othello>>>(Othello{}, 12, count);
}

TEST(KeptFastTree, MakesNoIterationsWhereTheValueIsKnown) {
  SequentialSearch<TicTacToe, ProvingTree<TicTacToe>> search(kept_options());
  const SearchResult first = search.search(TicTacToe{}, iterations(1'000'000), {1, 1, 0, 0});
  ASSERT_EQ(first.proven, kDraw);
  const SearchResult again = search.search(TicTacToe{}, iterations(1'000'000), {1, 1, 1, 0});
  EXPECT_EQ(again.proven, kDraw);
  EXPECT_EQ(again.iterations, 0U);
  EXPECT_EQ(again.root_visits(), first.root_visits());
  EXPECT_EQ(again.best_move, first.best_move);
  TicTacToe position;
  position.play(static_cast<TicTacToe::Move>(first.best_move));
  const SearchResult next = search.search(position, iterations(1'000'000), {1, 1, 2, 0});
  EXPECT_EQ(next.proven, kDraw);
}

TEST(KeptFastTree, KeepsTheStatisticsBelowTheMoveAsTheyWere) {
  const auto expect_kept = [](const auto& start) {
    using G = std::remove_cvref_t<decltype(start)>;
    SequentialSearch<G> search(kept_options());
    const SearchResult first = search.search(start, iterations(20'000), seeded(1));
    const auto before = search.tree();
    Slot best = 0;
    while (before.move(before.root(), best) != first.best_move) ++best;
    const Node below = before.child(before.root(), best);
    G position = start;
    position.play(static_cast<typename G::Move>(first.best_move));
    search.search(position, iterations(1), seeded(1));
    const auto& tree = search.tree();
    ASSERT_EQ(before.size(below), tree.size(tree.root()));
    int changed = 0;
    for (Slot slot = 0; slot < tree.size(tree.root()); ++slot) {
      ASSERT_EQ(before.move(below, slot), tree.move(tree.root(), slot));
      changed += tree.stat(tree.root(), slot) != before.stat(below, slot);
    }
    EXPECT_EQ(changed, 1);
  };
  expect_kept(ConnectFour{});
  expect_kept(TicTacToe{});
  expect_kept(Hex<11>(4));
}

TEST(KeptFastTree, IsDroppedInAnotherGameAndAtAnUnrelatedPosition) {
  SequentialSearch<ConnectFour> search(kept_options());
  const auto kept_at = [&](const ConnectFour& position, std::uint64_t game) {
    return search.search(position, iterations(500), {1, game, 0, 0}).counters.at("kept_visits");
  };
  EXPECT_EQ(kept_at(ConnectFour{}, 1), 0U);
  EXPECT_EQ(kept_at(ConnectFour{}, 1), 500U);  // the same position again
  EXPECT_EQ(kept_at(ConnectFour{}, 2), 0U);
  ConnectFour far;
  for (const int column : {3, 3, 3, 3}) far.play(static_cast<std::uint8_t>(column));
  EXPECT_EQ(kept_at(far, 2), 0U);
}

TEST(KeptFastTree, GoesOnBelowAnyNumberOfMovesThatItIsTold) {
  using Moves = std::vector<ConnectFour::Move>;
  SequentialSearch<ConnectFour> search(kept_options());
  const auto searched = [&](const Moves& moves, std::uint64_t game = 1) {
    ConnectFour position;
    for (const ConnectFour::Move move : moves) position.play(move);
    search.tell_moves(moves);
    const SearchResult result =
        search.search(position, iterations(20'000), {1, game, moves.size(), 0});
    EXPECT_EQ(result.root_visits(), result.iterations + result.counters.at("kept_visits"));
    EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
    return result.counters.at("kept_visits");
  };
  EXPECT_EQ(searched({3}), 0U);
  EXPECT_GT(searched({3, 3, 3, 3, 3}), 0U);
  EXPECT_GT(searched({3, 3, 3, 3, 3, 3, 2, 2}), 0U);
  // Another line; a move taken back; another game.
  EXPECT_EQ(searched({3, 3, 3, 3, 3, 3, 1, 2, 2}), 0U);
  EXPECT_EQ(searched({3, 3, 3, 3, 3, 3}), 0U);
  EXPECT_EQ(searched({3, 3, 3, 3, 3, 3, 2, 2, 2, 2}, 2), 0U);
}

TEST(KeptFastTree, IsCopiedInHalfOfTheTimeAtMost) {
  using namespace std::chrono_literals;
  SequentialSearch<ConnectFour> search(kept_options());
  const auto nodes_kept = [&](Clock::duration time) {
    search.search(ConnectFour{}, iterations(100'000), {1, 1, 0, 0});
    const TestClock clock(1ms);
    const SearchResult result = search.search(ConnectFour{}, {0, 0, time}, {1, 1, 1, 0});
    EXPECT_GT(result.iterations, 1U);  // there was time left
    EXPECT_EQ(result.root_visits(), result.iterations + result.counters.at("kept_visits"));
    EXPECT_EQ(result.tree.nodes, visited_nodes(search.tree()));
    EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
    return result.tree.nodes;
  };
  const std::uint64_t all = nodes_kept(1s);
  EXPECT_GT(all, 90'000U);
  EXPECT_LT(nodes_kept(10ms), all);
}

TEST(KeptFastTree, StaysWithinItsMemory) {
  SearchOptions options = kept_options();
  options.memory = std::size_t{1} << 19U;
  SequentialSearch<ConnectFour> search(options);
  ConnectFour position;
  for (std::uint64_t move = 0; move < 8; ++move) {
    const auto result = search.search(position, iterations(scaled(8'000)), {1, 1, move, 0});
    EXPECT_LE(search.tree().arena().used(), options.memory / 2);
    EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
    position.play(static_cast<std::uint8_t>(result.best_move));
  }
}

TEST(KeptFastTree, HalvesWhatItKeepsInTime) {
  SearchOptions options = kept_options();
  options.most_visits = 4096;
  SequentialSearch<ConnectFour> search(options);
  for (std::uint64_t move = 0; move < 6; ++move) {
    search.search(ConnectFour{}, iterations(3000), {1, 1, move, 0});
    EXPECT_LE(root_visits(search.tree()).sum, 4096U + 4096U);
  }
}

}  // namespace
}  // namespace banyan
