// Conversations with the GTP server.
#include "bench/gtp/server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/program_test.hpp"
#include "bench/registry/refusal_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench::gtp {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

class Talk {
 public:
  explicit Talk(const std::string& game, const std::string& engine = "seq:iterations=200",
                double resign = 0, bool ponder = false)
      : server_({parse_game(game), parse_engine(engine), {}, 1, resign, ponder},
                {[this](const std::string& text) { said_ += text; }}) {}

  /// The answer to a line.
  std::string operator()(const std::string& line) {
    said_.clear();
    open_ = server_.obey(line);
    return said_;
  }

  [[nodiscard]] bool open() const { return open_; }

 private:
  std::string said_;
  bool open_ = true;
  Server server_;
};

TEST(GtpServer, AnswersTheRequiredCommands) {
  Talk talk("go:size=9");
  EXPECT_EQ(talk("1 protocol_version"), "=1 2\n\n");
  EXPECT_EQ(talk("name"), "= Banyan\n\n");
  EXPECT_THAT(talk("version"), StartsWith("= "));
  EXPECT_EQ(talk("known_command genmove"), "= true\n\n");
  EXPECT_EQ(talk("known_command teleport"), "= false\n\n");
  for (const char* command :
       {"protocol_version", "name", "version", "known_command", "list_commands", "quit",
        "boardsize", "clear_board", "komi", "play", "genmove"}) {
    EXPECT_THAT(talk("list_commands"), HasSubstr(command));
  }
  EXPECT_EQ(talk("7 teleport"), "?7 unknown command\n\n");
  EXPECT_EQ(talk("# nothing"), "");
  EXPECT_TRUE(talk.open());
  EXPECT_EQ(talk("9 quit"), "=9\n\n");
  EXPECT_FALSE(talk.open());
}

TEST(GtpServer, KeepsTheBoardAsItIsTold) {
  Talk talk("go:size=9");
  EXPECT_EQ(talk("play black J9"), "=\n\n");
  EXPECT_EQ(talk("play w j9"), "? illegal move\n\n");
  EXPECT_EQ(talk("play white I5"), "? illegal move\n\n");
  EXPECT_EQ(talk("play green a1"), "? syntax error: the color is black or white\n\n");
  EXPECT_EQ(talk("play b"), "? syntax error: no move\n\n");
  EXPECT_THAT(talk("showboard"), HasSubstr("9 . . . . . . . . X 9"));
  EXPECT_EQ(talk("undo"), "=\n\n");
  EXPECT_THAT(talk("showboard"), HasSubstr("9 . . . . . . . . . 9"));
  EXPECT_EQ(talk("undo"), "? cannot undo\n\n");
}

TEST(GtpServer, PutsAPassInWhereAPlayerMovesTwice) {
  Talk talk("go:size=9,komi=0.5");
  talk("play b a1");
  talk("play b b2");
  EXPECT_EQ(talk("final_score"), "= B+80.5\n\n");
  talk("undo");
  EXPECT_EQ(talk("gogui-rules_side_to_move"), "= white\n\n");
  EXPECT_EQ(talk("set_free_handicap c3 g7"),
            "? handicap stones are laid on an empty board of go\n\n");
}

TEST(GtpServer, SetsUpTheOtherTurnWhereAPlayerMovesTwiceAndNobodyPasses) {
  Talk hex("hex:size=5");
  for (const char* line : {"play b c3", "play b b4", "play w a1"}) EXPECT_EQ(hex(line), "=\n\n");
  EXPECT_THAT(hex("showboard"), HasSubstr(" 1 O . . . . 1\n"));
  EXPECT_THAT(hex("showboard"), HasSubstr("   3 . . X . . 3\n    4 . X . . . 4\n"));
  EXPECT_THAT(hex("genmove w"), MatchesRegex("= [A-E][1-5]\n\n"));
  EXPECT_EQ(hex("gogui-rules_side_to_move"), "= black\n\n");
  EXPECT_EQ(hex("undo"), "=\n\n");
  EXPECT_EQ(hex("undo"), "=\n\n");
  EXPECT_EQ(hex("gogui-rules_side_to_move"), "= white\n\n");
  EXPECT_EQ(hex("undo"), "=\n\n");
  EXPECT_THAT(hex("printsgf"), HasSubstr("SZ[5]\n;B[c3])"));
  Talk gomoku("gomoku:size=9");
  gomoku("play b a1");
  EXPECT_EQ(gomoku("play b b1"), "=\n\n");
  EXPECT_THAT(gomoku("printsgf"), HasSubstr("AB[ai]PL[B]\n;B[bi])"));
  Talk othello("othello");
  othello("play b d3");
  EXPECT_EQ(othello("play b d6"), "? illegal move\n\n");
  EXPECT_EQ(othello("play b f5"), "=\n\n");
  Talk connect_four("connect_four");
  connect_four("play b 4");
  EXPECT_EQ(connect_four("play b 4"), "? it is white's turn\n\n");
}

