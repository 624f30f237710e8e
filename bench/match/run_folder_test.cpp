// Tests of run_folder.hpp through the program: games survive a stop, and only in their own match.
#include "bench/match/run_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/machine/machine.hpp"
#include "bench/match/together/pool.hpp"
#include "bench/match/whole_match_test.hpp"
#include "bench/program_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

class MatchFolder : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path folder(const std::string& name = "match") const {
    return directory_.path() / name;
  }

  /// The command into that folder.
  static Arguments words(const std::string& command, const std::filesystem::path& out) {
    return split_words(fmt::format("{} --out '{}'", command, out.string()), "");
  }

  /// A match of connect four whose games do not depend on the clock.
  static Arguments match_into(const std::filesystem::path& out, const std::string& pairs,
                              const Arguments& more = {}) {
    Arguments all =
        words("match --game connect_four --a seq:c=1 --b root:threads=1 --iterations 300 --pairs " +
                  pairs,
              out);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  /// A match of 60 pairs that nothing stopped, played once for all tests.
  static std::filesystem::path whole() {
    static const TemporaryFolder directory;
    static const int status = run_banyan(match_into(directory.path() / "whole", "60")).status;
    EXPECT_EQ(status, 0);
    return directory.path() / "whole";
  }

  static std::string games(const std::filesystem::path& out) {
    const auto path = out / "games.jsonl";
    return std::filesystem::exists(path) ? read_file(path) : "";
  }

  static std::vector<Json> lines(const std::string& text) {
    std::vector<Json> all;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
      all.push_back(Json::parse(line, nullptr, false));
      EXPECT_FALSE(all.back().is_discarded()) << line;
    }
    return all;
  }

  /// The games as text, byte for byte, except their times.
  static std::string games_without_times(const std::filesystem::path& out) {
    std::string text;
    for (const Json& line : lines(games(out))) text += without_times(line).dump() + '\n';
    return text;
  }

  /// Starts a run into that folder, and kills it once there are so many games.
  static void kill_after(std::ptrdiff_t least, const Arguments& command,
                         const std::filesystem::path& out) {
    Program killed(command_line(command));
    ASSERT_TRUE(killed.wait_until([&] { return std::ranges::count(games(out), '\n') >= least; }));
    killed.kill();
    EXPECT_EQ(killed.wait().status, -SIGKILL);
  }

  /// A run that goes on ends as one that nothing stopped did.
  static void expect_goes_on(const Arguments& command, const std::filesystem::path& out,
                             const std::filesystem::path& whole) {
    const Outcome outcome = run_banyan(command);
    EXPECT_EQ(outcome.status, 0) << outcome.text();
    EXPECT_EQ(games_without_times(out), games_without_times(whole));
    EXPECT_EQ(result(out), result(whole));
  }

  /// The command, killed and run again, ends as one that nothing stopped did.
  void expect_goes_on_after_a_kill(const std::string& command) const {
    ASSERT_EQ(run_banyan(words(command, folder("whole"))).status, 0);
    kill_after(16, words(command, folder("part")), folder("part"));
    expect_goes_on(words(command, folder("part")), folder("part"), folder("whole"));
  }

  static Json result(const std::filesystem::path& out) {
    return without_times(Json::parse(read_file(out / "run.json"))["result"]);
  }

  TemporaryFolder directory_;
};

TEST_F(MatchFolder, HoldsEveryGameInOrderAndTheResult) {
  Json printed = run_json(match_into(folder(), "4"));
  printed.erase("provenance");  // run.json has its own
  const std::vector<Json> found = lines(games(folder()));
  ASSERT_EQ(found.size(), 8U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i]["pair"], i / 2);
    EXPECT_EQ(found[i]["a_first"], i % 2 == 0);
    EXPECT_EQ(found[i]["move_seconds"].size(), found[i]["moves"].size());
  }
  const Json run = Json::parse(read_file(folder() / "run.json"));
  EXPECT_EQ(run["finished"], true);
  EXPECT_EQ(without_times(run["result"]), without_times(printed));
  EXPECT_EQ(lines(read_file(folder() / "openings.jsonl")).size(), 4U);
}

TEST_F(MatchFolder, HasTheTidyTableOfItsResult) {
  const Json printed = run_json(match_into(folder(), "4"));
  const std::vector<Json> rows = lines(read_file(folder() / "rows.jsonl"));
  const auto wins = std::find_if(rows.begin(), rows.end(),
                                 [](const Json& row) { return row["metric"] == "wins"; });
  ASSERT_NE(wins, rows.end());
  EXPECT_EQ((*wins)["experiment"], "match");
  EXPECT_EQ((*wins)["value"], printed["wins"]);
  EXPECT_EQ((*wins)["engine"], printed["a"]);
  EXPECT_EQ((*wins)["n"], 8);
}

