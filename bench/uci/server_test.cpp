// Conversations with the UCI server.
#include "bench/uci/server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "bench/match/whole_match_test.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench::uci {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

using namespace std::chrono_literals;

class Talk {
 public:
  explicit Talk(const std::string& game, const std::string& engine = "seq:iterations=200")
      : server_({parse_game(game), {parse_engine(engine)}, {}, 1},
                [this](const std::string& text) { hear(text); }) {}

  /// What is said at once to a line.
  std::string operator()(const std::string& line) {
    {
      const std::lock_guard lock(mutex_);
      said_.clear();
    }
    open_ = server_.obey(line);
    return said();
  }

  /// What is said to a line, and then until a bestmove.
  std::string whole(const std::string& line) {
    (*this)(line);
    return wait_for("bestmove ");
  }

  std::string wait_for(const std::string& words) {
    std::unique_lock lock(mutex_);
    const auto heard = [&] { return said_.find(words) != std::string::npos; };
    EXPECT_TRUE(spoken_.wait_for(lock, 100s, heard)) << said_;
    return said_;
  }

  [[nodiscard]] std::string said() {
    const std::lock_guard lock(mutex_);
    return said_;
  }
  [[nodiscard]] bool open() const { return open_; }

 private:
  void hear(const std::string& text) {
    {
      const std::lock_guard lock(mutex_);
      said_ += text;
    }
    spoken_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable spoken_;
  std::string said_;
  bool open_ = true;
  Server server_;  // last, since it speaks until it is destroyed
};

/// The word after another one in the last line that has it.
std::string word_after(const std::string& said, const std::string& word) {
  std::istringstream text(said);
  std::string found;
  for (std::string each; text >> each;) {
    if (each == word) text >> found;
  }
  return found;
}

TEST(UciServer, IntroducesItselfAndItsOptions) {
  Talk talk("breakthrough", "tree:threads=2,iterations=200,reuse=on");
  const std::string said = talk("uci");
  EXPECT_THAT(said, StartsWith("id name Banyan "));
  EXPECT_THAT(said, HasSubstr("\nid author "));
  for (const char* option :
       {"UCI_Variant type combo default breakthrough var breakthrough", "Ponder type check default",
        "MultiPV type spin default 1 min 1 max 500",
        "Move Overhead type spin default 25 min 0 max 60000",
        "Threads type spin default 2 min 1 max ", "c type string default ",
        "reuse type check default true"}) {
    EXPECT_THAT(said, HasSubstr(std::string("\noption name ") + option));
  }
  EXPECT_TRUE(said.ends_with("\nuciok\n")) << said;
  EXPECT_EQ(talk("isready"), "readyok\n");
  EXPECT_TRUE(talk.open());
  EXPECT_EQ(talk("quit"), "");
  EXPECT_FALSE(talk.open());
}

TEST(UciServer, TalksAsAControllerOfMatchesDoes) {
  Talk talk("breakthrough", "tree:threads=2");
  EXPECT_THAT(talk("uci"), HasSubstr("uciok\n"));
  EXPECT_EQ(talk("setoption name Threads value 1"), "");
  EXPECT_EQ(talk("setoption name UCI_Variant value breakthrough"), "");
  EXPECT_EQ(talk("isready"), "readyok\n");
  EXPECT_EQ(talk("ucinewgame"), "");
  EXPECT_EQ(talk("position startpos"), "");
  const std::string first = talk.whole("go wtime 2000 btime 2000 winc 100 binc 100");
  EXPECT_THAT(first, ContainsRegex("^info depth [0-9]+ seldepth [0-9]+ multipv 1 score cp "
                                   "-?[0-9]+ nodes [0-9]+ nps [0-9]+ time [0-9]+ pv [a-h1-8 ]+\n"
                                   "bestmove [a-h][12][a-h][23]( ponder [a-h][78][a-h][67])?\n$"));
  talk("position startpos moves " + word_after(first, "bestmove") + " a7a6");
  talk("go wtime 100000 btime 100000 movestogo 10");
  EXPECT_EQ(talk("isready"), "readyok\n");  // while it searches
  EXPECT_THAT(talk("stop"), MatchesRegex("(info [^\n]*\n)?bestmove [^\n]*\n"));
  EXPECT_EQ(talk("stop"), "");
  EXPECT_EQ(talk("ponderhit"), "");
}

TEST(UciServer, ThinksNoLongerThanItIsAllowed) {
  for (const char* go : {"go movetime 100", "go wtime 200 btime 1", "go btime 1 wtime 100 winc 10",
                         "go wtime 500 movestogo 10", "go wtime -7", "go movetime 0"}) {
    Talk talk("hex:size=11", "seq:time=1h");
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_THAT(talk.whole(go), HasSubstr("bestmove "));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 60s) << go;
  }
}