TEST(GtpServer, SwapsThePiecesOfHex) {
  Talk talk("hex:size=5");
  talk("play b a2");
  EXPECT_EQ(talk("play w swap-pieces"), "=\n\n");
  EXPECT_THAT(talk("showboard"), HasSubstr(" 1 . O . . . 1\n  2 . . . . . 2\n"));
  EXPECT_EQ(talk("gogui-rules_side_to_move"), "= black\n\n");
  EXPECT_EQ(talk("play b swap-pieces"), "=\n\n");
  EXPECT_EQ(talk("play w c3"), "=\n\n");
  EXPECT_EQ(talk("play b swap-pieces"), "? illegal move\n\n");
}

TEST(GtpServer, SwapsThePiecesOfHexByItsPieRule) {
  Talk talk("hex:size=3,pie=on", "seq:iterations=2k");
  talk("play b b2");
  EXPECT_THAT(talk("gogui-rules_legal_moves"), HasSubstr("C3 swap-pieces"));
  EXPECT_EQ(talk("genmove w"), "= swap-pieces\n\n");  // b2 wins
  EXPECT_THAT(talk("printsgf"), HasSubstr(";B[b2];W[swap-pieces])"));
  EXPECT_EQ(talk("play b swap-pieces"), "? illegal move\n\n");
  talk("undo");
  EXPECT_EQ(talk("play w SWAP-PIECES"), "=\n\n");
  EXPECT_EQ(talk("gogui-rules_side_to_move"), "= black\n\n");
}

TEST(GtpServer, GoesOnAfterTwoPassesOfGo) {
  Talk talk("go:size=9");
  for (const char* line : {"play b e5", "play w a1", "play b pass", "play w pass"}) talk(line);
  EXPECT_EQ(talk("genmove b"), "= pass\n\n");
  EXPECT_THAT(talk("kgs-genmove_cleanup b"), MatchesRegex("= [A-J][1-9]\n\n"));
  EXPECT_EQ(talk("gogui-rules_side_to_move"), "= white\n\n");
  EXPECT_EQ(talk("undo"), "=\n\n");
  EXPECT_EQ(talk("play b a2"), "=\n\n");
  EXPECT_EQ(talk("play w b1"), "=\n\n");
  EXPECT_THAT(talk("reg_genmove b"), MatchesRegex("= ([A-J][1-9]|pass)\n\n"));
  EXPECT_THAT(talk("printsgf"), HasSubstr(";B[ee];W[ai];B[];W[];B[ah];W[bi])"));
  talk("play b pass");
  talk("play w pass");
  EXPECT_EQ(talk("play b pass"), "=\n\n");
  EXPECT_EQ(talk("genmove w"), "= pass\n\n");
}

/// The words of an answer, in order of the alphabet.
std::vector<std::string> sorted_words(const std::string& answer) {
  std::istringstream text(answer.substr(1));
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  std::sort(words.begin(), words.end());
  return words;
}

TEST(GtpServer, LaysAFixedHandicapWhereGnuGoDoes) {
  const std::vector<std::array<const char*, 3>> gnugo{
      {"7", "4", "= C5 E5 C3 E3"},
      {"9", "2", "= G7 C3"},
      {"9", "5", "= C7 G7 E5 C3 G3"},
      {"13", "6", "= D10 K10 D7 K7 D4 K4"},
      {"13", "9", "= D10 G10 K10 D7 G7 K7 D4 G4 K4"},
      {"19", "7", "= D16 Q16 D10 K10 Q10 D4 Q4"},
      {"19", "8", "= D16 K16 Q16 D10 Q10 D4 K4 Q4"}};
  Talk talk("go:size=9");
  for (const auto& [size, stones, vertices] : gnugo) {
    talk(std::string("boardsize ") + size);
    EXPECT_EQ(sorted_words(talk(std::string("fixed_handicap ") + stones)), sorted_words(vertices));
    EXPECT_EQ(talk("gogui-rules_side_to_move"), "= white\n\n");
  }
  EXPECT_EQ(talk("fixed_handicap 2"), "? handicap stones are laid on an empty board of go\n\n");
  talk("boardsize 7");
  EXPECT_EQ(talk("fixed_handicap 5"), "? invalid number of stones\n\n");
  EXPECT_EQ(sorted_words(talk("place_free_handicap 20")).size(), 4U);
  talk("boardsize 5");
  EXPECT_EQ(talk("place_free_handicap 5"), "? invalid number of stones\n\n");
  EXPECT_EQ(Talk("hex")("fixed_handicap 2"),
            "? handicap stones are laid on an empty board of go\n\n");
}

