#include "bench/notation/board_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"
#include "core/game/game_text.hpp"

namespace banyan::bench {
namespace {

BoardText board_from(const std::string& game, const std::string& line) {
  return read_board(*parse_game(game).start, line);
}

std::string board_of(const std::string& game, const std::string& line) {
  return board_from(game, line).position->board();
}

TEST(BoardText, IsRowsFromTheTopAndWhoIsToMove) {
  const std::string expected = "   a b c\n 1 X O .\n 2 . X .\n 3 . . .\nO to move\n";
  EXPECT_EQ(board_of("tic_tac_toe", "XO--X---- O"), expected);
  EXPECT_EQ(board_of("tic_tac_toe", "xo./.*./... o"), expected);
}

TEST(BoardText, OfEachGameIsThePositionThatMovesLeadTo) {
  for (const auto& [game, moves] :
       {std::pair("othello", "f5d6c3d3c4"), std::pair("go:size=5", "a1b2c3"),
        std::pair("go:size=7x3", "a1b2c3"), std::pair("hex:size=3x6", "a1b2c3"),
        std::pair("gomoku:size=10x4", "a1b2c3"), std::pair("hex:size=5", "a1b2c3"),
        std::pair("gomoku:size=9", "a1b2c3"), std::pair("connect_four", "4453"),
        std::pair("tic_tac_toe", "a1b2c3")}) {
    const auto position = play_moves(*parse_game(game).start, moves);
    std::string line;
    const auto setup = position->setup();
    for (const Player owner : setup->owners) line += mark(owner);
    line += position->to_move() == 0 ? " X" : " O";
    EXPECT_TRUE(is_board(line));
    EXPECT_EQ(board_of(game, line), position->board());
  }
}

/// One position of Othello, f5 from the start, in the usual notations.
TEST(BoardText, OfOthelloIsReadInItsUsualNotations) {
  const std::string after_f5 = play_moves(*parse_game("othello").start, "f5")->board();
  for (const std::string line :
       {"---------------------------OX------XXX-------------------------- O",
        "...........................WB......BBB.......................... W",
        "...........................wb......bbb..........................w",
        "---------------------------O@------@@@-------------------------- O",
        "[8 -------- -------- -------- ---O*--- ---***-- -------- -------- -------- O]",
        "[8 -------- -------- -------- ---O*--- ---***-- -------- -------- -------- O]; d6:+2"}) {
    EXPECT_TRUE(is_board(line)) << line;
    EXPECT_EQ(board_of("othello", line), after_f5) << line;
  }
  // Black is to move where the line does not say.
  const std::string first = "---------------------------OX------XXX--------------------------";
  EXPECT_TRUE(is_board(first));
  EXPECT_EQ(board_of("othello", first), board_of("othello", first + " X"));
  EXPECT_EQ(board_of("othello", first), board_of("othello", first + ";"));
}

TEST(BoardText, OfConnectFourMayBeThatOfUcisDataSet) {
  const std::string line =
      "b,b,b,b,b,b,b,b,b,b,b,b,x,o,b,b,b,b,x,o,x,o,x,o,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,";
  EXPECT_TRUE(is_board(line));
  EXPECT_EQ(board_of("connect_four", line + "win"),
            play_moves(*parse_game("connect_four").start, "44444433")->board());
  EXPECT_EQ(board_from("connect_four", line + "win").value, kWin);
  EXPECT_EQ(board_from("connect_four", line + "loss").value, kLoss);
  EXPECT_EQ(board_from("connect_four", line.substr(0, line.size() - 1)).value, std::nullopt);
  // Values are for x, whichever side is to move.
  EXPECT_EQ(board_from("connect_four", "x" + line.substr(1) + "win").value, kLoss);
}

TEST(BoardText, MayHaveValuesOfMoves) {
  const BoardText text =
      board_from("othello",
                 "---------------------------OX------XO--------------------------- X; d3:+2; "
                 "C4:-2;e6:0");
  ASSERT_EQ(text.move_values.size(), 3U);
  EXPECT_EQ(text.position->to_text(text.move_values[0].first), "d3");
  EXPECT_EQ(text.move_values[0].second, kWin);
  EXPECT_EQ(text.move_values[1].second, kLoss);
  EXPECT_EQ(text.move_values[2].second, kDraw);
}

TEST(BoardText, IsToldFromMoves) {
  for (const char* line : {"4453", "4453 -2", "f5d6c3", "a1", "pass", "", "# X"}) {
    EXPECT_FALSE(is_board(line)) << line;
  }
}

TEST(BoardText, IsRefusedInOneSentence) {
  const auto why = [](const std::string& game, const std::string& line) {
    return refusal([&] { board_from(game, line); });
  };
  EXPECT_EQ(why("tic_tac_toe", "XO--X---- "),
            "a board of tic_tac_toe is 9 cells, X, O or -, and then X or O, who is to move: there "
            "are 9 marks.");
  EXPECT_EQ(why("tic_tac_toe", "XO--X---- -"),
            "a board of tic_tac_toe is 9 cells, X, O or -, and then X or O, who is to move: there "
            "are 10 marks.");
  EXPECT_EQ(why("tic_tac_toe", "XO-1X---- O"), "'1' is no cell of a board: give X, O or -.");
  EXPECT_EQ(why("tic_tac_toe", "XO--X---- X"),
            "the board cannot be: the players' stones do not fit whose turn it is.");
  constexpr const char* kBrackets =
      "a board in brackets is one of othello: [8, its rows, who is to move, and ].";
  EXPECT_EQ(why("tic_tac_toe", "[3 XO- -X- --- O]"), kBrackets);
  EXPECT_EQ(why("othello", "[8 -------- O"), kBrackets);
  EXPECT_EQ(why("othello", "[9 -------- O]"), kBrackets);
  EXPECT_EQ(why("othello", "[8 -------- O]"),
            "a board of othello is 64 cells, X, O or -, and then X or O, who is to move: there are "
            "9 marks.");
  EXPECT_EQ(why("connect_four", "b,b,x,b"),
            "such a board is 42 cells of connect_four, x, o or b (blank), column by column between "
            "commas, and if known win, draw or loss.");
  EXPECT_EQ(why("breakthrough", "XO X"),
            "boards are read of go, hex, othello, gomoku, connect_four and tic_tac_toe, not of "
            "breakthrough:size=8.");
}

}  // namespace
}  // namespace banyan::bench
