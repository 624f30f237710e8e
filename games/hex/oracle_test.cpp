// Tests of hex.hpp against the literature's winning openings and against the generic solver.
#include "games/hex/oracle.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>

#include "core/base/random.hpp"
#include "games/oracle/alpha_beta.hpp"

namespace banyan::oracle {
namespace {

/// B where this opening wins for the first player, W where it loses; one row per line.
std::string winning_openings(int size) {
  HexSolver solver(size);
  Patience patience;
  std::string map;
  for (const auto cell : Hex<11>(size).legal_moves()) {
    Hex<11> opened(size);
    opened.play(cell);
    map += solver.winner(stones_of(opened), patience) == 0 ? 'B' : 'W';
    if (cell % size == size - 1) map += '\n';
  }
  return map;
}

/// A position after `plies` random moves, which may be over.
Hex<11> random_position(BoardSize size, int plies, std::uint64_t seed) {
  Random random({seed, 0, 0, 0});
  Hex<11> position(size);
  for (; plies > 0 && !position.over(); --plies) {
    const auto moves = position.legal_moves();
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return position;
}

TEST(HexSolver, FindsTheWinningOpeningsOf3x3) {
  EXPECT_EQ(winning_openings(3),
            "WWB\n"
            "BBB\n"
            "BWW\n");
}

TEST(HexSolver, FindsTheWinningOpeningsOf4x4) {
  EXPECT_EQ(winning_openings(4),
            "WWWB\n"
            "WWBW\n"
            "WBWW\n"
            "BWWW\n");
}

TEST(HexSolver, FindsTheWinningOpeningsOf5x5) {
  EXPECT_EQ(winning_openings(5),
            "WWWWB\n"
            "WBBBB\n"
            "WBBBW\n"
            "BBBBW\n"
            "BWWWW\n");
}

TEST(HexOracle, KnowsThePieRuleAsAlphaBetaDoes) {
  for (const int size : {3, 4}) {
    const Hex<11> start(size, true);
    HexOracle<11> oracle(start);
    AlphaBeta<Hex<11>> reference;
    Patience patience;
    EXPECT_EQ(oracle.solve(start, patience).value, kLoss);
    for (const auto first : start.legal_moves()) {
      Hex<11> opened = start;
      opened.play(first);
      const auto solution = oracle.solve(opened, patience);
      EXPECT_EQ(solution.value, kWin);
      opened.play(solution.move);
      EXPECT_EQ(reference.value(opened, patience), kLoss) << opened.board();
    }
  }
}

TEST(HexSolver, AgreesWithAlphaBeta) {
  for (const auto& [size, plies] : {std::pair(BoardSize(3), 1),
                                    {3, 3},
                                    {4, 4},
                                    {4, 7},
                                    {5, 13},
                                    {5, 16},
                                    {{4, 3}, 3},
                                    {{3, 4}, 3},
                                    {{5, 3}, 5},
                                    {{5, 4}, 9}}) {
    HexSolver solver(size);
    AlphaBeta<Hex<11>> reference;
    int wins = 0;
    int count = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Hex<11> position = random_position(size, plies, seed);
      if (position.over()) continue;
      Patience patience;
      const Player mover = position.to_move();
      const bool wins_it = solver.winner(stones_of(position), patience) == mover;
      EXPECT_EQ(wins_it, reference.value(position, patience) == kWin) << position.board();
      wins += wins_it ? 1 : 0;
      ++count;
    }
    EXPECT_GT(count, 20);
    EXPECT_GT(wins, 0);
    EXPECT_LT(wins, count);
  }
}

/// Gardner (1959): on a board with different edges the side with the shorter way wins, even if the
/// opponent begins.
TEST(HexSolver, GivesARectangleToWhoHasTheShorterWay) {
  for (const auto& [columns, rows] : {std::pair(4, 3), {3, 4}, {5, 3}, {3, 5}, {5, 4}, {4, 5}}) {
    const BoardSize size(columns, rows);
    HexSolver solver(size);
    for (const Player first : {0, 1}) {
      BoardSetup empty = Hex<11>(size).setup();
      empty.to_move = first;
      Patience patience;
      EXPECT_EQ(solver.winner(stones_of(Hex<11>(size).set_up(empty)), patience),
                rows < columns ? 0 : 1)
          << size_text(size) << ", " << first << " begins";
    }
  }
}

TEST(HexSolver, WinsWhatItCallsWonAgainstAnyReply) {
  HexSolver solver(5);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random({seed, 1, 0, 0});
    Hex<11> position = random_position(5, static_cast<int>(seed % 8), seed);
    Patience patience;
    const Player winner = solver.winner(stones_of(position), patience);
    while (!position.over()) {
      const auto moves = position.legal_moves();
      const auto any = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      position.play(position.to_move() == winner ? static_cast<Hex<11>::Move>(solver.best_move(
                                                       stones_of(position), patience))
                                                 : any);
    }
    EXPECT_EQ(position.result(winner), kWin) << position.board();
  }
}

TEST(HexSolver, MovesWhereItIsLegalThoughItLoses) {
  HexSolver solver(4);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Hex<11> position = random_position(4, 3, seed);
    while (!position.over()) {
      Patience patience;
      const int move = solver.best_move(stones_of(position), patience);
      ASSERT_TRUE(position.legal_set().contains(move)) << position.board();
      position.play(static_cast<Hex<11>::Move>(move));
    }
  }
}

TEST(HexSolver, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  Patience patience(source.get_token());
  HexSolver solver(5);
  Hex<11> position(5);
  position.play(0);  // a hard one
  EXPECT_THROW(solver.winner(stones_of(position), patience), Interrupted);
  EXPECT_LT(patience.positions(), 100'000U);
}

}  // namespace
}  // namespace banyan::oracle