TEST_F(MatchFolder, IsTheSameHoweverManyGamesArePlayedAtOnce) {
  if (available_cores().size() < 2) GTEST_SKIP() << "there is one core";
  ASSERT_EQ(run_banyan(match_into(folder("one"), "12", {"--concurrency", "1"})).status, 0);
  ASSERT_EQ(run_banyan(match_into(folder("two"), "12", {"--concurrency", "2"})).status, 0);
  EXPECT_EQ(games_without_times(folder("one")), games_without_times(folder("two")));
  EXPECT_EQ(result(folder("one")), result(folder("two")));
}

TEST_F(MatchFolder, OfAFinishedMatchIsReadAndNothingIsPlayed) {
  ASSERT_EQ(run_banyan(match_into(folder(), "3")).status, 0);
  const std::string before = games(folder());
  const Json result_before = result(folder());
  ASSERT_EQ(run_banyan(match_into(folder(), "3")).status, 0);
  EXPECT_EQ(games(folder()), before);  // its times too
  EXPECT_EQ(result(folder()), result_before);
}

TEST_F(MatchFolder, GoesOnAfterItWasKilled) {
  kill_after(10, match_into(folder(), "60"), folder());
  const std::string kept = games(folder());
  std::ofstream(folder() / "games.jsonl", std::ios::app) << R"({"game":"connect_four","pair":7)";
  expect_goes_on(match_into(folder(), "60"), folder(), whole());
  // Stored games keep even their times: they were not played again.
  const std::string now = games(folder());
  for (const Json& line : lines(kept)) EXPECT_NE(now.find(line.dump()), std::string::npos);
}

TEST_F(MatchFolder, GoesOnAfterAnInterrupt) {
  Program program(command_line(match_into(folder(), "60")));
  ASSERT_TRUE(program.wait_until([&] { return games(folder()).size() > 1000; }));
  program.interrupt();
  const Outcome stopped = program.wait();
  EXPECT_EQ(stopped.status, 130);
  EXPECT_NE(stopped.err.find("The same command goes on from here.\n"), std::string::npos);
  const Json run = Json::parse(read_file(folder() / "run.json"));
  EXPECT_EQ(run["finished"], false);
  EXPECT_EQ(run["result"]["games"], lines(games(folder())).size());
  expect_goes_on(match_into(folder(), "60"), folder(), whole());
}

TEST_F(MatchFolder, OfThreeEnginesGoesOnAfterItWasKilled) {
  const auto match = [&](const std::string& name, bool by_test) {
    return words(
        "match --game knockout_whist:players=3,hands=3 --a so_ismcts --b pimc --c random "
        "--pairs 20 --iterations 60" +
            std::string(by_test ? " --sprt 0,100" : ""),
        folder(name));
  };
  for (const bool by_test : {false, true}) {
    const std::string whole = by_test ? "whole tested" : "whole";
    const std::string part = by_test ? "part tested" : "part";
    ASSERT_EQ(run_banyan(match(whole, by_test)).status, 0);
    kill_after(12, match(part, by_test), folder(part));
    expect_goes_on(match(part, by_test), folder(part), folder(whole));
  }
  for (const Json& line : lines(games(folder("whole")))) {
    EXPECT_EQ(line["seats"].size(), 3U);
    EXPECT_EQ(line["scores"].size(), 3U);
  }
  Arguments two = match("whole", false);
  two.erase(std::find(two.begin(), two.end(), "--c"), std::find(two.begin(), two.end(), "--pairs"));
  EXPECT_EQ(run_banyan(two).status, 2);  // another number of engines
}

TEST_F(MatchFolder, PlaysAHalfPairAgain) {
  ASSERT_EQ(run_banyan(match_into(folder(), "3")).status, 0);
  const std::string whole = games_without_times(folder());
  const std::string text = games(folder());
  const std::size_t last_line = text.rfind('\n', text.size() - 2) + 1;
  std::ofstream(folder() / "games.jsonl", std::ios::trunc) << text.substr(0, last_line);
  ASSERT_EQ(run_banyan(match_into(folder(), "3")).status, 0);
  EXPECT_EQ(games_without_times(folder()), whole);
}

