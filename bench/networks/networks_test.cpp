// Networks from recorded games to the engines that use them, with the real program.
#include "bench/networks/networks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "bench/networks/lessons.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

std::string record_line(const std::string& changes = "{}") {
  Json game = Json::parse(R"({"game": "connect_four", "a_first": false, "result_a": 1.0,
    "opening": ["4"], "moves": ["4", "3"], "searches": [
      {"value": 0.25, "visits": {"4": 30, "1": 10}}, null]})");
  game.update(Json::parse(changes));
  return game.dump() + "\n";
}

std::string why_not_learned(const std::string& lines, const char* game = "connect_four") {
  const TemporaryFolder folder;
  write_file_whole(folder.path() / "games.jsonl", lines);
  return refusal([&] { read_lessons(parse_game(game), {folder.path()}, {}); });
}

TEST(Lessons, AreSharesOfVisitsAndTheMeanOfTheSearchAndTheGame) {
  const TemporaryFolder folder;
  write_file_whole(folder.path() / "games.jsonl", record_line() + record_line());
  const auto games = read_lessons(parse_game("connect_four"), {folder.path()}, {});
  ASSERT_EQ(games.size(), 2U);
  ASSERT_EQ(games[0].size(), 1U);  // positions without a search give no lesson
  const Lesson& lesson = games[0][0];
  EXPECT_EQ(lesson.ones, (std::vector<std::uint16_t>{42 + 3}));  // the other side's stone
  EXPECT_EQ(lesson.moves, (std::vector<std::uint16_t>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(lesson.shares, (std::vector<float>{0.25F, 0, 0, 0.75F, 0, 0, 0}));
  // B moved first and lost, so the second player, to move here, won.
  EXPECT_EQ(lesson.value, (0.25F + 1) / 2);
}

TEST(Lessons, OfWhatIsNoRecordAreRefusedByALine) {
  EXPECT_EQ(why_not_learned(record_line()), kNotRefused);
  EXPECT_THAT(why_not_learned(record_line() + "{}\n"), HasSubstr("games.jsonl:2 is no record"));
  EXPECT_THAT(why_not_learned(record_line(R"({"game": "othello"})")),
              HasSubstr("of othello, not of"));
  EXPECT_THAT(why_not_learned(record_line(R"({"searches": []})")),
              HasSubstr("one search for each move"));
  EXPECT_THAT(why_not_learned(record_line(R"({"moves": ["9", "3"]})")),
              HasSubstr(":1 cannot be learned from"));
  EXPECT_THAT(
      why_not_learned(record_line(R"({"searches": [{"value": 7, "visits": {"1": 1}}, null]})")),
      HasSubstr("0 to 1"));
  EXPECT_THAT(why_not_learned(record_line(R"({"searches": [{"value": 0, "visits": {}}, null]})")),
              HasSubstr("no visits"));
  EXPECT_THAT(
      why_not_learned(record_line(R"({"searches": [{"value": 0, "visits": {"8": 1}}, null]})")),
      HasSubstr(":1 cannot be learned from"));
  EXPECT_THAT(why_not_learned(record_line(), "gomoku"), HasSubstr("shows nothing to networks"));
}

TEST(OwnNetworks, AreThereForTheirBoardsAlone) {
  for (const char* game : {"connect_four", "othello", "hex:size=7", "hex:size=11", "go:size=9"}) {
    const auto network = network_for(*parse_game(game).start, "");
    EXPECT_EQ(network->features(), parse_game(game).start->observe()->features.size());
  }
  for (const char* game : {"hex:size=8", "go:size=7", "tic_tac_toe"}) {
    EXPECT_THROW(network_for(*parse_game(game).start, ""), UsageError) << game;
  }
}

TEST(Train, LearnsFromAMatchWhatAnotherMatchPlaysBy) {
  const TemporaryFolder folder;
  const std::string games = folder.path() / "games";
  const std::string file = folder.path() / "c4.network";
  const Outcome played = run_banyan({"match", "--game", "connect_four", "--a", "seq", "--b", "seq",
                                     "--iterations", "50", "--pairs", "12", "--visits", "--out",
                                     games, "--openings", "random:plies=2"});
  ASSERT_EQ(played.status, 0) << played.text();
  const Arguments train{"train",    "--game", "connect_four", "--records", games, "--out", file,
                        "--hidden", "8",      "--epochs",     "2"};
  const Outcome trained = run_banyan(train);
  ASSERT_EQ(trained.status, 0) << trained.text();
  EXPECT_THAT(trained.out, HasSubstr("24 games of connect_four"));
  const std::string bytes = read_file(file);
  ASSERT_EQ(run_banyan(train).status, 0);
  EXPECT_EQ(read_file(file), bytes);  // the same command, the same network
  const auto search = [&](const char* game) {
    return run_banyan(
        {"search", "--game", game, "--engine", "batched:net=" + file, "--iterations", "99"});
  };
  EXPECT_EQ(search("connect_four").status, 0);
  EXPECT_THAT(search("othello").err, HasSubstr("is a network for connect_four"));
  write_file_whole(file, bytes.substr(0, bytes.size() - 2));
  const Outcome cut = search("connect_four");
  EXPECT_EQ(cut.status, 2);
  EXPECT_THAT(cut.err, HasSubstr("cut short"));
  EXPECT_EQ(run_banyan({"search", "--game", "connect_four", "--engine", "seq:net=/nowhere",
                        "--iterations", "9"})
                .status,
            2);
}

TEST(Train, RefusesWhatItCannotLearnFrom) {
  const TemporaryFolder folder;
  write_file_whole(folder.path() / "games.jsonl", record_line());
  const auto refused = [&](const Arguments& more) {
    Arguments arguments{"train",
                        "--game",
                        "connect_four",
                        "--records",
                        folder.path(),
                        "--out",
                        folder.path() / "x.network"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run_banyan(arguments);
    EXPECT_EQ(outcome.status, 2) << outcome.text();
    return outcome.err;
  };
  EXPECT_THAT(refused({}), HasSubstr("1 games are too few"));
  EXPECT_THAT(refused({"--hidden", "0"}), HasSubstr("--hidden 0 is out of range"));
  EXPECT_THAT(refused({"--epochs", "0"}), HasSubstr("--epochs 0 is out of range"));
  EXPECT_THAT(refused({"--records", "/nowhere"}), HasSubstr("--records /nowhere is not there"));
  const std::string records = folder.path() / "games.jsonl";
  write_file_whole(folder.path() / "x.network", read_file(records));
  EXPECT_THAT(refused({}), HasSubstr("x.network holds something other than a network"));
}

}  // namespace
}  // namespace banyan::bench
