#include "bench/match/opening_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "bench/match/openings.hpp"
#include "bench/program_test.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json_lines.hpp"

namespace banyan::bench {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

/// A file of openings of a game, read by a rule such as "order=random".
class OpeningFiles : public testing::Test {
 protected:
  OpeningRule read(const std::string& game, const std::string& content,
                   const std::string& keys = "") {
    write_file_whole(path(), content);
    OpeningRule rule = parse_openings("file:path=" + path() + keys, 4);
    read_openings(*rule.file, parse_game(game));
    return rule;
  }

  /// The texts of the openings of so many pairs.
  std::vector<std::string> openings(const std::string& game, const std::string& content,
                                    const std::string& keys = "", std::uint64_t pairs = 0,
                                    std::uint64_t seed = 1) {
    const OpeningRule rule = read(game, content, keys);
    const GameChoice choice = parse_game(game);
    Openings drawn(choice, rule, seed);
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < (pairs > 0 ? pairs : rule.file->openings->size()); ++i) {
      std::string& text = texts.emplace_back();
      for (const std::string& move : move_texts(*choice.start, drawn.draw(i).moves)) text += move;
    }
    return texts;
  }

  std::string refusal(const std::string& game, const std::string& content,
                      const std::string& keys = "") {
    try {
      read(game, content, keys);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  }

  [[nodiscard]] std::string path() const { return (folder_.path() / "openings.txt").string(); }

 private:
  TemporaryDirectory folder_;
};

TEST_F(OpeningFiles, HaveALineOfMovesForEach) {
  EXPECT_THAT(openings("othello", "# two\nf5d6c3\n\nf5 f6\n"), ElementsAre("f5d6c3", "f5f6"));
}

TEST_F(OpeningFiles, AreCollectionsOfGamesInSgfToo) {
  const std::string games =
      "(;GM[1]SZ[9]KM[5.5];B[ee];W[cc](;B[gg])(;B[cg]))\n(;GM[1]SZ[9]C[a (;B\\] c];B[cc])";
  EXPECT_THAT(openings("go:size=9", games), ElementsAre("e5c7g3", "c7"));
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
  EXPECT_THAT(refusal("tic_tac_toe", "XO- -X- --- O\n"),
              EndsWith("line 1: it is a board, and an opening is made of moves."));
  EXPECT_THAT(refusal("othello", "# nothing\n"),
              EndsWith("has no openings: give games in SGF, or a line of moves for each."));
}

TEST_F(OpeningFiles, AreRefusedWithTheGameOfACollectionThatCannotBePlayed) {
  EXPECT_THAT(refusal("go:size=9", "(;SZ[9];B[ee])(;SZ[9];B[ee];W[ee])"),
              AllOf(HasSubstr("openings.txt game 2"), HasSubstr("its move 2, W['ee']")));
  EXPECT_THAT(refusal("go:size=9", "(;SZ[9]AB[ee])"),
              EndsWith("game 1: it sets up stones, and an opening is made of moves."));
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
  const TemporaryDirectory folder;
  const std::string book = (folder.path() / "book.txt").string();
  const std::string out = (folder.path() / "run").string();
  write_file_whole(book, "44\n12\n");
  const Arguments command{"match", "--game",     "connect_four", "--a",   "seq",
                          "--b",   "seq:c=1",    "--pairs",      "3",     "--iterations",
                          "20",    "--openings", book,           "--out", out};
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

}  // namespace
}  // namespace banyan::bench