TEST(UciServer, CountsNodesAndHeedsTheBudgetOfTheEngine) {
  Talk talk("hex:size=5");
  EXPECT_EQ(word_after(talk.whole("go nodes 50"), "nodes"), "50");
  EXPECT_EQ(word_after(talk.whole("go nodes 5000"), "nodes"), "200");
  EXPECT_EQ(word_after(talk.whole("go"), "nodes"), "200");
  talk("setoption name iterations value 300");
  EXPECT_EQ(word_after(talk.whole("go"), "nodes"), "300");
}

TEST(UciServer, PlaysTheSameMovesForTheSameSeed) {
  const auto moves = [] {
    Talk talk("hex:size=5");
    std::string line;
    for (int i = 0; i < 4; ++i) {
      talk("position startpos" + (line.empty() ? "" : " moves" + line));
      line += ' ' + word_after(talk.whole("go nodes 100"), "bestmove");
    }
    return line;
  };
  EXPECT_EQ(moves(), moves());
}

TEST(UciServer, AnalysesUntilItIsStopped) {
  Talk talk("hex:size=5", "seq");
  talk("go infinite");
  talk.wait_for("pv ");
  EXPECT_EQ(talk.said().find("bestmove"), std::string::npos);
  EXPECT_THAT(talk("stop"), HasSubstr("bestmove "));
  // Also where nothing is left to search.
  Talk won("connect_four", "seq:solver=on");
  won("position startpos moves 4 1 4 1 4 1");
  won("go infinite");
  won.wait_for("pv 4");
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(won.said().find("bestmove"), std::string::npos);
  EXPECT_THAT(won("stop"), HasSubstr("bestmove 4\n"));
}

TEST(UciServer, StopsASearchOfHoursAtOnce) {
  for (const char* end : {"stop", "quit"}) {
    Talk talk("go:size=9", "tree:threads=2");
    talk("go movetime 10000000");
    EXPECT_THAT(talk(end), HasSubstr("bestmove ")) << end;
  }
  Talk forgotten("go:size=9", "tree:threads=2");
  forgotten("go infinite");
  EXPECT_THAT(forgotten("position startpos"), HasSubstr("bestmove "));
  forgotten("go infinite");  // and its end ends that
}

TEST(UciServer, PondersUntilTheMoveIsMadeOrTheSearchIsStopped) {
  Talk talk("hex:size=5", "seq");
  talk("position startpos moves c3 b2");
  talk("go ponder wtime 1000 btime 1000");
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(talk("isready"), "readyok\n");
  talk("ponderhit");
  EXPECT_THAT(talk.wait_for("bestmove "), Not(HasSubstr("bestmove (none)")));
  talk("go ponder movetime 100");
  EXPECT_THAT(talk("stop"), HasSubstr("bestmove "));
  // A number of nodes that was reached before is announced after the move.
  talk("go ponder nodes 10");
  talk.wait_for("nodes 10 ");
  EXPECT_EQ(talk.said().find("bestmove"), std::string::npos);
  talk("ponderhit");
  EXPECT_THAT(talk.wait_for("bestmove "), HasSubstr("bestmove "));
}

TEST(UciServer, SearchesSomeMovesAndShowsSeveral) {
  Talk talk("tic_tac_toe");
  const std::string said = talk.whole("go searchmoves a1 c3 z9 nodes 100");
  EXPECT_THAT(said, HasSubstr("info string go searchmoves: 'z9' is not legal.\n"));
  EXPECT_THAT(word_after(said, "bestmove"), testing::AnyOf("a1", "c3"));
  talk("setoption name multipv value 3");
  const std::string three = talk.whole("go");
  for (const char* line : {"multipv 1 ", "multipv 2 ", "multipv 3 "}) {
    EXPECT_THAT(three, HasSubstr(line));
  }
  EXPECT_EQ(three.find("multipv 4"), std::string::npos);
}