TEST(GtpServer, HasHandicapStonesInPlaceOfMoves) {
  Talk talk("go:size=9");
  talk("set_free_handicap c3 g7");
  EXPECT_EQ(talk("gogui-rules_side_to_move"), "= white\n\n");
  EXPECT_THAT(talk("printsgf"), HasSubstr("HA[2]AB[gc][cg]PL[W])"));
  EXPECT_EQ(talk("undo"), "? cannot undo\n\n");
  talk("play w e5");
  talk("komi 0.5");
  EXPECT_THAT(talk("printsgf"), HasSubstr("KM[0.5]RU[Chinese]HA[2]AB[gc][cg]PL[W]\n;W[ee])"));
  EXPECT_EQ(talk("undo"), "=\n\n");
  EXPECT_THAT(talk("printsgf"), HasSubstr("KM[0.5]RU[Chinese]HA[2]AB[gc][cg]PL[W])"));
  talk("clear_board");
  EXPECT_EQ(talk("set_free_handicap c3 c3"), "? illegal move\n\n");
  EXPECT_EQ(talk("set_free_handicap c3"), "? syntax error: give two vertices or more\n\n");
  EXPECT_EQ(Talk("breakthrough")("set_free_handicap a1 a2"),
            "? handicap stones are laid on an empty board of go\n\n");
}

TEST(GtpServer, StartsFromStonesThatItIsTold) {
  Talk go("go:size=5,komi=0.5");
  go("play b e5");
  EXPECT_EQ(go("set_position b A1 w C3 b b2"), "=\n\n");
  EXPECT_EQ(go("gogui-rules_side_to_move"), "= white\n\n");
  EXPECT_THAT(go("printsgf"), HasSubstr("RU[Chinese]AB[bd][ae]AW[cc]PL[W])"));
  EXPECT_EQ(go("undo"), "? cannot undo\n\n");
  EXPECT_EQ(go("play b d4"), "=\n\n");  // no pass before it
  EXPECT_THAT(go("printsgf"), HasSubstr("AB[bd][ae]AW[cc]PL[B]\n;B[db])"));
  EXPECT_EQ(go("set_position b A2 b B1 w A1"), "? a chain has no liberty\n\n");
  EXPECT_EQ(go("set_position b A2 w A2"), "? illegal move\n\n");
  EXPECT_EQ(go("set_position b A2 w"), "? syntax error: no vertex\n\n");
  EXPECT_EQ(go("set_position A2 b"), "? syntax error: the color is black or white\n\n");
  EXPECT_THAT(go("printsgf"), HasSubstr("AB[bd][ae]AW[cc]PL[B]\n;B[db])"));  // as it was
  EXPECT_EQ(go("set_position"), "=\n\n");
  EXPECT_THAT(go("printsgf"), HasSubstr("RU[Chinese]PL[B])"));
  Talk othello("othello");
  EXPECT_EQ(othello("set_position b B1 w C1"), "=\n\n");
  EXPECT_EQ(othello("genmove w"), "= A1\n\n");
  EXPECT_EQ(Talk("connect_four")("set_position b 4"),
            "? this game starts from its first position alone\n\n");
}

TEST(GtpServer, CleansUpByMovesAsAnyOther) {
  Talk talk("go:size=5");
  EXPECT_THAT(talk("kgs-genmove_cleanup b"), StartsWith("= "));
  EXPECT_EQ(talk("gogui-rules_side_to_move"), "= white\n\n");
}

TEST(GtpServer, TakesAnotherBoardAndKomi) {
  Talk talk("go:size=9");
  EXPECT_EQ(talk("boardsize 19"), "=\n\n");
  EXPECT_EQ(talk("play b q16"), "=\n\n");
  EXPECT_THAT(talk("genmove w"), MatchesRegex("= [A-T][0-9]+\n\n"));
  EXPECT_THAT(talk("boardsize 20"), StartsWith("? unacceptable size"));
  EXPECT_THAT(talk("boardsize 9 1"), StartsWith("? unacceptable size"));
  EXPECT_EQ(talk("query_boardsize"), "= 19\n\n");
  EXPECT_EQ(talk("komi 0"), "=\n\n");
  EXPECT_THAT(talk("komi 6.3"), StartsWith("? unacceptable komi"));
  EXPECT_THAT(talk("komi nan"), StartsWith("? syntax error"));
  Talk othello("othello");
  EXPECT_EQ(othello("boardsize 8"), "=\n\n");
  EXPECT_EQ(othello("boardsize 10"), "? unacceptable size\n\n");
  EXPECT_EQ(othello("boardsize 8 8"), "=\n\n");
  EXPECT_EQ(othello("rectangular_boardsize 8 6"), "? unacceptable size\n\n");
  EXPECT_EQ(othello("query_boardsize"), "= 8\n\n");
  EXPECT_THAT(Talk("connect_four")("query_boardsize"), StartsWith("? this game has no size"));
  EXPECT_EQ(othello("komi 5"), "? this game has no komi\n\n");
}

