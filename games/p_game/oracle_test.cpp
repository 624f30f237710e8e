// Tests of P-games' roots: the oracle against the definition, and the search against the oracle.
#include "games/p_game/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <set>
#include <vector>

#include "core/search/search.hpp"
#include "games/p_game/p_game.hpp"
#include "games/p_game/textbook.hpp"

namespace banyan::oracle {
namespace {

template <class G>
G after(G position, typename G::Move move) {
  position.play(move);
  return position;
}

std::vector<PGame::Move> moves_of(const textbook::PGame& position) { return position.moves(); }
template <class G>
MovesOf<G> moves_of(const G& position) {
  return position.legal_moves();
}

/// The sum that both sides reach with best play, by visiting every line: the definition.
template <class State>
int best_sum(const State& position) {
  if (position.over()) return position.sum();
  const bool first = position.to_move() == 0;
  int best = first ? INT_MIN : INT_MAX;
  for (const auto move : moves_of(position)) {
    State next = position;
    next.play(move);
    best = first ? std::max(best, best_sum(next)) : std::min(best, best_sum(next));
  }
  return best;
}

/// The points of a sum for player 0.
Points points(int sum) { return sum > 0 ? kWin : sum < 0 ? kLoss : kDraw; }

template <class G>
Points value_by_definition(const G& position) {
  return points(best_sum(textbook::PGame(position)));
}

/// In a position where player 0 is to move.
std::set<std::uint32_t> best_moves_by_sums(const PGame& root) {
  const Points value = points(best_sum(root));
  std::set<std::uint32_t> moves;
  for (const auto move : root.legal_moves()) {
    if (points(best_sum(after(root, move))) == value) moves.insert(move);
  }
  return moves;
}

/// The oracle's value of a position for player 0.
Points value_by_oracle(PGameOracle<16>& oracle, const PGame& position) {
  if (position.over()) return position.result(0);
  Patience patience;
  const Points value = oracle.solve(position, patience).value;
  return position.to_move() == 0 ? value : opposite(value);
}

/// In a position where player 0 is to move.
std::set<std::uint32_t> best_moves(const PGame& root) {
  PGameOracle<16> oracle(root);
  std::set<std::uint32_t> moves;
  const Points value = value_by_oracle(oracle, root);
  for (const auto move : root.legal_moves()) {
    if (value_by_oracle(oracle, after(root, move)) == value) moves.insert(move);
  }
  return moves;
}

/// P-games of one shape where a wrong root move loses value.
std::vector<PGame> hard_roots(int branching, int depth, std::size_t count) {
  std::vector<PGame> roots;
  for (std::uint64_t seed = 0; roots.size() < count; ++seed) {
    const PGame root({branching, depth, seed, 0});
    if (best_moves(root).size() < root.legal_moves().size()) roots.push_back(root);
  }
  return roots;
}

/// In how many of the games a search of `iterations` iterations chooses a wrong move.
int errors(const std::vector<PGame>& roots, std::uint64_t iterations) {
  SequentialSearch<PGame> search({});
  int wrong = 0;
  for (const PGame& root : roots) {
    const auto found = search.search(root, {iterations, 0, {}}, {1, 0, 0, 0});
    wrong += best_moves(root).contains(found.best_move) ? 0 : 1;
  }
  return wrong;
}

struct Shape {
  int branching;
  int depth;
};

/// Adds the values of the roots of 30 trees of that shape to `values`.
template <int MaxMoves>
void expect_values_by_definition(const Shape& shape, std::set<Points>& values) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const BasicPGame<MaxMoves> root({shape.branching, shape.depth, seed, 0});
    PGameOracle<MaxMoves> oracle(root);
    Patience patience;
    const auto solution = oracle.solve(root, patience);
    EXPECT_EQ(solution.value, value_by_definition(root));
    EXPECT_EQ(value_by_definition(after(root, solution.move)), solution.value);
    values.insert(solution.value);
  }
}

TEST(PGameRoots, AndTheirBestMovesAreWorthByAlphaBetaWhatTheyAreByDefinition) {
  std::set<Points> values;
  for (const Shape& shape :
       {Shape{2, 1}, {2, 2}, {2, 9}, {2, 10}, {3, 6}, {4, 5}, {8, 4}, {16, 3}}) {
    expect_values_by_definition<16>(shape, values);
  }
  EXPECT_EQ(values, (std::set<Points>{kLoss, kDraw, kWin}));
}

TEST(PGameRoots, OfWideTreesAreWorthByAlphaBetaWhatTheyAreByDefinition) {
  std::set<Points> values;
  for (const Shape& shape : {Shape{17, 3}, {30, 2}, {30, 3}, {225, 1}, {225, 2}}) {
    expect_values_by_definition<225>(shape, values);
  }
  EXPECT_TRUE(values.contains(kWin) && values.contains(kLoss));
}

TEST(PGameRoots, AreSolvedAtTheSizesOfTheLiterature) {
  for (const auto& [branching, depth] : {Shape{2, 20}, {8, 8}}) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const PGame root({branching, depth, seed, 0});
      EXPECT_EQ(best_moves(root), best_moves_by_sums(root));
    }
  }
}

TEST(PGameOracle, KnowsTreesOfUpTo2To40LinesFromWhereTheyBegin) {
  EXPECT_TRUE(PGameOracle<16>::knows(PGame({2, 40, 1, 0})));
  EXPECT_FALSE(PGameOracle<16>::knows(PGame({2, 41, 1, 0})));
  EXPECT_TRUE(PGameOracle<16>::knows(PGame({16, 10, 1, 0})));
  EXPECT_FALSE(PGameOracle<16>::knows(PGame({16, 11, 1, 0})));
  EXPECT_FALSE(PGameOracle<16>::knows(PGame({16, 60, 1, 0})));
  EXPECT_TRUE(PGameOracle<16>::knows(after(PGame({16, 11, 1, 0}), 3)));
}

TEST(PGameSearch, FindsABestMoveGivenEnoughIterations) {
  EXPECT_EQ(errors(hard_roots(2, 10, 30), 30'000), 0);
  EXPECT_EQ(errors(hard_roots(4, 6, 30), 30'000), 0);
  EXPECT_EQ(errors(hard_roots(8, 4, 30), 30'000), 0);
}

TEST(PGameSearch, IsWrongMoreRarelyTheLongerItThinks) {
  const std::vector<PGame> roots = hard_roots(2, 16, 60);
  const int soon = errors(roots, 30);
  const int later = errors(roots, 1000);
  const int late = errors(roots, 30'000);
  EXPECT_GT(soon, later);
  EXPECT_GT(later, late);
  EXPECT_LE(late, 3);
}

}  // namespace
}  // namespace banyan::oracle
