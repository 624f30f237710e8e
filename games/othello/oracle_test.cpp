// Tests of Othello's oracle, near the end.
#include "games/othello/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <sstream>
#include <string>

#include "core/base/random.hpp"
#include "games/oracle/alpha_beta.hpp"
#include "games/oracle/data_test.hpp"

namespace banyan::oracle {
namespace {

/// Positions of random games with few empty cells, none of them over.
std::vector<Othello> endgames(int most_empty, std::size_t count) {
  std::vector<Othello> positions;
  Random random({1});
  while (positions.size() < count) {
    for (Othello position; !position.over() && positions.size() < count;) {
      if (64 - position.discs(0) - position.discs(1) <= most_empty) positions.push_back(position);
      const auto moves = position.legal_moves();
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return positions;
}

TEST(OthelloOracle, AgreesWithAlphaBetaAndItsMoveKeepsTheValue) {
  OthelloOracle oracle{Othello()};
  AlphaBeta<Othello> alpha_beta;
  Patience patience;
  std::set<Points> values;
  bool passed = false;
  for (const Othello& position : endgames(9, 1000)) {
    const auto solution = oracle.solve(position, patience);
    ASSERT_EQ(solution.value, alpha_beta.value(position, patience)) << position.board();
    Othello next = position;
    next.play(solution.move);
    const Player mover = position.to_move();
    const Points kept = next.over()               ? next.result(mover)
                        : next.to_move() == mover ? alpha_beta.value(next, patience)
                                                  : opposite(alpha_beta.value(next, patience));
    ASSERT_EQ(kept, solution.value) << position.board();
    values.insert(solution.value);
    passed |= solution.move == Othello::kPass;
  }
  EXPECT_EQ(values, (std::set<Points>{kLoss, kDraw, kWin}));
  EXPECT_TRUE(passed);
}

/// A position of the suite and the moves of the best score, "G8:+18" and those after it.
struct FforumProblem {
  Othello position;
  int score = -64;
  std::set<std::uint32_t> best_moves;
};

FforumProblem read_fforum_problem(const std::string& line) {
  FforumProblem problem;
  std::uint64_t own = 0;
  std::uint64_t opponent = 0;
  for (int cell = 0; cell < 64; ++cell) {
    const char mark = line[static_cast<std::size_t>(cell)];
    if (mark == '-') continue;
    (mark == line[65] ? own : opponent) |= std::uint64_t{1} << cell;
  }
  problem.position = Othello(own, opponent, line[65] == 'X' ? 0 : 1);
  std::istringstream moves(line.substr(67));
  for (std::string word; moves >> word;) {
    const int score = std::stoi(word.substr(3));
    if (score > problem.score) problem.best_moves.clear();
    problem.score = std::max(problem.score, score);
    const auto move = problem.position.parse(word.substr(0, 2));
    if (score == problem.score && move) problem.best_moves.insert(*move);
  }
  return problem;
}

TEST(OthelloOracle, PlaysABestMoveOfEveryPositionOfTheSuite) {
  const auto lines = data_lines("othello/data/endgames.obf");
  ASSERT_EQ(lines.size(), 19U);
  for (const std::string& line : lines) {
    const FforumProblem problem = read_fforum_problem(line);
    ASSERT_TRUE(OthelloOracle::knows(problem.position)) << line;
    OthelloOracle oracle(problem.position);
    Patience patience;
    const auto solution = oracle.solve(problem.position, patience);
    EXPECT_TRUE(problem.best_moves.contains(solution.move)) << line;
    EXPECT_EQ(solution.value, problem.score > 0 ? kWin : problem.score < 0 ? kLoss : kDraw) << line;
  }
}

TEST(OthelloOracle, KnowsPositionsWithAtMostSixteenEmptyCells) {
  EXPECT_FALSE(OthelloOracle::knows(Othello()));
  EXPECT_TRUE(OthelloOracle::knows(Othello((std::uint64_t{1} << 48) - 2, 1, 0)));
  EXPECT_FALSE(OthelloOracle::knows(Othello((std::uint64_t{1} << 47) - 2, 1, 0)));
}

}  // namespace
}  // namespace banyan::oracle
