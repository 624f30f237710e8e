#include "bench/match/opening_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bench/cluster/orders.hpp"
#include "bench/match/deals.hpp"
#include "bench/match/openings.hpp"
#include "bench/notation/board_text.hpp"
#include "bench/notation/sgf.hpp"
#include "bench/opponents/scripted_test.hpp"
#include "bench/registry/refusal_test.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json_lines.hpp"

namespace banyan::bench {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

/// A file of a game's openings, read by a rule like "order=random".
class OpeningFiles : public testing::Test {
 protected:
  OpeningRule read(const std::string& game, const std::string& content,
                   const std::string& keys = "") {
    write_file_whole(path(), content);
    OpeningRule rule = parse_openings("file:path=" + path() + keys, 4);
    read_openings(*rule.file, parse_game(game));
    return rule;
  }

  /// The texts of the openings of `pairs` pairs: their stones, if any, and moves.
  std::vector<std::string> openings(const std::string& game, const std::string& content,
                                    const std::string& keys = "", std::uint64_t pairs = 0,
                                    std::uint64_t seed = 1) {
    const OpeningRule rule = read(game, content, keys);
    const GameChoice choice = parse_game(game);
    Openings drawn(choice, rule, seed);
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < (pairs > 0 ? pairs : rule.file->openings->size()); ++i) {
      std::string& text = texts.emplace_back();
      const Opening opening = drawn.draw(i);
      if (opening.stones) text = board_text(*opening.stones) + ' ';
      const auto from = opened(*choice.start, opening.stones, {});
      for (const std::string& move : move_texts(*from, opening.moves)) text += move;
    }
    return texts;
  }

  std::string refusal(const std::string& game, const std::string& content,
                      const std::string& keys = "") {
    return bench::refusal([&] { read(game, content, keys); });
  }

  [[nodiscard]] std::string path() const { return (folder_.path() / "openings.txt").string(); }

 private:
  TemporaryFolder folder_;
};

TEST_F(OpeningFiles, HaveALineOfMovesForEach) {
  EXPECT_THAT(openings("othello", "# two\nf5d6c3\n\nf5 f6\n"), ElementsAre("f5d6c3", "f5f6"));
}

TEST_F(OpeningFiles, AreCollectionsOfGamesInSgfToo) {
  const std::string games =
      "(;GM[1]SZ[9]KM[5.5];B[ee];W[cc](;B[gg])(;B[cg]))\n(;GM[1]SZ[9]C[a (;B\\] c];B[cc])";
  EXPECT_THAT(openings("go:size=9", games), ElementsAre("e5c7g3", "c7"));
}

TEST_F(OpeningFiles, HaveABoardInALine) {
  EXPECT_THAT(openings("tic_tac_toe", "# a board, and moves\nXO./.X./... O\na1b2\n"),
              ElementsAre("XO--X---- O ", "a1b2"));
  const std::string endgame = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
  EXPECT_THAT(openings("othello", endgame + "; g8:+18; g2:-6\n"), ElementsAre(endgame + ' '));
  EXPECT_THAT(openings("connect_four", std::string(35, '-') + "XO----- X\n"),
              ElementsAre(std::string(35, '-') + "XO----- X "));
  EXPECT_THAT(openings("go:size=5", "...../...../..X../.O.../..... O", ",plies=2"),
              ElementsAre("------------X---O-------- O "));
}

TEST_F(OpeningFiles, HaveStonesThatAreSetUpInSgf) {
  EXPECT_THAT(openings("go:size=5", "(;SZ[5]AB[aa][bb]AW[cc]PL[W];W[dd];B[ee])"),
              ElementsAre("X-----X-----O------------ O d2e1"));
  EXPECT_THAT(openings("go:size=5", "(;SZ[5]AB[aa][bb];W[dd];B[ee])", ",plies=1"),
              ElementsAre("X-----X------------------ O d2"));
  EXPECT_THAT(openings("hex:size=3", "(;GM[11]SZ[3]AB[a1]AW[c3]PL[B];B[b2])"),
              ElementsAre("X-------O X b2"));
  EXPECT_THAT(openings("gomoku:size=9", "(;GM[4]SZ[9]AW[aa]PL[W])"),
              ElementsAre("O" + std::string(80, '-') + " O "));
  EXPECT_THAT(openings("othello", "(;GM[2]AE[dd]AW[dd];W[df])"),
              ElementsAre(std::string(27, '-') + "OX------XO" + std::string(27, '-') + " O d6"));
  // Moves, then stones: the opening starts from the stones.
  EXPECT_THAT(openings("go:size=5", "(;SZ[5];B[aa];W[bb];AB[cc];B[dd])"),
              ElementsAre("X-----O-----X------------ X d2"));
}