TEST(UciServer, SaysWhatIsExpectedAfterEachOfSeveralMoves) {
  Talk talk("connect_four", "seq:iterations=3000");
  talk("setoption name multipv value 3");
  for (const char* const go : {"go", "go searchmoves 1 2 3"}) {
    talk("position startpos moves 3 1 4 1");
    const std::string said = talk.whole(go);
    EXPECT_THAT(said, ContainsRegex("multipv 1 [^\n]* pv [1-7] [1-7] [1-7]")) << go;
    EXPECT_THAT(said, ContainsRegex("multipv 2 [^\n]* pv [1-7] [1-7] [1-7]")) << go;
    EXPECT_THAT(said, ContainsRegex("multipv 3 [^\n]* pv [1-7] [1-7] [1-7]")) << go;
  }
}

TEST(UciServer, ScoresByEloOfTheExpectedResult) {
  Talk talk("connect_four", "seq:iterations=3000,solver=on");
  talk("position startpos moves 4 1 4 1 4 1");
  EXPECT_EQ(word_after(talk.whole("go"), "cp"), "10000");
  talk("position startpos moves 4 1 4 1 4");
  EXPECT_NEAR(std::stoi(word_after(talk.whole("go"), "cp")), 0, 400);
}

TEST(UciServer, TakesItsKeysAsOptions) {
  Talk talk("connect_four", "seq:iterations=100");
  EXPECT_EQ(talk("setoption name C value 0.7"), "");
  EXPECT_EQ(talk("setoption name solver value true"), "");
  const std::string options = talk("uci");
  EXPECT_THAT(options, HasSubstr("option name c type string default 0.7\n"));
  EXPECT_THAT(options, HasSubstr("option name solver type check default true\n"));
  EXPECT_EQ(talk("setoption name Ponder value true"), "");
  EXPECT_EQ(talk("setoption name Move Overhead value 200"), "");
  EXPECT_THAT(talk("uci"), HasSubstr("option name Move Overhead type spin default 200 "));
  EXPECT_THAT(talk("setoption name iterations value lots"),
              MatchesRegex("info string [^\n]*iterations=lots[^\n]*\n"));
  EXPECT_THAT(talk("setoption name sovler value true"),
              HasSubstr("info string there is no option 'sovler': did you mean solver?\n"));
  EXPECT_THAT(talk("setoption name MultiPV value 0"), HasSubstr("from 1 to 500"));
  EXPECT_THAT(talk("setoption name UCI_Variant value chess"),
              HasSubstr("'chess' is not what is played here, connect_four"));
  EXPECT_THAT(talk("setoption"), HasSubstr("setoption has no name"));
  EXPECT_EQ(word_after(talk.whole("go"), "nodes"), "100");  // as before
}

TEST(UciServer, RefusesPositionsAndMovesInOneSentenceAndKeepsItsPosition) {
  Talk talk("tic_tac_toe");
  talk("position startpos moves a1 b1 b2 c1");  // c3 wins
  EXPECT_EQ(talk("position startpos moves a1 a1"),
            "info string position: move 2, 'a1', is not legal: it stays as it was.\n");
  EXPECT_THAT(talk("position startpos moves a1 b1 a2 b2 a3 b3"),
              HasSubstr("move 6, 'b3', is not legal, since the game is over"));
  EXPECT_THAT(talk("position"), HasSubstr("info string position: give startpos, or fen"));
  EXPECT_THAT(talk("position fen 3/3/3"), HasSubstr("has no w or b after it"));
  EXPECT_THAT(talk("position fen 3/3/4 w"), HasSubstr("info string a board of tic_tac_toe is 9"));
  EXPECT_THAT(talk("position fen \x1b[31m/ w"), HasSubstr("info string "));
  EXPECT_EQ(word_after(talk.whole("go nodes 1000"), "bestmove"), "c3");
  talk("position startpos moves a1 b1 a2 b2 a3");
  EXPECT_EQ(talk("go"), "info string the game is over: there is no move.\nbestmove (none)\n");
}