TEST_F(MatchFolder, WithADamagedLineSaysSoAndPlaysThePairAgain) {
  ASSERT_EQ(run_banyan(match_into(folder(), "2")).status, 0);
  const std::string whole = games_without_times(folder());
  const std::string text = games(folder());
  const std::vector<std::pair<std::function<void(Json&)>, std::string>> faults{
      {[](Json& game) { game["moves"][1] = "9"; }, "line 3: move '9' is not legal here"},
      {[](Json& game) { game.erase("moves"); }, "line 3: a field of the game is missing"},
      {[](Json& game) { game["pair"] = "x"; }, "line 3: a field of the game is missing"},
      {[](Json& game) { game["pair"] = 0.5; }, "line 3: 0.5 is no whole number from 0."},
      {[](Json& game) { game["iterations"]["a"] = -1; }, "line 3: -1 is no whole number from 0."},
      {[](Json& game) {
         game["moves"].erase(game["moves"].size() - 1);
         game["move_seconds"].erase(game["move_seconds"].size() - 1);
       },
       "line 3: its moves end before the game does."},
      {[](Json& game) { game["move_seconds"].erase(0); },
       "line 3: it has not one time for each move."},
  };
  for (const auto& [damage, sentence] : faults) {
    std::vector<Json> damaged = lines(text);
    damage(damaged[2]);
    std::string now;
    for (const Json& line : damaged) now += line.dump() + '\n';
    write_file_whole(folder() / "games.jsonl", now);
    const Outcome outcome = run_banyan(match_into(folder(), "2"));
    EXPECT_EQ(outcome.status, 0) << outcome.text();
    EXPECT_NE(outcome.err.find("note: " + (folder() / "games.jsonl").string() + " " + sentence),
              std::string::npos)
        << outcome.err;
    EXPECT_EQ(games_without_times(folder()), whole);
  }
}

TEST_F(MatchFolder, WithADamagedOpeningSaysSoAndDrawsItAgain) {
  ASSERT_EQ(run_banyan(match_into(folder(), "2")).status, 0);
  const std::string whole = games_without_times(folder());
  std::string openings;
  for (Json& line : std::vector<Json>(lines(read_file(folder() / "openings.jsonl")))) {
    line["moves"][0] = "8";
    openings += line.dump() + '\n';
  }
  write_file_whole(folder() / "openings.jsonl", openings);
  write_file_whole(folder() / "games.jsonl", "");
  const Outcome outcome = run_banyan(match_into(folder(), "2"));
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_NE(outcome.err.find("openings.jsonl line 1: move '8' is not legal here"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(games_without_times(folder()), whole);
}

TEST_F(MatchFolder, HoldsTheOpeningOfEveryDealThatIsThereWheneverItIsStopped) {
  const GameChoice game = parse_game("connect_four");
  const MatchOptions options{.game = game,
                             .engines = {parse_engine("seq"), parse_engine("seq:c=1")},
                             .limits = Limits{.iterations = 50},
                             .openings = {.plies = game.opening_plies}};
  const Deal deal = play_whole(options).deals.front();
  RunFolder made(folder(), match_settings(options), "match");
  const MatchMemory memory =
      made.memory(options, std::make_shared<Openings>(game, options.openings, options.seed));
  std::filesystem::create_directories(folder() / "openings.jsonl");  // so none can be written
  EXPECT_THROW(memory.keep(deal), FileError);
  EXPECT_EQ(games(folder()), "");
}

TEST_F(MatchFolder, WithALineThatHoldsNoObjectSaysSoUnlessACrashLeftItLast) {
  ASSERT_EQ(run_banyan(match_into(folder(), "2")).status, 0);
  const std::string whole = games_without_times(folder());
  for (const char* name : {"games.jsonl", "openings.jsonl"}) {
    const std::string before = read_file(folder() / name);
    const std::size_t second = before.find('\n') + 1;
    write_file_whole(folder() / name,
                     before.substr(0, second - 9) + "\n" + before.substr(second) + R"({"pai)");
    const Outcome outcome = run_banyan(match_into(folder(), "2"));
    EXPECT_EQ(outcome.status, 0) << outcome.text();
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("note: " + (folder() / name).string() +
                                        " line 1: it holds no JSON object. The "))
        << outcome.err;
    EXPECT_TRUE(outcome.err.ends_with(" again.\n")) << outcome.err;
    EXPECT_EQ(games_without_times(folder()), whole);
    lines(read_file(folder() / name));  // all complete again
  }
}

TEST_F(MatchFolder, IsNotMadeForAMatchThatCannotBePlayed) {
  for (const Arguments& more :
       {Arguments{"--concurrency", "100000"}, Arguments{"--openings", "random:filter=solver"}}) {
    Arguments command = match_into(folder(), "2", more);
    *(std::find(command.begin(), command.end(), "connect_four")) = "gomoku";
    EXPECT_EQ(run_banyan(command).status, 2);
    EXPECT_FALSE(std::filesystem::exists(folder()));
  }
}

TEST_F(MatchFolder, IsRidOfWhatAKilledWriterLeft) {
  ASSERT_EQ(run_banyan(match_into(folder(), "2")).status, 0);
  std::ofstream(folder() / ".games.jsonl.999999999.3.tmp") << "torn";
  std::ofstream(folder() / ".hidden") << "another's";
  ASSERT_EQ(run_banyan(match_into(folder(), "2")).status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder() / ".games.jsonl.999999999.3.tmp"));
  EXPECT_TRUE(std::filesystem::exists(folder() / ".hidden"));
}