TEST(GtpServer, TakesABoardThatIsNotSquare) {
  Talk talk("go:size=9");
  EXPECT_EQ(talk("rectangular_boardsize 9 7"), "=\n\n");
  EXPECT_EQ(talk("query_boardsize"), "= 9 7\n\n");
  EXPECT_EQ(talk("gogui-rules_board_size"),
            "? the board of 9x7 is not square: ask by query_boardsize\n\n");
  EXPECT_EQ(talk("play b J7"), "=\n\n");
  EXPECT_EQ(talk("play w A8"), "? illegal move\n\n");
  EXPECT_THAT(talk("genmove w"), MatchesRegex("= [A-J][1-7]\n\n"));
  EXPECT_THAT(talk("printsgf"), HasSubstr("SZ[9:7]"));
  EXPECT_EQ(talk("boardsize 3 12"), "=\n\n");
  EXPECT_EQ(talk("play b c12"), "=\n\n");
  EXPECT_THAT(talk("genmove w"), MatchesRegex("= [A-C][0-9]+\n\n"));
  EXPECT_EQ(talk("boardsize 8"), "=\n\n");
  EXPECT_THAT(talk("genmove b"), MatchesRegex("= [A-H][1-8]\n\n"));
  Talk hex("hex:size=5");
  EXPECT_EQ(hex("boardsize 6 4"), "=\n\n");
  EXPECT_EQ(hex("play b f4"), "=\n\n");
  EXPECT_EQ(hex("play w swap-pieces"), "? illegal move\n\n");
  EXPECT_THAT(Talk("hex:pie=on")("rectangular_boardsize 6 4"), StartsWith("? unacceptable size"));
  EXPECT_THAT(Talk("breakthrough")("rectangular_boardsize 8 6"), StartsWith("? unacceptable size"));
}

TEST(GtpServer, LaysAHandicapOnStarPointsOfColumnsAndRows) {
  Talk talk("go:size=13x9");
  EXPECT_EQ(sorted_words(talk("fixed_handicap 5")), sorted_words("= D3 K3 D7 K7 G5"));
  talk("rectangular_boardsize 13 8");
  EXPECT_EQ(talk("fixed_handicap 5"), "? invalid number of stones\n\n");
  EXPECT_EQ(sorted_words(talk("fixed_handicap 4")), sorted_words("= D3 K3 D6 K6"));
  talk("rectangular_boardsize 13 6");
  EXPECT_EQ(talk("fixed_handicap 2"), "? invalid number of stones\n\n");
}

TEST(GtpServer, FindsTheMoveThatWinsAndSaysHowTheGameEnded) {
  Talk talk("connect_four");
  for (const char* move : {"b 4", "w 1", "b 4", "w 1", "b 4", "w 2"})
    talk(std::string("play ") + move);
  EXPECT_EQ(talk("final_score"), "? cannot score: the game is not over\n\n");
  EXPECT_EQ(talk("reg_genmove b"), "= 4\n\n");
  EXPECT_EQ(talk("genmove b"), "= 4\n\n");
  EXPECT_EQ(talk("final_score"), "= B+1\n\n");
  EXPECT_EQ(talk("gogui-rules_final_result"), "= black has won\n\n");
  EXPECT_EQ(talk("genmove w"), "? the game is over\n\n");
  EXPECT_EQ(talk("play w 1"), "? the game is over\n\n");
}

TEST(GtpServer, CountsGoByAreaWithAllStonesAlive) {
  Talk talk("go:size=5,komi=2.5");
  for (const char* move : {"b c1", "w d1", "b c2", "w d2", "b c3", "w d3", "b c4", "w d4", "b c5",
                           "w d5", "b pass", "w pass"}) {
    EXPECT_EQ(talk(std::string("play ") + move), "=\n\n");
  }
  EXPECT_EQ(talk("final_score"), "= B+2.5\n\n");  // 15 - 10 - 2.5
  EXPECT_EQ(talk("final_status_list dead"), "=\n\n");
  EXPECT_EQ(talk("genmove b"), "= pass\n\n");
}

