#include "bench/quality.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bench/spec.hpp"

namespace banyan::bench {
namespace {

std::vector<SolvedPosition> some_positions(std::uint64_t count, std::uint64_t seed = 1) {
  return solved_positions(parse_game("connect_four"), 20, 30, count, seed, [] {}, {});
}

std::vector<QualityRow> measure(const std::vector<SolvedPosition>& positions,
                                const std::string& engines, std::uint64_t iterations) {
  return measure_quality(positions, parse_engines(engines), Limits{iterations, 0, {}}, 1, [] {},
                         {});
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

TEST(Quality, OfTheSolverIsPerfect) {
  const auto rows = measure(some_positions(30), "solver", 1);
  EXPECT_EQ(rows[0].failures(), 0U);
  EXPECT_EQ(rows[0].regret(), 0);
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
  EXPECT_EQ(failure_difference(rows[1], rows[0]).value, 0);
}

}  // namespace
}  // namespace banyan::bench
