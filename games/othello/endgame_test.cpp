// Tests of othello_endgame.hpp: the rules by perft, the solver by a public suite and by plain
// minimax.
#include "games/othello/endgame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <sstream>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "games/oracle/data_test.hpp"

namespace banyan::oracle {
namespace {

std::uint64_t cell(int column, int row) { return std::uint64_t{1} << (8 * row + column); }

/// Black, who begins, has e4 and d5.
const OthelloDiscs kStart{cell(4, 3) | cell(3, 4), cell(3, 3) | cell(4, 4)};

OthelloDiscs passed(const OthelloDiscs& position) { return {position.opponent, position.own}; }

bool over(const OthelloDiscs& position) {
  return othello_moves(position) == 0 && othello_moves(passed(position)) == 0;
}

std::vector<OthelloDiscs> next_positions(const OthelloDiscs& position) {
  std::vector<OthelloDiscs> next;
  std::uint64_t moves = othello_moves(position);
  if (moves == 0 && !over(position)) next.push_back(passed(position));
  for (; moves != 0; moves &= moves - 1) {
    next.push_back(othello_after(position, moves & ~(moves - 1)));
  }
  return next;
}

/// A finished game ends a line; a pass counts as a ply.
std::uint64_t perft(const OthelloDiscs& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t leaves = 0;
  for (const OthelloDiscs& next : next_positions(position)) leaves += perft(next, depth - 1);
  return leaves;
}

/// The definition of a score.
int plain_minimax(const OthelloDiscs& position) {
  if (over(position)) return othello_final_score(position);
  int best = -64;
  for (const OthelloDiscs& next : next_positions(position)) {
    best = std::max(best, -plain_minimax(next));
  }
  return best;
}

struct ScoredMove {
  std::string name;  // "G8"
  std::uint64_t cell;
  int score;
};

struct Problem {
  std::string text;
  OthelloDiscs position;
  std::vector<ScoredMove> moves;
};

/// A line like "--XXXXX-...-- X; G8:+18; H1:+12;".
Problem read_problem(const std::string& line) {
  Problem problem{line, {}, {}};
  const char side = line[65];
  for (int i = 0; i < 64; ++i) {
    const char mark = line[static_cast<std::size_t>(i)];
    if (mark == '-') continue;
    (mark == side ? problem.position.own : problem.position.opponent) |= cell(i % 8, i / 8);
  }
  std::istringstream moves(line.substr(67));
  for (std::string word; moves >> word;) {
    problem.moves.push_back(
        {word.substr(0, 2), cell(word[0] - 'A', word[1] - '1'), std::stoi(word.substr(3))});
  }
  return problem;
}

TEST(OthelloRules, GiveTheKnownPerft) {
  const std::vector<std::uint64_t> known{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216};
  for (std::size_t depth = 0; depth < known.size(); ++depth) {
    EXPECT_EQ(perft(kStart, static_cast<int>(depth)), known[depth]) << depth;
  }
}

TEST(OthelloRules, GiveTheEmptyCellsToTheWinner) {
  EXPECT_EQ(othello_final_score({0xff, 0}), 64);
  EXPECT_EQ(othello_final_score({0, 0xff}), -64);
  EXPECT_EQ(othello_final_score({0xf, 0xf0}), 0);
  EXPECT_EQ(othello_final_score({0xffff, 0xf0000}), 64 - 2 * 4);
}

TEST(OthelloEndgame, ScoresEveryMoveOfTheSuiteExactly) {
  const std::vector<std::string> lines = data_lines("othello/data/endgames.obf");
  ASSERT_EQ(lines.size(), 19U);
  OthelloEndgame solver;
  Patience patience;
  std::size_t count = 0;
  for (const std::string& line : lines) {
    const Problem problem = read_problem(line);
    int best = -64;
    for (const auto& [name, move, score] : problem.moves) {
      ASSERT_NE(othello_moves(problem.position) & move, 0U) << name << " of " << line;
      EXPECT_EQ(-solver.score(othello_after(problem.position, move), patience), score)
          << name << " of " << line;
      best = std::max(best, score);
      ++count;
    }
    EXPECT_EQ(solver.score(problem.position, patience), best) << line;
  }
  EXPECT_EQ(count, 145U);
}

TEST(OthelloEndgame, AgreesWithPlainMinimax) {
  OthelloEndgame solver;
  int compared = 0;
  int passes = 0;
  for (std::uint64_t seed = 0; compared < 200; ++seed) {
    Random random({seed, 0, 0, 0});
    OthelloDiscs position = kStart;
    while (!over(position)) {
      const int empty = 64 - std::popcount(position.own | position.opponent);
      if (empty <= 8) {
        Patience patience;
        ASSERT_EQ(solver.score(position, patience), plain_minimax(position)) << seed;
        ++compared;
        passes += othello_moves(position) == 0 ? 1 : 0;
      }
      const auto next = next_positions(position);
      position = next[random.below(static_cast<std::uint32_t>(next.size()))];
    }
  }
  EXPECT_GT(passes, 0);
}

TEST(OthelloEndgame, NeedsNoTableToBeExact) {
  OthelloEndgame solver(0);
  Patience patience;
  const Problem problem = read_problem(data_lines("othello/data/endgames.obf").at(4));
  EXPECT_EQ(solver.score(problem.position, patience), 32);
}

TEST(OthelloEndgame, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  Patience patience(source.get_token());
  OthelloEndgame solver;
  EXPECT_THROW(solver.score(kStart, patience), Interrupted);
  EXPECT_LT(patience.positions(), 100'000U);
}

}  // namespace
}  // namespace banyan::oracle