TEST(GtpServer, PlaysGoForAsLongAsTheControllerWants) {
  for (const char* game : {"go:size=5", "go:size=4,moves=10"}) {
    Talk talk(game);
    Random random({13});
    for (int ply = 0; ply < 300; ++ply) {
      std::istringstream text(talk("gogui-rules_legal_moves").substr(2));
      std::vector<std::string> moves;
      for (std::string move; text >> move;) moves.push_back(move);
      if (moves.size() > 1) std::erase(moves, "pass");
      ASSERT_FALSE(moves.empty());
      const std::string move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      ASSERT_EQ(talk((ply % 2 == 0 ? "play b " : "play w ") + move), "=\n\n") << ply;
      // It still thinks ahead, now and then.
      if (ply % 50 == 0) {
        EXPECT_THAT(talk("lz-genmove_analyze"),
                    MatchesRegex("=\ninfo move [^ ]+ .* pv [^ ]+ .*\n\n"));
        talk("undo");
      }
    }
    EXPECT_EQ(talk("gogui-rules_final_result"), "? the game is not over\n\n");
    EXPECT_EQ(talk("komi 3.5"), "=\n\n");
    EXPECT_THAT(talk("genmove b"), MatchesRegex("= ([A-E][1-5]|pass)\n\n"));
    EXPECT_EQ(talk("undo"), "=\n\n");
    // Its record is read as well.
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "long.sgf").string();
    write_file_whole(file, talk("printsgf").substr(2));
    const std::string board = talk("showboard");
    EXPECT_EQ(talk("clear_board"), "=\n\n");
    EXPECT_EQ(talk("loadsgf " + file), "=\n\n");
    EXPECT_EQ(talk("showboard"), board);
  }
}

TEST(GtpServer, SaysTheSameForTheSameKey) {
  Talk talk("hex:size=5", "seq:iterations=50");
  talk("banyan-key 5 3 1");
  const std::string move = talk("reg_genmove b");
  talk("reg_genmove b");
  talk("banyan-key 5 3 1");
  EXPECT_EQ(talk("reg_genmove b"), move);
  EXPECT_THAT(talk("banyan-key 5 x 1"), StartsWith("? game: 'x' is not a whole number"));
}

TEST(GtpServer, AnalysesUntilThereIsMoreInput) {
  Talk talk("hex:size=5", "seq");
  EXPECT_THAT(talk("4 lz-analyze b 1"),
              MatchesRegex("=4\n(info move [A-E][1-5] visits [0-9]+ winrate [0-9]+ lcb "
                           "[0-9]+ order [0-9]+ pv [A-E1-5 ]+)+\n\n"));
  EXPECT_THAT(talk("5 lz-genmove_analyze b 1"),
              MatchesRegex("=5\ninfo move [^\n]+\nplay [A-E][1-5]\n\n"));
  EXPECT_THAT(talk("banyan-graphics"), HasSubstr("LABEL "));
}

TEST(GtpServer, AnalysesShowWhatIsExpectedAfterEachMove) {
  Talk talk("hex:size=5", "seq:iterations=2000");
  EXPECT_THAT(
      talk("lz-genmove_analyze b 1 maxmoves 3"),
      MatchesRegex("=\n(info move [^\n]* order [0-2] pv [A-E][1-5] [A-E][1-5] [A-E][1-5 ]+)+"
                   "\nplay [A-E][1-5]\n\n"));
}

TEST(GtpServer, TheChoicesOfSwap2AreWords) {
  Talk talk("gomoku:size=9,swap2=on");
  talk("play b e5");
  talk("play b a1");
  talk("play b f6");
  EXPECT_EQ(talk("play w put-two"), "=\n\n");
  talk("play w a9");
  talk("play w b9");
  EXPECT_EQ(talk("play b SWAP"), "=\n\n");
  EXPECT_THAT(talk("genmove b"), MatchesRegex("= [A-J][1-9]\n\n"));
  EXPECT_THAT(talk("printsgf"), HasSubstr("SGF does not have this game"));
}

