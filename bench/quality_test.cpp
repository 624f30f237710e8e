#include "bench/quality.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bench/spec.hpp"

namespace banyan::bench {
namespace {

std::vector<SolvedPosition> some_positions(std::uint64_t count, std::uint64_t seed = 1) {
  return solved_positions(parse_game("connect_four"), 20, 30, count, seed, [] {}, {}).positions;
}

std::vector<QualityRow> measure(const std::vector<SolvedPosition>& positions,
                                const std::string& engines, std::uint64_t iterations) {
  return measure_quality(positions, parse_engines(engines), Limits{iterations, 0, {}}, 1,
                         [](const auto&) {}, {});
}

TEST(SolvedPositions, AskForADecisionAndAreRepeatable) {
  const auto positions = some_positions(20);
  const auto again = some_positions(20);
  ASSERT_EQ(positions.size(), 20U);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    EXPECT_EQ(positions[i].position->board(), again[i].position->board());
    EXPECT_LT(*std::min_element(positions[i].values.begin(), positions[i].values.end()),
              positions[i].best);
  }
  EXPECT_NE(some_positions(1, 2)[0].position->board(), positions[0].position->board());
}

TEST(SolvedPositions, AreWorthWhatTheirBestMoveIsWorth) {
  const auto solver = parse_game("connect_four").start->make_engine(parse_engine("solver"));
  for (const SolvedPosition& solved : some_positions(20)) {
    EXPECT_EQ(solver->search(*solved.position, {}, {}, {}).value, solved.best);
  }
}

TEST(SolvedPositions, AreRefusedWhereNoneIsFound) {
  // After one move of tic-tac-toe, all replies but one lose; after none, all moves draw.
  EXPECT_THROW(solved_positions(parse_game("tic_tac_toe"), 0, 0, 1, 1, [] {}, {}), UsageError);
}

TEST(SolvedPositions, OfOthelloAreNearItsEnd) {
  const auto found = solved_positions(parse_game("othello"), 50, 54, 5, 1, [] {}, {});
  EXPECT_EQ(found.positions.size(), 5U);
}

TEST(SolvedPositions, AreCountedEvenWhereTheyAskForNoDecision) {
  // After two moves of tic-tac-toe, of 72 positions 12 ask for none: all moves draw or win.
  const auto found = solved_positions(parse_game("tic_tac_toe"), 0, 2, 50, 1, [] {}, {});
  EXPECT_EQ(found.positions.size(), 50U);
  EXPECT_GT(found.left_out, 0U);
}

SolvedPositions read(const std::string& text, std::uint64_t count = 100) {
  return read_positions(parse_game("connect_four"), text, "some.txt", count, [] {}, {});
}

void expect_refused(const std::string& text, const std::string& sentence) {
  try {
    read(text);
    ADD_FAILURE() << "not refused: " << text;
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()), sentence);
  }
}

TEST(ReadPositions, TakesThoseThatAskForADecision) {
  // Pons's positions: in the second, whatever is played wins.
  const std::string asks = "5554224333234511764415115 4\n";
  const auto found = read(asks + "\n52753311433677442422121 8\n" + asks);
  EXPECT_EQ(found.positions.size(), 2U);
  EXPECT_EQ(found.left_out, 1U);
  EXPECT_EQ(found.positions[0].best, 1);
  EXPECT_EQ(read(asks + asks, 1).positions.size(), 1U);
  EXPECT_EQ(read("5554224333234511764415115").positions.size(), 1U);  // its score is not known
}

TEST(ReadPositions, RefusesWhatIsNoPositionOfTheGame) {
  expect_refused("44444444 0\n",
                 "some.txt line 1: move '4' is not legal here: give one of 1, 2, 3, 5, 6, 7.");
  expect_refused("52753311433677442422121 -8\n",
                 "some.txt line 1: the solver contradicts its number -8.");
  expect_refused("1212121\n", "some.txt line 1: the game is over.");
  expect_refused("\n",
                 "some.txt has no position that asks for a decision: give lines of moves, such as "
                 "4453.");
}

TEST(ReadPositions, ReadsAFileOfAnotherSystem) {
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "5554224333234511764415115 4\r\n")
                .positions.size(),
            1U);
}

TEST(ReadPositions, RefusesWhatIsNoScore) {
  expect_refused("5554224333234511764415115 win\n",
                 "some.txt line 1: 'win' is no score: give moves and, if known, a whole number.");
  expect_refused("5554224333234511764415115 4 5\n",
                 "some.txt line 1: '4 5' is no score: give moves and, if known, a whole number.");
  expect_refused("5554224333234511764415115 4x\n",
                 "some.txt line 1: '4x' is no score: give moves and, if known, a whole number.");
}

TEST(Quality, OfTheSolverIsPerfect) {
  const auto rows = measure(some_positions(30), "solver", 1);
  EXPECT_EQ(rows[0].failures(), 0U);
  EXPECT_EQ(rows[0].regret().value, 0);
}

TEST(Quality, OfRandomMovesIsTheShareOfBadMoves) {
  const auto positions = some_positions(300);
  double expected = 0;
  for (const SolvedPosition& solved : positions) {
    double bad = 0;
    for (const double value : solved.values) bad += value < solved.best ? 1 : 0;
    expected += bad / static_cast<double>(solved.values.size());
  }
  const auto rows = measure(positions, "random", 1);
  EXPECT_NEAR(static_cast<double>(rows[0].failures()), expected, 4.5 * std::sqrt(300 * 0.25));
}

TEST(Quality, GrowsWithTheIterations) {
  const auto rows = measure(some_positions(100), "seq:iterations=8;seq:iterations=20000", 1);
  EXPECT_GT(rows[0].failures(), rows[1].failures() + 5);
  const Estimate more = failure_difference(rows[0], rows[1]);
  EXPECT_GT(more.lower95, 0);
  EXPECT_NEAR(
      more.value,
      (static_cast<double>(rows[0].failures()) - static_cast<double>(rows[1].failures())) / 100,
      1e-12);
}

TEST(Quality, OfAnEngineAgainstItselfDiffersInNothing) {
  const auto rows = measure(some_positions(30), "seq;seq", 500);
  EXPECT_EQ(rows[0].losses, rows[1].losses);
  const Estimate more = failure_difference(rows[1], rows[0]);
  EXPECT_EQ(more.value, 0);
  // 30 positions that do not differ: 1 - 0.025^(1/30).
  EXPECT_NEAR(more.upper95, 0.11570, 1e-5);
  EXPECT_NEAR(more.lower95, -0.11570, 1e-5);
}

}  // namespace
}  // namespace banyan::bench