TEST_F(OpeningFiles, AreTakenInOrderAndFromTheStartAgain) {
  EXPECT_THAT(openings("connect_four", "1\n2\n3\n", "", 5), ElementsAre("1", "2", "3", "1", "2"));
}

TEST_F(OpeningFiles, AreShuffledByTheSeedWithEachOnceInARound) {
  const std::string lines = "1\n2\n3\n4\n5\n6\n7\n";
  std::set<std::vector<std::string>> orders;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto drawn = openings("connect_four", lines, ",order=random", 14, seed);
    EXPECT_EQ(drawn, openings("connect_four", lines, ",order=random", 14, seed));
    for (const auto& round : {std::vector(drawn.begin(), drawn.begin() + 7),
                              std::vector(drawn.begin() + 7, drawn.end())}) {
      EXPECT_EQ(std::set<std::string>(round.begin(), round.end()).size(), 7U);
      orders.insert(round);
    }
  }
  EXPECT_EQ(orders.size(), 6U);
}

TEST_F(OpeningFiles, AreCutToSoManyPlies) {
  EXPECT_THAT(openings("connect_four", "4444\n12\n", ",plies=3"), ElementsAre("444", "12"));
  EXPECT_THAT(openings("go:size=9", "(;SZ[9];B[ee];W[cc];B[gg])", ",plies=2"), ElementsAre("e5c7"));
}

TEST_F(OpeningFiles, AreRefusedWithTheLineThatCannotBePlayed) {
  EXPECT_THAT(refusal("othello", "f5d6\n# next\nf5a1\n"),
              HasSubstr(path() + " line 3: move 'a1' is not legal here"));
  EXPECT_THAT(refusal("tic_tac_toe", "a1b1a2b2a3\n"), EndsWith("line 1: its moves end the game."));
  EXPECT_THAT(refusal("othello", "# nothing\n"),
              EndsWith("has no openings: give games in SGF, or for each a line of moves or a "
                       "board."));
}

TEST_F(OpeningFiles, AreRefusedWithTheLineWhoseBoardCannotBe) {
  EXPECT_THAT(refusal("tic_tac_toe", "a1\nXO--X---- X\n"),
              EndsWith("line 2: the board cannot be: the players' stones do not fit whose turn it "
                       "is."));
  EXPECT_THAT(refusal("tic_tac_toe", "XXX-OO--- O\n"),
              EndsWith("line 1: the game is over on its board."));
  EXPECT_THAT(refusal("othello", "XO- O\n"),
              HasSubstr("line 1: a board of othello is 64 cells, X, O or -, and then X or O"));
  EXPECT_THAT(refusal("breakthrough", "XO- O\n"), HasSubstr("line 1: boards are read of go, hex,"));
}

TEST_F(OpeningFiles, AreRefusedWithTheGameOfACollectionThatCannotBePlayed) {
  EXPECT_THAT(refusal("go:size=9", "(;SZ[9];B[ee])(;SZ[9];B[ee];W[ee])"),
              AllOf(HasSubstr("openings.txt game 2"), HasSubstr("its move 2, W['ee']")));
  EXPECT_THAT(refusal("go:size=9", "(;SZ[9])"),
              EndsWith("game 1: it has no moves and sets up no stones."));
  EXPECT_THAT(refusal("go:size=9", "(;SZ[9]AB[ab][ba]AW[aa])"),
              HasSubstr("its stones before move 1 cannot be: a chain has no liberty"));
  EXPECT_THAT(refusal("hex:size=3", "(;GM[11]SZ[3]AB[a1][a2][a3])"),
              EndsWith("game 1: the game is over on its board."));
  EXPECT_THAT(refusal("go:size=9", "(;SZ[13];B[ee])"), HasSubstr("its board is of size 13, not 9"));
}

TEST_F(OpeningFiles, AreKnownByTheirContent) {
  const OpeningRule one = read("connect_four", "4\n");
  const OpeningRule other = read("connect_four", "3\n");
  EXPECT_EQ(to_text(one), to_text(other));
  EXPECT_NE(settings_text(one), settings_text(other));
}

TEST(OpeningRule, OfAFileIsItsPathOrASpec) {
  EXPECT_EQ(to_text(parse_openings("some/book.sgf", 4)), "file:path=some/book.sgf");
  EXPECT_EQ(to_text(parse_openings("file:path=book,plies=4,order=random", 4)),
            "file:path=book,order=random,plies=4");
  EXPECT_THROW(parse_openings("file", 4), UsageError);
  EXPECT_THROW(parse_openings("file:path=x,order=best", 4), UsageError);
}