TEST_F(MatchFolder, KeepsTheProvenanceWithWhichItBegan) {
  ASSERT_EQ(run_banyan(match_into(folder(), "2")).status, 0);
  Json run = Json::parse(read_file(folder() / "run.json"));
  run["provenance"]["machine"]["time_utc"] = "2001-01-01T00:00:00Z";
  write_file_whole(folder() / "run.json", run.dump());
  ASSERT_EQ(run_banyan(match_into(folder(), "2")).status, 0);
  EXPECT_EQ(Json::parse(read_file(folder() / "run.json"))["provenance"], run["provenance"]);
}

TEST_F(MatchFolder, OfAnotherMatchIsRefusedInASentence) {
  ASSERT_EQ(run_banyan(match_into(folder(), "2")).status, 0);
  const std::string before = games(folder());
  const Outcome outcome = run_banyan(match_into(folder(), "2", {"--seed", "2"}));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "banyan: --out " + folder().string() +
                             " holds another run (its seed is 1, not 2): give an empty or new "
                             "directory.\n");
  EXPECT_EQ(games(folder()), before);
}

TEST_F(MatchFolder, OfAnotherBuildIsRefused) {
  ASSERT_EQ(run_banyan(match_into(folder(), "2")).status, 0);
  Json run = Json::parse(read_file(folder() / "run.json"));
  run["provenance"]["commit"] = "0000000";
  write_file_whole(folder() / "run.json", run.dump());
  const Outcome outcome = run_banyan(match_into(folder(), "2"));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("holds a run of another build or machine"), std::string::npos);
}

TEST_F(MatchFolder, ServesOneRunAtATime) {
  Program first(command_line(match_into(folder(), "1000000")));
  ASSERT_TRUE(first.wait_until([&] { return !games(folder()).empty(); }));
  const Outcome second = run_banyan(match_into(folder(), "1000000"));
  EXPECT_EQ(second.status, 2);
  EXPECT_NE(second.err.find("is in use by another run"), std::string::npos) << second.err;
  first.interrupt();
  EXPECT_EQ(first.wait().status, 130);
}

TEST_F(MatchFolder, OfAMatchWithATestEndsWhereTheTestDecides) {
  const Arguments command = words(
      "match --game connect_four --a seq --b random --pairs 1000 --sprt 0,20 --iterations 200",
      folder());
  const Json once = run_json(command);
  EXPECT_EQ(lines(games(folder())).size(), once["games"]);
  EXPECT_EQ(without_times(run_json(command)), without_times(once));
}

// ---- pools -------------------------------------------------------------------------------------

TEST_F(MatchFolder, OfAPoolGoesOnAfterItWasKilled) {
  expect_goes_on_after_a_kill(
      "pool --game connect_four --engines seq;seq:c=1;random --pairs 40 --iterations 300");
}

TEST(PoolCommand, RatesItsEnginesOverTheFirst) {
  const Json pool = run_json({"pool", "--game", "tic_tac_toe", "--engines", "random;solver;seq",
                              "--pairs", "40", "--iterations", "300"});
  ASSERT_EQ(pool["ratings"].size(), 3U);
  EXPECT_EQ(pool["ratings"][0]["elo"], 0.0);
  EXPECT_EQ(pool["anchor"], "random");
  for (const std::size_t i : {1, 2}) {
    EXPECT_EQ(pool["ratings"][i]["games"], 160);
    // Each at least draws against random play.
    EXPECT_GT(pool["ratings"][i]["elo_lower95"], 0.0);
  }
  EXPECT_EQ(pool["matches"].size(), 3U);
  EXPECT_EQ(pool["interrupted"], false);
}

