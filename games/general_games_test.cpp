// Sailing, pig, nim, rolit and 2048: conformance, and their rules against independent ones.
#include <gtest/gtest.h>

#include "games/game_2048/game_2048.hpp"
#include "games/general_conformance_test.hpp"
#include "games/nim/nim.hpp"
#include "games/pig/pig.hpp"
#include "games/rolit/rolit.hpp"
#include "games/sailing/sailing.hpp"
#include "games/sailing/sailing_truth_test.hpp"

namespace banyan::conformance {
namespace {

[[maybe_unused]] const auto kGeneralChecks =
    // In the corner two legs are not into the wind; three winds follow each.
    check_general_game("Sailing", [] { return Sailing(4); }, {2, 6}) +
    check_general_game("Pig", [] { return Pig(30); }, {1, 6, 11, 41}) +
    check_general_game("PigOfFour", [] { return Pig(15, 4); }, {1, 6, 11, 41}) +
    check_general_game("Nim",
                       [] {
                         return Nim({1, 2, 3}, 3);
                       },
                       {6, 5 + 5 + 4 + 5 + 4 + 3}) +
    check_general_game("Rolit", [] { return Rolit(6, 4); }, {3}) +
    check_general_game("Game2048", [] { return Game2048(); }, {32, 32 * 30});

// ---- sailing -----------------------------------------------------------------------------------

TEST(Sailing, CostsAndWindsAreThoseOfTheDescription) {
  // The cost of a leg is the difference between the solution's values before and after it.
  const SailingTruth truth(4);
  Random random({1});
  for (int game = 0; game < 20; ++game) {
    Sailing position(4, static_cast<int>(random.below(8)));
    int x = 0;
    int y = 0;
    int tack = 0;
    int wind = 0;
    while (position != Sailing(4, wind)) ++wind;
    for (int legs = 0; !position.over() && legs < 50; ++legs) {
      std::set<int> possible;
      for (int leg = 0; leg < 8; ++leg) {
        if (std::isfinite(truth.minutes_by(x, y, tack, wind, leg))) possible.insert(leg);
      }
      const auto moves = position.legal_moves();
      ASSERT_EQ(possible, std::set<int>(moves.begin(), moves.end()));
      const int leg = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      double expected = truth.minutes_by(x, y, tack, wind, leg);
      const int vectors[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                 {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
      x += vectors[leg][0];
      y += vectors[leg][1];
      const int cross = vectors[leg][0] * vectors[wind][1] - vectors[leg][1] * vectors[wind][0];
      tack = (cross > 0) - (cross < 0);
      position.play(static_cast<Sailing::Move>(leg));
      const double minutes = -position.reward(0);
      if (!position.over()) {
        ASSERT_EQ(position.to_move(), kChance);
        for (const auto outcome : position.legal_moves()) {
          expected -= position.probability(outcome) * truth.minutes(x, y, tack, outcome - 8);
        }
        const auto outcome = position.draw(random);
        wind = outcome - 8;
        position.play(outcome);
        EXPECT_EQ(position.reward(0), 0);
      }
      ASSERT_NEAR(minutes, expected, 1e-6);
      ASSERT_GE(minutes, 1);
      ASSERT_LT(minutes, 8.7);  // Kocsis and Szepesvari (2006)
    }
  }
}

TEST(Sailing, PlayoutsHeadForTheGoal) {
  Random random({2});
  for (int game = 0; game < 100; ++game) {
    int legs = 0;
    for (Sailing position(10); !position.over(); ++legs) {
      position.play(playout_move(position, random));
      if (!position.over()) position.play(position.draw(random));
    }
    EXPECT_GE(legs, 9);
    EXPECT_LE(legs, 30);
  }
}

// ---- pig ---------------------------------------------------------------------------------------

TEST(Pig, AOneTakesTheTurnsTotalAndHoldingKeepsIt) {
  Pig position(100);
  for (const Pig::Move move : {Pig::kRoll, Pig::Move{6}, Pig::kRoll, Pig::Move{5}, Pig::kHold}) {
    position.play(move);
  }
  EXPECT_EQ(position.to_move(), 1);
  EXPECT_NE(position.board().find("X 11, O 0 of 100, this turn 0"), std::string::npos);
  for (const Pig::Move move : {Pig::kRoll, Pig::Move{4}, Pig::kRoll, Pig::Move{1}}) {
    position.play(move);
  }
  EXPECT_EQ(position.to_move(), 0);
  EXPECT_NE(position.board().find("X 11, O 0 of 100, this turn 0"), std::string::npos);
}

TEST(Pig, IsWonOnceScoreAndTotalReachTheTarget) {
  Pig position(20, 10, 19, 5);
  position.play(Pig::kRoll);
  position.play(4);
  EXPECT_FALSE(position.over());
  position.play(Pig::kRoll);
  position.play(2);
  ASSERT_TRUE(position.over());
  EXPECT_EQ(position.result(0), kWin);
  EXPECT_EQ(position.result(1), kLoss);
}

TEST(Pig, ManyPlayersTakeTheirTurnsInOrderAndOneWins) {
  Pig position(10, 3);
  for (const Player player : {0, 1, 2, 0, 1}) {
    EXPECT_EQ(position.to_move(), player);
    for (const Pig::Move move : {Pig::kRoll, Pig::Move{4}, Pig::kHold}) position.play(move);
  }
  EXPECT_NE(position.board().find("X 8, O 8, A 4 of 10, this turn 0"), std::string::npos);
  for (const Pig::Move move : {Pig::kRoll, Pig::Move{6}}) position.play(move);
  ASSERT_TRUE(position.over());
  for (const Player player : {0, 1, 2})
    EXPECT_EQ(position.result(player), player == 2 ? kWin : kLoss);
}

// ---- nim ---------------------------------------------------------------------------------------

/// Whether the side to move of two wins, by exhaustive search.
bool wins(const Nim& position) {
  if (position.over()) return false;  // the other has taken the last one
  for (const auto move : position.legal_moves()) {
    Nim next = position;
    next.play(move);
    if (!wins(next)) return true;
  }
  return false;
}

TEST(Nim, IsLostExactlyWhereTheSumIsZero) {  // Bouton 1901
  for (int a = 0; a <= 3; ++a) {
    for (int b = 0; b <= 3; ++b) {
      for (int c = 0; c <= 3; ++c) {
        const Nim position({a, b, c});
        EXPECT_EQ(wins(position), position.nim_sum() != 0) << position.board();
      }
    }
  }
}

/// The same for the misere game.
bool wins_misere(const Nim& position) {
  if (position.over()) return true;  // the other has taken the last one
  for (const auto move : position.legal_moves()) {
    Nim next = position;
    next.play(move);
    if (!wins_misere(next)) return true;
  }
  return false;
}

TEST(Nim, MisereIsLostWhereTheSumIsZeroUnlessAllHeapsAreSmall) {  // Bouton 1901
  for (int a = 0; a <= 3; ++a) {
    for (int b = 0; b <= 3; ++b) {
      for (int c = 0; c <= 3; ++c) {
        const Nim position({a, b, c}, 2, true);
        const bool small = a <= 1 && b <= 1 && c <= 1;
        EXPECT_EQ(wins_misere(position), small ? position.nim_sum() == 0 : position.nim_sum() != 0)
            << position.board();
      }
    }
  }
}

TEST(Nim, MisereIsLostByWhoTakesTheLast) {
  Nim position({1, 1}, 2, true);
  for (const char* move : {"a1", "b1"}) position.play(*position.parse(move));
  EXPECT_EQ(position.result(0), kWin);
  EXPECT_EQ(position.result(1), kLoss);
  EXPECT_NE(position.board().find("player 1 has won"), std::string::npos);
}

TEST(Nim, TheLastToMoveWinsAndTheOneBeforeIsSecondOfMany) {
  Nim position({2, 1, 1}, 4);
  for (const char* move : {"a2", "b1", "c1"}) position.play(*position.parse(move));
  ASSERT_TRUE(position.over());
  EXPECT_EQ(position.result(2), kWin);
  EXPECT_EQ(position.result(1), kDraw);
  EXPECT_EQ(position.result(0), kLoss);
  EXPECT_EQ(position.result(3), kLoss);
}

// ---- rolit -------------------------------------------------------------------------------------

/// The rules on an array of cells, walking each line.
std::vector<int> lines_turned(const Rolit& position, int size, int cell) {
  std::vector<int> turned;
  if (position.owner(cell) != kNobody) return turned;
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      std::vector<int> line;
      int row = cell / 8 + down;
      int column = cell % 8 + right;
      Player owner = kNobody;
      for (; row >= 0 && row < size && column >= 0 && column < size && (down != 0 || right != 0);
           row += down, column += right) {
        owner = position.owner(8 * row + column);
        if (owner == kNobody || owner == position.to_move()) break;
        line.push_back(8 * row + column);
      }
      if (owner == position.to_move()) turned.insert(turned.end(), line.begin(), line.end());
      owner = kNobody;
    }
  }
  return turned;
}

std::set<int> plain_moves(const Rolit& position, int size) {
  std::set<int> turning;
  std::set<int> beside;
  for (int cell = 0; cell < 64; ++cell) {
    const int row = cell / 8;
    const int column = cell % 8;
    if (row >= size || column >= size || position.owner(cell) != kNobody) continue;
    if (!lines_turned(position, size, cell).empty()) turning.insert(cell);
    for (int other = 0; other < 64; ++other) {
      const bool near = std::abs(other / 8 - row) <= 1 && std::abs(other % 8 - column) <= 1;
      if (near && position.owner(other) != kNobody) beside.insert(cell);
    }
  }
  return turning.empty() ? beside : turning;
}

TEST(Rolit, FollowsItsRulesOnEveryBoardToTheLastCell) {
  Random random({3});
  for (int players = 2; players <= 4; ++players) {
    for (int size = 4; size <= 8; ++size) {
      Rolit position(size, players);
      int plies = 0;
      for (; !position.over(); ++plies) {
        const auto moves = position.legal_moves();
        ASSERT_EQ(std::set<int>(moves.begin(), moves.end()), plain_moves(position, size));
        const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        const std::vector<int> turned = lines_turned(position, size, move);
        const Player player = position.to_move();
        const Rolit before = position;
        position.play(move);
        for (int cell = 0; cell < 64; ++cell) {
          const bool mine =
              cell == move || std::find(turned.begin(), turned.end(), cell) != turned.end();
          ASSERT_EQ(position.owner(cell), mine ? player : before.owner(cell));
        }
        ASSERT_EQ(position.to_move(), (player + 1) % players);
      }
      EXPECT_EQ(plies, size * size - 4);
      int winners = 0;
      for (Player player = 0; player < players; ++player) {
        winners += position.result(player) == kWin ? 1 : 0;
      }
      EXPECT_LE(winners, 1);
    }
  }
}

// ---- 2048 --------------------------------------------------------------------------------------

TEST(Game2048, SlidesAndMergesEachTileOnce) {
  Game2048 position({1, 1, 1, 1,  //
                     2, 1, 1, 0,  //
                     0, 3, 0, 3,  //
                     1, 2, 0, 0});
  position.play(Game2048::kLeft);
  EXPECT_EQ(position.reward(0), 4 + 4 + 4 + 16);
  const int left[16] = {2, 2, 0, 0, 2, 2, 0, 0, 4, 0, 0, 0, 1, 2, 0, 0};
  for (int cell = 0; cell < 16; ++cell) EXPECT_EQ(position.power(cell), left[cell]) << cell;
  EXPECT_EQ(position.to_move(), kChance);
  position.play(*position.parse("d4=4"));
  EXPECT_EQ(position.reward(0), 0);
  position.play(Game2048::kDown);
  const int down[16] = {0, 0, 0, 0, 3, 0, 0, 0, 4, 2, 0, 0, 1, 3, 0, 2};
  for (int cell = 0; cell < 16; ++cell) EXPECT_EQ(position.power(cell), down[cell]) << cell;
  EXPECT_EQ(position.reward(0), 8 + 8);
}

TEST(Game2048, EveryWayIsTheSameOnATurnedBoard) {
  Random random({5});
  for (int i = 0; i < 200; ++i) {
    std::array<int, 16> powers{};
    for (int& power : powers) power = static_cast<int>(random.below(4));
    std::array<int, 16> turned{};  // by 90 degrees, clockwise
    for (int cell = 0; cell < 16; ++cell) {
      turned[static_cast<std::size_t>(4 * (cell % 4) + 3 - cell / 4)] =
          powers[static_cast<std::size_t>(cell)];
    }
    for (Game2048::Move move = 0; move < 4; ++move) {
      Game2048 a(powers);
      Game2048 b(turned);
      a.play(move);
      b.play(static_cast<Game2048::Move>((move + 1) % 4));
      EXPECT_EQ(a.reward(0), b.reward(0));
      for (int cell = 0; cell < 16; ++cell) {
        EXPECT_EQ(a.power(cell), b.power(4 * (cell % 4) + 3 - cell / 4));
      }
    }
  }
}

TEST(Game2048, IsOverWhenNothingMoves) {
  EXPECT_TRUE(Game2048({1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1}).over());
  EXPECT_FALSE(Game2048({1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 2}).over());
  EXPECT_FALSE(Game2048({1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 0}).over());
}

}  // namespace
}  // namespace banyan::conformance