TEST(MatchCommand, PlaysTheOpeningsOfAFileAndGoesOnWithTheSameContentAlone) {
  const TemporaryFolder folder;
  const std::string book = (folder.path() / "book.txt").string();
  const std::string out = (folder.path() / "run").string();
  write_file_whole(book, "44\n12\n");
  const Arguments command = split_words(
      "match --game connect_four --a seq --b seq:c=1 --pairs 3 --iterations 20"
      " --openings " +
          book + " --out " + out,
      "");
  const Json result = run_json(command);
  EXPECT_EQ(result["opening_filter"]["different"], 2);
  EXPECT_EQ(run_json(command)["pentanomial"], result["pentanomial"]);
  std::vector<std::string> opened;
  for (const JsonLine& line : read_lines(folder.path() / "run" / "games.jsonl").objects) {
    opened.push_back(line.json["opening"].dump());
  }
  EXPECT_THAT(opened, ElementsAre(R"(["4","4"])", R"(["4","4"])", R"(["1","2"])", R"(["1","2"])",
                                  R"(["4","4"])", R"(["4","4"])"));
  write_file_whole(book, "44\n13\n");
  const Outcome other = run_banyan(command);
  EXPECT_EQ(other.status, 2) << other.text();
  EXPECT_THAT(other.err, HasSubstr("holds another run (its openings is"));
}

// ---- boards, in matches ------------------------------------------------------------------------

/// A match whose openings are boards, in a folder.
class BoardsInAMatch : public testing::Test {
 protected:
  Arguments command(const std::string& game, const std::string& boards,
                    const std::string& b = "seq:c=1") {
    write_file_whole(folder_.path() / "boards.txt", boards);
    Arguments words = split_words("match --a seq --pairs 2 --iterations 20 --game " + game, "");
    words.insert(words.end(), {"--b", b, "--openings", (folder_.path() / "boards.txt").string(),
                               "--out", out().string()});
    return words;
  }

  [[nodiscard]] std::filesystem::path out() const { return folder_.path() / "run"; }

  [[nodiscard]] std::vector<Json> games() const {
    std::vector<Json> games;
    for (const JsonLine& line : read_lines(out() / "games.jsonl").objects) {
      games.push_back(without_times(line.json));
    }
    return games;
  }

 private:
  TemporaryFolder folder_;
};

struct Boards {
  const char* game;
  std::string lines;  ///< two boards
};

class BoardsOf : public BoardsInAMatch, public testing::WithParamInterface<Boards> {};

TEST_P(BoardsOf, AreWhereGamesStartThatAreReadBackFromLinesAndFromSgf) {
  const auto& [game, lines] = GetParam();
  const Json result = run_json(command(game, lines));
  EXPECT_EQ(result["games"], 4);
  EXPECT_EQ(result["opening_filter"]["different"], 2);
  const std::vector<Json> found = games();
  ASSERT_EQ(found.size(), 4U);
  const GameChoice choice = parse_game(game);
  std::vector<std::string> ends;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string board = found[i]["board"];
    EXPECT_EQ(board, lines.substr(i / 2 * (lines.size() / 2), lines.size() / 2 - 1));
    EXPECT_EQ(found[i]["opening"], Json::array());
    auto position = set_up(*choice.start, read_stones(*choice.start, board));
    EXPECT_EQ(position->to_move(), board.ends_with('X') ? 0 : 1);
    for (const Json& move : found[i]["moves"]) {
      position->play(parse_move(*position, move.get<std::string>()));
    }
    EXPECT_TRUE(position->over());
    EXPECT_EQ(position->result(found[i]["a_first"] ? 0 : 1) / 2.0, found[i]["result_a"]);
    ends.push_back(position->board());
  }
  const auto sgf = out() / "games.sgf";
  if (!std::filesystem::exists(sgf)) return;  // SGF lacks this game
  const std::vector<Sgf> records = read_sgf_games(read_file(sgf), "games.sgf");
  ASSERT_EQ(records.size(), 4U);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto last = sgf_positions(choice, records[i], "games.sgf").last;
    EXPECT_EQ(last->board(), ends[i]);
    EXPECT_EQ(found[i]["board"], board_text(last->set_up_from().value()));
  }
}