TEST(UciServer, ReadsBoardsAsFenAndInItsOwnNotation) {
  for (const char* board : {"PP1/pp1/3 w - - 0 1", "XX-OO---- X", "P1P/p2/3 b"}) {
    Talk talk("tic_tac_toe", "seq:iterations=1000,solver=on");
    EXPECT_EQ(talk(std::string("position fen ") + board), "");
    const std::string move = std::string(board).ends_with('b') ? "b1" : "c1";
    EXPECT_EQ(word_after(talk.whole("go"), "bestmove"), move) << board;
    EXPECT_EQ(talk(std::string("position fen ") + board + " moves " + move), "");
  }
  Talk othello("othello");
  EXPECT_EQ(othello("position fen 8/8/8/3pP3/3Pp3/8/8/8[PPPPpppp] w 0 1 moves d3"), "");
  EXPECT_THAT(othello.whole("go nodes 10"), HasSubstr("bestmove c"));
}

TEST(UciServer, SaysWhatItDoesNotSupportAndIgnoresUnknownCommands) {
  Talk talk("tic_tac_toe");
  const std::string said = talk.whole("go depth 5 mate");
  EXPECT_THAT(said, HasSubstr("info string go depth is not supported: give "));
  EXPECT_THAT(said, HasSubstr("info string go mate "));
  EXPECT_THAT(said, HasSubstr("bestmove "));
  for (const char* line : {"", "  ", "joho", "debug on", "register later", "# uci"}) {
    talk(line);
    EXPECT_TRUE(talk.open()) << line;
  }
  EXPECT_EQ(talk("joho"), "");
  EXPECT_EQ(talk("joho isready"), "readyok\n");
  EXPECT_EQ(talk("\tisready\r"), "readyok\n");
}

TEST(UciServer, AnswersTheOnlyMoveAtOnce) {
  Talk talk("tic_tac_toe", "seq:time=1h");
  talk("position startpos moves a1 b1 c1 b2 a2 c2 b3 a3");
  EXPECT_EQ(talk("go"), "bestmove c3\n");
}

TEST(UciCommand, StopsAtTheEndOfItsInput) {
  const std::string line = fmt::format(
      "printf 'position startpos\\ngo infinite' | \"{}\" uci --game hex:size=5", kProgram);
  const Outcome outcome = run({"sh", "-c", line});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_THAT(outcome.out, HasSubstr("bestmove "));
}

/// A game, and what the client is told of it.
class ThroughUci : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(ThroughUci, PlaysWholeGamesByOurRules) {
  const auto& [game, variant] = GetParam();
  const std::string by_uci = fmt::format(
      "uci:cmd='{} uci --game {} --engine seq --iterations 60'{}", kProgram, game, variant);
  for (const char* clock : {"", "100s+1s", "0s+100s/5"}) {
    MatchOptions match = plain_match(game, by_uci + ";seq:iterations=40", 1);
    match.concurrency = 1;
    if (*clock != '\0') match.clock = parse_time_control(clock, "--clock");
    const Deal deal = play_whole(match).deals.at(0);
    ASSERT_EQ(deal.size(), 2U);
    for (const GameRecord& each : deal) EXPECT_FALSE(each.lost) << each.lost->words;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, ThroughUci,
                         testing::Values(std::pair("breakthrough", ""),
                                         std::pair("breakthrough:size=5", ",variant=breakthrough"),
                                         std::pair("connect_four", ",variant=connect_four"),
                                         std::pair("othello", ",variant=othello"),
                                         std::pair("tic_tac_toe", ",variant=tic_tac_toe"),
                                         std::pair("ultimate_tic_tac_toe",
                                                   ",variant=ultimate_tic_tac_toe"),
                                         std::pair("hex:size=4", ",variant=hex"),
                                         std::pair("gomoku:size=9", ",variant=gomoku"),
                                         std::pair("go:size=5,komi=0.5", ",variant=go"),
                                         std::pair("dots_and_boxes", ",variant=dots_and_boxes")));

}  // namespace
}  // namespace banyan::bench::uci
