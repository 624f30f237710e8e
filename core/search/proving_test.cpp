// Tests of sequential searches that prove: their trees are checked against minimax and themselves.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "core/game/positions_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "core/search/search.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "games/go/go.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

namespace banyan {
namespace {

template <Game G>
using Solver = SequentialSearch<G, ProvingTree<G>>;

SearchOptions proving_options() {
  SearchOptions options;
  options.memory = std::size_t{64} << 20U;
  return options;
}

/// Expects that each child's proof follows from the proofs below it, and that the rule chooses no
/// needless child (`chooses`: the tree keeps the chosen child, as batches do not).
template <class Tree>
void expect_consistent(const Tree& tree, bool alternates, bool chooses = true) {
  for_each_node(tree, [&](Node node) {
    const Proof known = tree.proof_of(node);
    if (chooses && tree.all_tried(node) && tree.child(node, tree.best(node)) != kNoNode) {
      ASSERT_FALSE(is_needless(tree.proof(node, tree.best(node)), known));
    }
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      const Node below = tree.child(node, slot);
      if (below == kNoNode) continue;
      const Proof proof = tree.proof(node, slot);
      const Proof found = tree.proof_of(below);
      const bool follows = proof == found.opposite() || (!alternates && proof == found);
      ASSERT_TRUE(follows) << int{proof.bits()} << ' ' << int{found.bits()};
    }
  });
}

/// Proves random positions after `plies` moves and compares with minimax.
template <Game G>
void expect_proves(const G& start, int plies, int positions, std::uint64_t most,
                   std::uint32_t batch = 0) {
  Random random(StreamKey{7, 0, 0, 0});
  SearchOptions options = proving_options();
  options.batch = batch;
  Solver<G> search(options);
  for (int i = 0; i < positions;) {
    const auto position = random_position(start, plies, random);
    if (!position) continue;
    ++i;
    const SearchResult result = search.search(*position, iterations(most), seeded(1));
    ASSERT_TRUE(result.proven.has_value()) << position->board();
    EXPECT_EQ(*result.proven, minimax(*position, 200)) << position->board();
    EXPECT_EQ(result.value, *result.proven / 2.0);
    const auto best = static_cast<typename G::Move>(result.best_move);
    EXPECT_EQ(minimax_after(*position, best, 200), *result.proven) << position->board();
    EXPECT_LT(result.iterations, most);
    EXPECT_EQ(find_defect(search.tree(), batch == 0), std::nullopt);
    EXPECT_EQ(result.root_visits(), result.iterations);
    expect_consistent(search.tree(), AlternatingGame<G>, batch == 0);
  }
}

TEST(ProvingSearch, AgreesWithMinimaxOnTicTacToe) {
  expect_proves(TicTacToe{}, 3, scaled(40), 100'000);
}

TEST(ProvingSearch, AgreesWithMinimaxOnConnectFourEndgames) {
  expect_proves(ConnectFour{}, 31, scaled(40), 1'000'000);
}

TEST(ProvingSearch, AgreesWithMinimaxOnOthelloEndgames) {
  expect_proves(Othello{}, 53, scaled(40), 1'000'000);
}

TEST(ProvingSearch, AgreesWithMinimaxOnHex) { expect_proves(Hex<11>(3), 1, 8, 1'000'000); }

TEST(ProvingSearch, AgreesWithMinimaxWhereWideGamesAreDrawn) {
  expect_proves(Gomoku<15>(BoardSize{3, 4}, 3), 3, scaled(20), 1'000'000);
}

TEST(ProvingSearch, AgreesWithMinimaxWhereTurnsDoNotAlternate) {
  expect_proves(DotsAndBoxes(2, 2), 4, scaled(20), 1'000'000);
}

TEST(ProvingSearch, AgreesWithMinimaxOnBreakthrough) {
  expect_proves(Breakthrough(5), 34, scaled(10), 1'000'000);
}

TEST(ProvingSearch, AgreesWithMinimaxOnUltimateTicTacToeEndgames) {
  expect_proves(UltimateTicTacToe{}, 62, scaled(10), 1'000'000);
}

TEST(ProvingBatches, AgreeWithMinimax) {
  for (const std::uint32_t batch : {1U, 8U, 512U}) {
    expect_proves(TicTacToe{}, 3, scaled(20), 100'000, batch);
    expect_proves(ConnectFour{}, 31, scaled(20), 1'000'000, batch);
    expect_proves(Othello{}, 53, scaled(10), 1'000'000, batch);
    expect_proves(Hex<11>(3), 1, 4, 1'000'000, batch);
    expect_proves(Gomoku<15>(BoardSize{3, 4}, 3), 3, scaled(8), 1'000'000, batch);
    expect_proves(DotsAndBoxes(2, 2), 4, scaled(8), 1'000'000, batch);
    expect_proves(Breakthrough(5), 34, scaled(4), 1'000'000, batch);
    expect_proves(UltimateTicTacToe{}, 62, scaled(4), 1'000'000, batch);
  }
}

/// By area: 2x2 is Black's by one point, and on 3x3 White gets nothing (van der Werf, van den
/// Herik, Uiterwijk 2003: Solving Go on small boards).
TEST(ProvingSearch, KnowsWhatSolvedBoardsOfGoAreWorth) {
  const auto proven = [](int size, int twice_komi) {
    SearchOptions options = proving_options();
    options.memory = std::size_t{512} << 20U;
    Solver<Go<9>> search(options);
    return search.search(Go<9>(size, twice_komi), iterations(2'000'000), seeded(1)).proven;
  };
  EXPECT_EQ(proven(2, 1), kWin);
  EXPECT_EQ(proven(2, 2), kDraw);
  EXPECT_EQ(proven(2, 3), kLoss);
  if (kSlowdown == 1) {
    EXPECT_EQ(proven(3, 17), kWin);
  }
}

TEST(ProvingSearch, ProvesTicTacToeADrawLongBeforeItsBudgetEnds) {
  Solver<TicTacToe> search(proving_options());
  const SearchResult result = search.search(TicTacToe{}, iterations(1'000'000), seeded(1));
  EXPECT_EQ(result.proven, kDraw);
  EXPECT_EQ(result.value, 0.5);
  EXPECT_LT(result.iterations, 100'000U);
  EXPECT_EQ(result.root_visits(), result.iterations);
}

TEST(ProvingSearch, RunsOnWhereNothingIsProven) {
  const auto runs_on = [](const auto& start) {
    using G = std::remove_cvref_t<decltype(start)>;
    Solver<G> search(proving_options());
    const SearchResult result = search.search(start, iterations(scaled(20'000)), seeded(1));
    EXPECT_EQ(result.iterations, scaled(20'000U));
    EXPECT_EQ(result.proven, std::nullopt);
    EXPECT_EQ(find_defect(search.tree(), true), std::nullopt);
    expect_sound(result);
    expect_consistent(search.tree(), AlternatingGame<G>);
  };
  runs_on(ConnectFour{});
  runs_on(Hex<11>(7));
  runs_on(Go<9>(5));
  runs_on(Othello{});
}

TEST(ProvingSearch, IsThatOfPlainUctAsLongAsNothingIsProven) {
  // Nobody can win within the depth of the tree.
  const Hex<11> start;
  Solver<Hex<11>> proves(proving_options());
  SequentialSearch<Hex<11>> plain(proving_options());
  SearchResult found = proves.search(start, iterations(scaled(30'000)), seeded(1));
  const SearchResult expected = plain.search(start, iterations(scaled(30'000)), seeded(1));
  found.tree.bytes = expected.tree.bytes;  // proofs take some
  expect_same(found, expected);
}

TEST(ProvingSearch, IsExactInMemoryThatIsFull) {
  SearchOptions options = proving_options();
  options.memory = std::size_t{256} << 10U;
  Random random(StreamKey{3, 0, 0, 0});
  std::uint64_t refused = 0;
  for (const int variant : {0, 1, 2, 3}) {
    options.prunes = variant % 2 == 0;
    options.batch = variant < 2 ? 0 : 64;
    Solver<ConnectFour> search(options);
    for (int i = 0; i < scaled(4);) {
      const auto position = random_position(ConnectFour{}, 25, random);
      if (!position) continue;
      ++i;
      const auto result = search.search(*position, iterations(scaled(300'000)), seeded(1));
      EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
      EXPECT_EQ(result.root_visits(), result.iterations);
      refused += result.counters.at("refused_expansions");
      if (result.proven) {
        EXPECT_EQ(*result.proven, minimax(*position, 42)) << position->board();
      }
    }
  }
  if (kSlowdown == 1) {  // else too few iterations to fill it
    EXPECT_GT(refused, 0U);
  }
}

TEST(ProvingIteration, ThatBeginsAtItsLeafReturnsTheResultAsItIs) {
  ConnectFour position;
  for (const ConnectFour::Move move : {3, 3}) {  // either player to move
    ProvingTree<ConnectFour> tree(std::size_t{1} << 20U, Ucb1(1.4), 4);
    Random random(StreamKey{1, 0, 0, 0});
    tree.start(position, random);
    UctIteration<ProvingTree<ConnectFour>> iteration(tree, position, random);
    iteration.begin_at(kNoNode, position, 1);
    const auto first_wins = [](const ConnectFour&, Random&) { return Evaluation{1, kWin}; };
    EXPECT_EQ(iteration.run(first_wins).first, kWin);
    position.play(move);
  }
}

TEST(ProvingSearch, KeepsItsProofsWhenStatisticsAreHalved) {
  SearchOptions options = proving_options();
  options.most_visits = 4096;
  Solver<Hex<11>> hex(options);
  const SearchResult wide = hex.search(Hex<11>(4), iterations(scaled(200'000)), seeded(1));
  expect_consistent(hex.tree(), true);
  if (wide.proven) {
    EXPECT_EQ(*wide.proven, kWin);  // Hex is the first player's (Nash)
  }
  Solver<ConnectFour> connect_four(options);
  const SearchResult narrow =
      connect_four.search(ConnectFour{}, iterations(scaled(200'000)), seeded(1));
  EXPECT_GT(narrow.counters.at("halvings"), 0U);
  expect_consistent(connect_four.tree(), true);
}

TEST(ProvingSearch, ChoosesAmongTheOthersWithoutExploration) {
  // Their values may all be 0, for any number of moves.
  SearchOptions options = proving_options();
  options.exploration = 0;
  const auto solve = [&](const auto& start, int plies, int count) {
    using G = std::remove_cvref_t<decltype(start)>;
    Random random(StreamKey{9, 0, 0, 0});
    Solver<G> search(options);
    for (int i = 0; i < count;) {
      const auto position = random_position(start, plies, random);
      if (!position) continue;
      ++i;
      const SearchResult result = search.search(*position, iterations(1'000'000), seeded(1));
      EXPECT_EQ(result.proven, minimax(*position, 200)) << position->board();
    }
  };
  solve(ConnectFour{}, 34, scaled(20));
  solve(TicTacToe{}, 4, scaled(20));
  solve(Hex<11>(3), 3, scaled(8));
  solve(Othello{}, 55, scaled(20));
}

}  // namespace
}  // namespace banyan