TEST_P(BoardsOf, AreThoseOfARunThatGoesOn) {
  const auto& [game, lines] = GetParam();
  ASSERT_EQ(run_banyan(command(game, lines)).status, 0);
  const std::vector<Json> whole = games();
  std::string text = read_file(out() / "games.jsonl");
  write_file_whole(out() / "games.jsonl", text.substr(0, text.find('\n') + 1));  // half a pair
  ASSERT_EQ(run_banyan(command(game, lines)).status, 0);
  EXPECT_EQ(games(), whole);
}

INSTANTIATE_TEST_SUITE_P(
    Games, BoardsOf,
    testing::Values(
        Boards{"tic_tac_toe", "XO------- X\nXOX------ O\n"},
        Boards{"connect_four",
               std::string(35, '-') + "XOX---- O\n" + std::string(35, '-') + "XO--OX- X\n"},
        Boards{"othello", std::string(27, '-') + "OOO-----XO" + std::string(27, '-') + " X\n" +
                              std::string(27, '-') + "XX------XO" + std::string(27, '-') + " O\n"},
        Boards{"hex:size=4", "X-------O------- O\n--X-----O---X--- X\n"},
        Boards{"gomoku:size=9",
               "X" + std::string(80, '-') + " X\n" + std::string(80, '-') + "X O\n"},
        Boards{"go:size=5,komi=0.5", "XX--------O-----------O-- O\n-X--------O-----------O-- X\n"}),
    [](const auto& boards) {
      const std::string name = boards.param.game;
      return name.substr(0, name.find(':'));
    });

TEST_F(BoardsInAMatch, AreComparedWithThoseOfARunThatGoesOn) {
  const auto match = command("hex:size=4", "X-------O------- X\n--X-----O---X--- O\n");
  ASSERT_EQ(run_banyan(match).status, 0);
  const std::vector<Json> whole = games();
  std::string text;
  for (JsonLine& line : read_lines(out() / "games.jsonl").objects) {
    line.json["pair"] = 1 - line.json["pair"].get<int>();  // swaps their openings
    text += line.json.dump() + '\n';
  }
  write_file_whole(out() / "games.jsonl", text);
  const Outcome again = run_banyan(match);
  EXPECT_EQ(again.status, 0) << again.text();
  EXPECT_THAT(again.err, HasSubstr("it does not begin as its pair's opening in the file does."));
  EXPECT_EQ(games(), whole);
}

TEST_F(BoardsInAMatch, AreRefusedForProgramsThatTakeMovesAlone) {
  const Scripted script;
  const Outcome outcome =
      run_banyan(command("tic_tac_toe", "XO------- X\n", script.uci_spec(",variant=ttt")));
  EXPECT_EQ(outcome.status, 2) << outcome.text();
  EXPECT_THAT(outcome.err, HasSubstr("--openings: uci:cmd="));
  EXPECT_THAT(
      outcome.err,
      EndsWith(" cannot be told of boards, only of moves: give openings without boards.\n"));
  EXPECT_FALSE(std::filesystem::exists(out()));
}

TEST_F(BoardsInAMatch, OfAPoolAreSharedByItsMatches) {
  Arguments pool = command("hex:size=4", "X-------O------- O\n--X-----O---X--- X\n");
  pool[0] = "pool";
  pool[1] = "--engines";
  pool[2] = "seq;seq:c=1;random";
  pool.erase(std::ranges::find(pool, "--b"), std::ranges::find(pool, "--openings"));
  ASSERT_EQ(run_banyan(pool).status, 0);
  const std::vector<Json> whole = games();
  ASSERT_EQ(whole.size(), 12U);
  for (const Json& game : whole) {
    EXPECT_EQ(game["board"], game["pair"] == 0 ? "X-------O------- O" : "--X-----O---X--- X");
  }
  ASSERT_EQ(run_banyan(pool).status, 0);
  EXPECT_EQ(games(), whole);
}

/// Like the first rank of a run that asks another one for a deal.
TEST(DealTask, PlaysFromTheBoardThatItIsTold) {
  const Json random = engine_order(parse_engine("random"));
  Json order{{"task", "deal"},        {"games", 1}, {"cores", Json::array({0})},
             {"pinned", false},       {"deal", 5},  {"opening", Json::array()},
             {"board", "X-------O X"}};
  order["match"] = {{"game", "hex:size=3"}, {"engines", Json::array({random, random})},
                    {"limits", nullptr},    {"adjudicate", "none"},
                    {"clock", nullptr},     {"lag", "10ms"},
                    {"visits", false},      {"seed", 1}};
  const Json games = deal_task()(order, {});
  ASSERT_EQ(games.size(), 2U);
  for (const Json& line : games) EXPECT_EQ(line["board"], "X-------O X");
}

}  // namespace
}  // namespace banyan::bench