TEST(GtpServer, SaysThePriorsOfThePolicyNotTheSharesOfVisits) {
  // On Connect Four the game's priors prefer the middle: so does the search, but more.
  const std::string said =
      Talk("connect_four", "seq:select=puct,priors=game,iterations=2000")("lz-genmove_analyze b");
  std::istringstream text(said);
  std::map<std::string, int> priors;
  for (std::string word, move; text >> word;) {
    if (word == "move") text >> move;
    if (word == "prior") text >> priors[move];
  }
  ASSERT_EQ(priors.size(), 7U) << said;
  int sum = 0;
  for (const auto& [move, prior] : priors) sum += prior;
  EXPECT_NEAR(sum, 10'000, 7);
  for (const char* other : {"1", "2", "3", "5", "6", "7"}) EXPECT_LT(priors[other], priors["4"]);
  for (const auto& [left, right] : {std::pair("1", "7"), {"2", "6"}, {"3", "5"}}) {
    EXPECT_EQ(priors[left], priors[right]);  // as they are mirrored, whatever was visited
  }
  EXPECT_THAT(Talk("connect_four", "seq:select=puct,iterations=2000")("lz-genmove_analyze b"),
              HasSubstr(" prior 1429 "));  // a seventh
}

TEST(GtpServer, KeepsTheIntervalOfAnalysesThatTakeNoTime) {
  int lines = 0;
  int asked = 0;
  Server server({parse_game("hex:size=5"), parse_engine("random"), {}},
                {[&](const std::string& text) { lines += text.starts_with("info") ? 1 : 0; },
                 [&](std::chrono::milliseconds time) {
                   std::this_thread::sleep_for(time);
                   return ++asked == 5;
                 }});
  server.obey("lz-analyze b 1");
  EXPECT_GE(lines, 1);
  EXPECT_LT(lines, 20);  // each interval is twice as long as the one before
}

TEST(GtpServer, ObeysALastLineWithoutAnEnd) {
  const std::string line =
      fmt::format("printf 'name\\nquery_boardsize' | \"{}\" gtp --game hex:size=5", kProgram);
  EXPECT_EQ(run({"sh", "-c", line}).out, "= Banyan\n\n= 5\n\n");
}

TEST(GtpServer, SearchesOnlyTheMovesThatAreAllowed) {
  Talk talk("go:size=9");
  EXPECT_THAT(talk("lz-genmove_analyze b 100 allow b a1,a2 1"),
              MatchesRegex("=\ninfo move A[12] [^\n]* info move A[12] [^\n]*\nplay A[12]\n\n"));
  talk("clear_board");
  EXPECT_THAT(talk("lz-genmove_analyze b allow b j9 1"),
              MatchesRegex("=\ninfo move J9 visits [0-9]+ winrate [^\n]*\nplay J9\n\n"));
  Talk small("tic_tac_toe");
  for (const char* line : {"play b a1", "play w b2", "play b b1", "play w a3"}) small(line);
  EXPECT_THAT(small("lz-genmove_analyze b avoid b c3 1"), HasSubstr("\nplay C1\n"));  // it wins
  small("undo");
  const std::string others = small("lz-genmove_analyze b avoid b c1,pass 1");
  EXPECT_EQ(others.find("move C1"), std::string::npos) << others;
  EXPECT_THAT(small("gogui-rules_side_to_move"), HasSubstr("white"));
}

TEST(GtpServer, TakesNoTagForAColorOrATime) {
  Talk talk("go:size=9");
  const std::string said = talk("lz-genmove_analyze b interval 50 maxmoves 3 avoid b e5 1");
  EXPECT_EQ(said.find("move E5"), std::string::npos) << said;
  EXPECT_THAT(said, MatchesRegex("=\ninfo move [^\n]* order 2 [^\n]*\nplay [A-J][1-9]\n\n"));
  EXPECT_EQ(said.find("order 3"), std::string::npos) << said;
  EXPECT_EQ(talk("gogui-rules_side_to_move"), "= white\n\n");
  talk("clear_board");
  // Of the other player's moves only: the first is free.
  EXPECT_THAT(talk("lz-genmove_analyze b 100 avoid w e5 1"), HasSubstr("\nplay "));
  EXPECT_EQ(talk("gogui-rules_side_to_move"), "= white\n\n");
}

TEST(GtpServer, RefusesTagsThatItDoesNotKnowOrCannotHeed) {
  Talk talk("go:size=9");
  EXPECT_EQ(
      talk("lz-analyze b 50 ownership true"),
      "? syntax error: unknown tag 'ownership': there are interval, minmoves, maxmoves, allow "
      "and avoid\n\n");
  EXPECT_EQ(
      talk("lz-analyze b avoid b e5 3"),
      "? only the first move can be restricted, and that would hold for ply 3 too: give 1\n\n");
  EXPECT_EQ(
      talk("lz-analyze b avoid w e5 2"),
      "? only the first move can be restricted, and that would hold for ply 2 too: give 1\n\n");
  EXPECT_EQ(talk("lz-analyze b allow b z9 1"), "? syntax error: 'z9' is no vertex\n\n");
  EXPECT_EQ(talk("lz-analyze b allow b"), "? syntax error: no vertices\n\n");
  EXPECT_EQ(talk("lz-analyze b allow b e5"), "? syntax error: no number of plies\n\n");
  EXPECT_EQ(talk("lz-analyze b interval"), "? syntax error: no interval\n\n");
  talk("play b e5");
  EXPECT_EQ(talk("lz-analyze w allow w e5 1"), "? no legal move is allowed\n\n");
}

TEST(GtpServer, SearchesForTheOnlyMoveWhereItsAnalysisIsAskedForAlone) {
  Talk talk("tic_tac_toe", "seq:iterations=200", 0.5);
  for (const char* move : {"b a1", "w b1", "b c1", "w b2", "b a2", "w c2", "b b3", "w a3"}) {
    EXPECT_EQ(talk(std::string("play ") + move), "=\n\n");
  }
  EXPECT_EQ(talk("genmove b"), "= C3\n\n");
  EXPECT_THAT(talk("banyan-graphics"), HasSubstr("nothing has been searched yet"));
  talk("undo");
  EXPECT_THAT(talk("lz-genmove_analyze b"), HasSubstr("info move C3"));
}

TEST(GtpServer, ResignsBelowAThresholdAlone) {
  const auto lost = [](double resign) {
    Talk talk("connect_four", "seq:iterations=2000", resign);
    for (const char* line : {"play b 4", "play w 4", "play b 3", "play w 3", "play b 5"}) {
      talk(line);  // and 2 and 6 win
    }
    return talk("genmove w");
  };
  EXPECT_THAT(lost(0), MatchesRegex("= [1-7]\n\n"));
  EXPECT_EQ(lost(0.4), "= resign\n\n");
}

TEST(GtpServer, LoadsAndPrintsSgf) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "game.sgf").string();
  write_file_whole(file, "(;GM[1]SZ[5]KM[0.5];B[cc];W[bb](;B[])(;B[aa]))");
  Talk talk("go:size=9");
  EXPECT_EQ(talk("loadsgf " + file), "=\n\n");
  EXPECT_THAT(talk("showboard"), HasSubstr("3 . . X . . 3"));
  EXPECT_THAT(talk("printsgf"), HasSubstr("SZ[5]KM[0.5]RU[Chinese]\n;B[cc];W[bb];B[])"));
  EXPECT_EQ(talk("loadsgf " + file + " 2"), "=\n\n");
  EXPECT_EQ(talk("gogui-rules_side_to_move"), "= white\n\n");
  EXPECT_THAT(talk("loadsgf /no/such/file"), StartsWith("? cannot read"));
  write_file_whole(file, "(;GM[1]SZ[5]AB[aa][bb]AW[cc]PL[W];W[dd];B[ee])");
  EXPECT_EQ(talk("loadsgf " + file + " 2"), "=\n\n");
  EXPECT_THAT(talk("printsgf"), HasSubstr("KM[0.5]RU[Chinese]AB[aa][bb]AW[cc]PL[W]\n;W[dd])"));
  EXPECT_EQ(talk("undo"), "=\n\n");
  EXPECT_EQ(talk("undo"), "? cannot undo\n\n");
  EXPECT_EQ(talk("gogui-rules_side_to_move"), "= white\n\n");
  EXPECT_EQ(talk("loadsgf " + file + " 1"), "=\n\n");
  EXPECT_THAT(talk("printsgf"), HasSubstr("AB[aa][bb]AW[cc]PL[W])"));
  write_file_whole(file, "(;GM[1]SZ[5]KM[0.5];B[cc];W[bb])");
  EXPECT_EQ(talk("loadsgf " + file), "=\n\n");
  write_file_whole(file, "(;GM[1]SZ[5];B[zz])");
  EXPECT_THAT(talk("loadsgf " + file), HasSubstr("its move 1, B['zz'], is not legal"));
  EXPECT_THAT(talk("showboard"), HasSubstr("3 . . X . . 3"));  // as it was
}