TEST(PoolCommand, LetsTheFirstPlayAllOthersInAGauntlet) {
  const Json pool = run_json({"pool", "--gauntlet", "--game", "tic_tac_toe", "--engines",
                              "random;solver;seq", "--pairs", "20", "--iterations", "300"});
  EXPECT_EQ(pool["matches"].size(), 2U);
  for (const Json& match : pool["matches"]) EXPECT_EQ(match["a"], "random");
  ASSERT_EQ(pool["p_holm"].size(), 2U);
  for (const Json& p : pool["p_holm"]) EXPECT_LT(p.get<double>(), 0.05);
  EXPECT_GT(pool["ratings"][1]["elo_lower95"], 0.0);
}

// ---- sweeps ------------------------------------------------------------------------------------

TEST_F(MatchFolder, OfASweepGoesOnAfterItWasKilled) {
  expect_goes_on_after_a_kill(
      "match --game connect_four --a seq:c={0.5|1} --b seq:c={1.5|2} --pairs 40 --iterations 300");
}

TEST(Sweep, JudgesItsMatchesTogether) {
  const Json sweep = run_json({"match", "--game", "tic_tac_toe", "--a",
                               "seq:iterations={1|300},c={1|2}", "--b", "random", "--pairs", "40"});
  EXPECT_EQ(sweep["keys"], Json::parse(R"(["iterations", "c"])"));
  ASSERT_EQ(sweep["matches"].size(), 4U);
  for (const std::size_t i : {0, 1}) EXPECT_GT(sweep["matches"][i]["p_holm"], 0.05);
  for (const std::size_t i : {2, 3}) EXPECT_LT(sweep["matches"][i]["p_holm"], 0.05);
  // Holm's correction of the smallest of four.
  double least = 1;
  double least_adjusted = 1;
  for (const Json& match : sweep["matches"]) {
    least = std::min(least, difference_p_value(match["pentanomial"].get<Pentanomial>()));
    least_adjusted = std::min(least_adjusted, match["p_holm"].get<double>());
  }
  EXPECT_NEAR(least_adjusted, 4 * least, 1e-9 * least);
  const std::string verdict = sweep["verdict"];
  EXPECT_NE(verdict.find("2 of 4 matches show a difference"), std::string::npos) << verdict;
  EXPECT_NE(verdict.find("A is better at iterations=300,c=1; iterations=300,c=2"),
            std::string::npos)
      << verdict;
}

TEST(Sweep, IsForTwoEnginesOfGamesThatAreWonOrLost) {
  const auto refused = [](Arguments more) {
    more.insert(more.begin(), {"match", "--pairs", "2", "--iterations", "10"});
    const Outcome outcome = run_banyan(more);
    EXPECT_EQ(outcome.status, 2) << outcome.text();
    return outcome.err;
  };
  EXPECT_NE(refused({"--game", "nim:players=3", "--a", "seq:c={1|2}", "--b", "seq"})
                .find("wins and draws"),
            std::string::npos);
  EXPECT_NE(refused({"--game", "hex", "--a", "seq:c={1|2}", "--b", "seq", "--sprt", "0,20"})
                .find("without --sprt"),
            std::string::npos);
}

TEST(Pool, SaysNullOfWhatItDoesNotKnowWhenItIsStopped) {
  PoolOptions pool{plain_match("tic_tac_toe", "seq;random", 5)};
  pool.limits = Limits{.iterations = 10};
  std::stop_source stop;
  stop.request_stop();
  const PoolResult result =
      rated(pool, play_together(
                      pool_matches(pool), pool.seed, [] {}, stop.get_token(), nullptr));
  const Json json = Json::parse(pool_json(pool, result).dump());
  EXPECT_EQ(json["interrupted"], true);
  for (const Json& rating : json["ratings"]) {
    for (const char* field : {"elo", "elo_lower95", "elo_upper95"}) {
      EXPECT_EQ(rating[field], nullptr) << field;
    }
    EXPECT_EQ(rating["games"], 0);
  }
  const Json& match = json["matches"][0];
  for (const char* field : {"elo", "elo_error95", "nelo", "los", "score"}) {
    EXPECT_EQ(match[field], nullptr) << field;
  }
  EXPECT_EQ(match["iterations_per_second"]["a"], nullptr);
  EXPECT_EQ(match["effort"]["a"]["seconds_per_move"], nullptr);
}

TEST(PoolCommand, AsTextShowsACrossTable) {
  const Outcome outcome = run_banyan({"pool", "--game", "tic_tac_toe", "--engines", "seq;random",
                                      "--pairs", "10", "--iterations", "100"});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  for (const char* part : {"A round robin of tic_tac_toe, 100 iterations a move, 10 pairs", "seq",
                           "0 (anchor)", "Elo (95 %)", "v 1", "v 2"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << outcome.out;
  }
}

}  // namespace
}  // namespace banyan::bench
