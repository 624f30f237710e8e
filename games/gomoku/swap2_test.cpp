// Swap2: conformance, the count of openings, choices of colours, playouts.
#include "games/gomoku/swap2.hpp"

#include <string>

#include "games/conformance_test.hpp"

namespace banyan::conformance {
namespace {

Swap2<15> opening(int size = 15, int line = 5) { return Swap2<15>(Gomoku<15>(size, line)); }

Swap2<15> after(Swap2<15> position, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) position.play(*position.parse(move));
  return position;
}

/// 24 cells: three stones, then stay or swap and one of 21 cells, or two stones more.
[[maybe_unused]] const auto kSwap2Checks =
    check_game("Swap2",
               [] {
                 return Swap2<15>(Gomoku<15>({6, 4}, 4));
               },
               {24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 3, 24 * 23 * 22 * (21 + 21 + 21)});

TEST(Swap2, PlayerZeroLaysThreeStonesAndPlayerOneChooses) {
  Swap2<15> position = opening();
  for (const char* const stone : {"h8", "i9", "g8"}) {
    EXPECT_EQ(position.to_move(), 0);
    position.play(*position.parse(stone));
  }
  EXPECT_EQ(position.to_move(), 1);
  std::string choices;
  for (const auto move : position.legal_moves()) choices += position.to_text(move) + ' ';
  EXPECT_EQ(choices, "stay swap put-two ");
}

TEST(Swap2, WhoStaysMovesNextAsO) {
  const auto position = after(opening(), {"h8", "i9", "g8", "stay"});
  EXPECT_EQ(position.to_move(), 1);
  EXPECT_NE(position.board().find(" 8 . . . . . . X X "), std::string::npos) << position.board();
}

TEST(Swap2, ASwapMakesTheStonesThoseOfTheOtherPlayerWhoThenWaits) {
  const auto position = after(opening(), {"h8", "i9", "g8", "swap"});
  EXPECT_EQ(position.to_move(), 0);
  EXPECT_NE(position.board().find(" 8 . . . . . . O O "), std::string::npos) << position.board();
  EXPECT_TRUE(position.board().ends_with("X to move\n"));
}

TEST(Swap2, AfterTwoMoreStonesPlayerZeroHasTheLastChoice) {
  const auto five = after(opening(), {"h8", "i9", "g8", "put-two", "a1", "b1"});
  EXPECT_EQ(five.to_move(), 0);
  EXPECT_EQ(five.legal_moves().size(), 2U);
  EXPECT_EQ(after(five, {"stay"}).to_move(), 1);
  EXPECT_EQ(after(five, {"swap"}).to_move(), 0);
}

TEST(Swap2, TheOwnerOfTheLineWinsWhoeverLaidTheFirstStones) {
  const std::vector<std::string> three{"a1", "a3", "b1"};
  auto stayed = three;
  for (const char* const move : {"stay", "c3", "c1", "e3", "d1", "g3", "e1"}) {
    stayed.emplace_back(move);
  }
  EXPECT_EQ(after(opening(), stayed).result(0), kWin);
  auto swapped = three;
  for (const char* const move : {"swap", "c3", "c1", "e3", "d1", "g3", "e1"}) {
    swapped.emplace_back(move);
  }
  EXPECT_EQ(after(opening(), swapped).result(0), kLoss);
}

TEST(Swap2, AFullBoardIsADrawAfterASwapToo) {
  Random random({3});
  int draws = 0;
  for (int game = 0; game < 400; ++game) {
    Swap2<15> position = after(Swap2<15>(Gomoku<15>({4, 3}, 4)), {"a1", "b2", "c3", "swap"});
    int plies = 0;
    for (; !position.over(); ++plies) play_random_move(position, random);
    draws += position.result(0) == kDraw ? 1 : 0;
    if (position.result(0) == kDraw) ASSERT_EQ(plies, 9);
  }
  EXPECT_GT(draws, 0);
}

TEST(Swap2, ParseSurvivesAnyText) { expect_parse_to_survive_any_text(opening()); }

}  // namespace
}  // namespace banyan::conformance