TEST(GtpServer, ThinksNoLongerThanTheClockAllows) {
  Talk talk("hex:size=11", "seq:time=1h");
  talk("time_settings 0 1 10");  // 100 ms a move
  EXPECT_THAT(talk("genmove b"), StartsWith("= "));
  talk("kgs-time_settings byoyomi 0 0.1 1");
  EXPECT_THAT(talk("genmove w"), StartsWith("= "));
  talk("kata-time_settings fischer 0.2 0.1");
  EXPECT_THAT(talk("genmove b"), StartsWith("= "));
  EXPECT_EQ(talk("time_left w 0.05 0"), "=\n\n");
  EXPECT_THAT(talk("genmove w"), StartsWith("= "));
  EXPECT_THAT(talk("time_settings 1 2"), StartsWith("? syntax error"));
  EXPECT_THAT(talk("kgs-time_settings sundial 1"), StartsWith("? syntax error"));
}

// ---- pondering ---------------------------------------------------------------------------------

/// The visits of all moves in an answer to lz-genmove_analyze.
std::uint64_t visits_in(const std::string& answer) {
  std::istringstream text(answer);
  std::uint64_t sum = 0;
  for (std::string word; text >> word;) {
    std::uint64_t visits = 0;
    if (word == "visits" && text >> visits) sum += visits;
  }
  return sum;
}

std::uint64_t visits_of_second_move(const std::string& engine, bool ponder) {
  Talk talk("connect_four", engine, 0, ponder);
  EXPECT_THAT(talk("genmove b"), MatchesRegex("= [1-7]\n\n"));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(talk("time_left b 100 0"), "=\n\n");  // and it goes on
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(talk("play w 4"), "=\n\n");
  return visits_in(talk("lz-genmove_analyze b"));
}

TEST(GtpServer, KeepsWhatItFoundOnTheOpponentsTime) {
  for (const char* engine :
       {"seq:iterations=200,reuse=on", "tree:threads=2,iterations=200,reuse=on",
        "batched:iterations=200,reuse=on"}) {
    const std::uint64_t without = visits_of_second_move(engine, false);
    const std::uint64_t with = visits_of_second_move(engine, true);
    EXPECT_GE(without, 150U) << engine;
    EXPECT_LE(without, 400U) << engine;
    EXPECT_GT(with, 2 * without) << engine;
  }
}

TEST(GtpServer, KeepsItsTreeForAnyNumberOfMoves) {
  for (const char* engine :
       {"seq:iterations=20k,reuse=on", "seq:iterations=20k,reuse=on,solver=on",
        "root:threads=2,iterations=20k,reuse=on", "tree:threads=2,iterations=20k,reuse=on",
        "seq:iterations=20k,reuse=on,select=puct", "batched:iterations=20k,reuse=on",
        "seq:iterations=20k,reuse=on,temperature=1"}) {
    Talk talk("connect_four", engine);
    EXPECT_THAT(talk("genmove b"), MatchesRegex("= [1-7]\n\n"));
    for (const char* move : {"play w 4", "play b 4", "play w 4"}) EXPECT_EQ(talk(move), "=\n\n");
    EXPECT_GT(visits_in(talk("lz-genmove_analyze b")), 20'000U) << engine;
    // A move was taken back since: the other line has nothing to keep.
    for (int i = 0; i < 5; ++i) talk("undo");
    for (const char* move : {"play b 1", "play w 1", "play b 1", "play w 1"}) {
      EXPECT_EQ(talk(move), "=\n\n");
    }
    EXPECT_LE(visits_in(talk("lz-genmove_analyze b")), 20'000U) << engine;
  }
}

TEST(GtpServer, StopsPonderingAtOnceWhenItIsToMove) {
  Talk talk("go:size=9", "tree:threads=2,iterations=20,reuse=on", 0, true);
  talk("genmove b");
  auto fastest = std::chrono::steady_clock::duration::max();
  for (int i = 0; i < 10; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_THAT(talk("reg_genmove w"), StartsWith("= "));
    fastest = std::min(fastest, std::chrono::steady_clock::now() - begin);
  }
  EXPECT_LT(fastest, std::chrono::milliseconds(50));
}

TEST(GtpServer, PondersThroughEverythingThatMayHappenToAGame) {
  Talk talk("hex:size=5", "seq:iterations=50,reuse=on", 0, true);
  for (const char* line : {"genmove b", "undo", "genmove b", "# a comment", "boardsize 4",
                           "genmove b", "genmove w", "clear_board", "genmove b", "nonsense"}) {
    talk(line);
    EXPECT_TRUE(talk.open());
  }
  while (talk("genmove w") != "? the game is over\n\n") talk("genmove b");
  EXPECT_EQ(talk("quit"), "=\n\n");
}

TEST(GtpServer, PondersWithAnEngineThatKeepsItsTreeAlone) {
  EXPECT_THAT(refusal([] { Talk talk("hex", "tree:threads=2", 0, true); }),
              HasSubstr("--ponder needs an engine that keeps its tree from move to move, which "
                        "tree:threads=2 does not: give it reuse=on"));
}

TEST(GtpCommand, PondersWhileItWaitsForALineAndEndsWithItsInput) {
  const Outcome outcome =
      run({"sh", "-c",
           fmt::format("(printf 'genmove b\\n'; sleep 0.3; printf 'play w 4\\ngenmove b\\n') | "
                       "'{}' gtp --game connect_four --ponder --iterations 100",
                       kProgram)});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_THAT(outcome.out, MatchesRegex("= [1-7]\n\n=\n\n= [1-7]\n\n"));
}

}  // namespace
}  // namespace banyan::bench::gtp
