// Tests of suite.hpp: what a suite consists of, and the folder that the program writes.
#include "bench/suites/suite.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "bench/measure/ablation.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/limits.hpp"
#include "bench/report/run_data.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json_lines.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

// ---- what a suite consists of ------------------------------------------------------------------

const Profile& profile(const std::string& name) {
  for (const Profile& profile : profiles()) {
    if (profile.name == name) return profile;
  }
  throw std::logic_error("no profile " + name);
}

SuiteOptions suite(const std::string& games, const std::string& engines) {
  SuiteOptions options;
  options.profile = profile("smoke");
  options.games = parse_games(games);
  options.engines = parse_engines(engines);
  options.seed = 5;
  return options;
}

/// Each match as "game: A against B, budget".
std::vector<std::string> names(const std::vector<MatchOptions>& matches) {
  std::vector<std::string> texts;
  for (const MatchOptions& match : matches) {
    texts.push_back(match.game.spec + ": " + match.engines[0].spec + " against " +
                    match.engines[1].spec + ", " + to_text(*match.limits));
  }
  return texts;
}

TEST(Profiles, GrowFromSmokeToFull) {
  ASSERT_EQ(profiles().size(), 3U);
  EXPECT_STREQ(profiles()[0].name, "smoke");
  EXPECT_STREQ(profiles()[1].name, "standard");
  EXPECT_STREQ(profiles()[2].name, "full");
  for (std::size_t i = 1; i < profiles().size(); ++i) {
    EXPECT_LT(profiles()[i - 1].search_time, profiles()[i].search_time);
    EXPECT_LT(profiles()[i - 1].repetitions, profiles()[i].repetitions);
    EXPECT_LT(profiles()[i - 1].move_time, profiles()[i].move_time);
    EXPECT_LT(profiles()[i - 1].move_playouts, profiles()[i].move_playouts);
    EXPECT_LT(profiles()[i - 1].pairs, profiles()[i].pairs);
  }
}

TEST(DefaultEngines, AreAllFamiliesAtOneAndTwoThreads) {
  const std::string few =
      "plain;seq;seq:batch=512;leaf:threads=1;leaf:threads=2;root:threads=1;root:threads=2;"
      "tree:threads=1;tree:threads=2;tree:threads=1,lock=packed;tree:threads=2,lock=packed;"
      "tree:threads=1,batch=512;tree:threads=2,batch=512";
  EXPECT_EQ(default_engines(profile("smoke"), 2), few);
  EXPECT_EQ(default_engines(profile("standard"), 64), few);
  EXPECT_EQ(default_engines(profile("full"), 3), few);
}

TEST(DefaultEngines, DoubleTheirThreadsUpToTheCoresInTheFullProfile) {
  EXPECT_EQ(default_engines(profile("full"), 9),
            "plain;seq;seq:batch=512"
            ";leaf:threads=1;leaf:threads=2;leaf:threads=4;leaf:threads=8"
            ";root:threads=1;root:threads=2;root:threads=4;root:threads=8"
            ";tree:threads=1;tree:threads=2;tree:threads=4;tree:threads=8"
            ";tree:threads=1,lock=packed;tree:threads=2,lock=packed;tree:threads=4,lock=packed"
            ";tree:threads=8,lock=packed"
            ";tree:threads=1,batch=512;tree:threads=2,batch=512;tree:threads=4,batch=512"
            ";tree:threads=8,batch=512");
}

TEST(DefaultEngines, CanAllBeMade) {
  for (const Profile& each : profiles()) {
    EXPECT_NO_THROW(parse_engines(default_engines(each, 128))) << each.name;
  }
}

TEST(SuiteMatches, AreOfEachFamilyAtItsMostThreadsAgainstSeqWithAndWithoutBatches) {
  EXPECT_EQ(names(suite_matches(suite("hex:size=5",
                                      "naive;seq;seq:batch=64;leaf:threads=1;leaf:threads=2;"
                                      "tree:threads=8;tree:threads=4;tree:threads=4,batch=64;"
                                      "tree:threads=8,batch=64;root:threads=1;random"))),
            (std::vector<std::string>{
                "hex:size=5: naive against seq, 1.0 ms",
                "hex:size=5: leaf:threads=2 against seq, 1.0 ms",
                "hex:size=5: tree:threads=8 against seq, 1.0 ms",
                "hex:size=5: seq:batch=64 against seq, 1.0 ms",
                "hex:size=5: tree:threads=8,batch=64 against seq, 1.0 ms",
            }));
}

TEST(SuiteMatches, AreOfEveryGameInTurn) {
  EXPECT_EQ(names(suite_matches(suite("tic_tac_toe,hex", "seq:c=1;root"))),
            (std::vector<std::string>{
                "tic_tac_toe: root against seq:c=1, 1.0 ms",
                "hex: root against seq:c=1, 1.0 ms",
            }));
}

TEST(SuiteMatches, TakeTheirSettingsFromProfileGameAndSeed) {
  const auto matches = suite_matches(suite("tic_tac_toe,connect_four", "seq;root"));
  ASSERT_EQ(matches.size(), 2U);
  for (const MatchOptions& match : matches) {
    EXPECT_EQ(match.deals, profile("smoke").pairs / 2);
    EXPECT_EQ(match.seed, 5U);
    EXPECT_EQ(match.openings.plies, match.game.opening_plies);
    EXPECT_FALSE(match.sprt);
  }
}

TEST(SuiteMatches, AreNoneWithoutSeqOrWithoutOthers) {
  EXPECT_TRUE(suite_matches(suite("hex", "naive;root;tree")).empty());
  EXPECT_TRUE(suite_matches(suite("hex", "seq")).empty());
  EXPECT_TRUE(suite_matches(suite("hex", "seq;tree:threads=1")).empty());
}

// ---- the folder --------------------------------------------------------------------------------

const std::vector<std::string> kFiles{"games.jsonl", "measured.jsonl", "results.csv", "rows.jsonl",
                                      "run.json"};

class BenchCommand : public testing::Test {
 protected:
  /// A suite of about half a second, and its folder.
  [[nodiscard]] Arguments command(const std::string& games = "tic_tac_toe,hex:size=3",
                                  const std::string& engines = "seq;leaf:threads=2",
                                  const std::string& suites = "throughput,strength") const {
    return {"bench", "--profile", "smoke", "--games", games, "--engines",
            engines, "--suites",  suites,  "--out",   out()};
  }
  /// Puts into out() the finished run of a command, which runs once for all tests.
  void finish(const Arguments& command) const {
    static const TemporaryFolder directory;
    static std::map<Arguments, fs::path> runs;
    Arguments key = command;
    key.pop_back();
    auto& run = runs[key];
    if (run.empty()) {
      run = directory.path() / std::to_string(runs.size());
      key.push_back(run);
      const Outcome outcome = run_banyan(key);
      ASSERT_EQ(outcome.status, 0) << outcome.text();
    }
    fs::copy(run, out(), fs::copy_options::recursive);
  }
  [[nodiscard]] std::string out() const { return directory_.path() / "run"; }
  [[nodiscard]] std::string file(const std::string& name) const { return out() + "/" + name; }
  [[nodiscard]] bool exists(const std::string& name) const { return fs::exists(file(name)); }
  [[nodiscard]] std::string text(const std::string& name) const { return read_file(file(name)); }
  [[nodiscard]] Json json(const std::string& name) const { return Json::parse(text(name)); }
  /// The whole results of a suite.
  [[nodiscard]] std::vector<Json> results(const std::string& suite) const {
    std::vector<Json> found;
    for (const Field& result : Results::in(out()).all(suite)) found.push_back(result.json());
    return found;
  }
  /// Puts others in their place.
  void replace(const std::string& suite, const std::vector<Json>& others) const {
    std::vector<Json> all = others;
    for (const JsonLine& line : read_lines(file("measured.jsonl")).objects) {
      if (line.json["suite"] != suite) all.push_back(line.json);
    }
    write_file_whole(file("measured.jsonl"), lines_text(all));
  }
  /// Makes the i-th result of a suite one that a killed run did not finish.
  void leave_unfinished(const std::string& suite, std::size_t i, const Json& part) const {
    std::vector<Json> others = results(suite);
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    replace(suite, others);
    write_file_whole(file("unfinished.json"), part.dump());
  }
  /// The speeds of a suite, an engine on a game each.
  [[nodiscard]] std::vector<ThroughputRow> speeds(const std::string& suite) const {
    const RunData run = run_data(json("run.json"), Results::in(out()));
    return suite == "positions" ? run.later : suite == "ablation" ? run.steps : run.rows;
  }
  [[nodiscard]] std::vector<Json> games() const {
    std::vector<Json> all;
    for (const JsonLine& line : read_lines(file("games.jsonl")).objects) all.push_back(line.json);
    return all;
  }
  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(out())) {
      found.push_back(entry.path().filename());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  TemporaryFolder directory_;
};

TEST_F(BenchCommand, WritesItsFilesAndNoOthers) {
  const Outcome outcome = run_banyan(command());
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_EQ(files(), kFiles);
  EXPECT_EQ(json("run.json")["finished"], true);
  EXPECT_NE(outcome.out.find("Results are in " + out()), std::string::npos) << outcome.out;
}

TEST_F(BenchCommand, MeasuresEveryStepOfTheAblation) {
  const Arguments arguments = command("tic_tac_toe", "seq;leaf:threads=2", "ablation");
  const Outcome outcome = run_banyan(arguments);
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_EQ(files(),
            (std::vector<std::string>{"measured.jsonl", "results.csv", "rows.jsonl", "run.json"}));
  const auto rows = speeds("ablation");
  EXPECT_EQ(rows.size(), ablation_engines().size());
  for (const ThroughputRow& row : rows) {
    EXPECT_GT(row.iterations_per_second.at(0), 0) << row.engine;
  }
}

TEST_F(BenchCommand, AccountsForAProcessOfItsOwnThatSearches) {
  const Arguments arguments =
      command("connect_four", "naive:malloc=system,iterations=100k", "throughput");
  const Outcome outcome = run_banyan(arguments);
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  const auto rows = speeds("throughput");
  ASSERT_EQ(rows.size(), 1U);
  // Processor time, which the load hardly changes: this process itself takes a millisecond.
  EXPECT_GT(rows[0].cores * 100'000 / rows[0].iterations_per_second.at(0), 0.01);
}

TEST_F(BenchCommand, RefusesASuiteThatWouldMeasureNothingAndSaysWhatItNeeds) {
  const auto refused = [&](const char* suite, const char* games, const char* engines) {
    const Outcome outcome = run_banyan(command(games, engines, suite));
    EXPECT_EQ(outcome.status, 2) << outcome.text();
    EXPECT_TRUE(outcome.err.starts_with(fmt::format(
        "banyan: the suite {} measures nothing of these games and engines: it needs ", suite)))
        << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(out()));
  };
  refused("strength", "tic_tac_toe", "seq:time=1ns;seq");
  for (const char* suite : {"positions", "truth", "decision", "scaling"}) {
    refused(suite, "tic_tac_toe", "naive");
  }
  refused("truth", "gomoku,p_game:depth=3,p_game:branching=16", "seq");
}

TEST_F(BenchCommand, SearchesAsLongAsAsked) {
  Arguments arguments = command("tic_tac_toe", "seq", "throughput");
  arguments.insert(arguments.end(), {"--search-time", "3ms"});
  const Outcome outcome = run_banyan(arguments);
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_EQ(read_json(read_file(out() + "/run.json"))["settings"]["search_ms"], 3);
  for (const char* time : {"1500us", "500us", "11m"}) {
    arguments.back() = time;
    const Outcome refused = run_banyan(arguments);
    EXPECT_EQ(refused.status, 2) << refused.text();
    EXPECT_EQ(refused.err,
              fmt::format("banyan: --search-time {} is out of range: give whole milliseconds, 1ms "
                          "to 10m.\n",
                          time));
  }
}

TEST_F(BenchCommand, SaysWhichOfItsSuitesMeasuredNothing) {
  const Outcome outcome = run_banyan(command("tic_tac_toe", "seq"));
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_NE(outcome.out.find("Note: the suite strength measures nothing of these games and"),
            std::string::npos)
      << outcome.out;
}

TEST_F(BenchCommand, CountsFailuresOnSolvedPositionsAndResumesThem) {
  const Arguments arguments =
      command("tic_tac_toe,hex", "seq;root:threads=2;leaf:threads=1", "truth");
  finish(arguments);
  std::vector<Json> sets = results("truth");
  ASSERT_EQ(sets.size(), profile("smoke").truth_iterations.size() + 1);  // + equal time
  for (const Json& set : sets) {
    EXPECT_EQ(set["game"], "tic_tac_toe");  // hex:size=11 has no solver
    EXPECT_EQ(set["positions"], profile("smoke").truth_positions);
    ASSERT_EQ(set["rows"].size(), 2U);
    EXPECT_EQ(set["rows"][0]["engine"], "seq");
    EXPECT_EQ(set["rows"][1]["engine"], "root:threads=2");
  }
  EXPECT_NE(text("rows.jsonl").find("\"metric\":\"lost\""), std::string::npos);

  // Only what was interrupted is measured again.
  for (Json& set : sets) set["seed"] = 77;
  replace("truth", sets);
  leave_unfinished("truth", 1, sets[1]);
  ASSERT_EQ(run_banyan(arguments).status, 0);
  EXPECT_FALSE(exists("unfinished.json"));
  sets = results("truth");
  ASSERT_EQ(sets.size(), 3U);
  EXPECT_EQ(
      std::count_if(sets.begin(), sets.end(), [](const Json& set) { return set["seed"] == 77; }),
      2);
}

class BenchTruth : public BenchCommand {
 protected:
  BenchTruth() {
    finish(arguments_);
    whole_ = results("truth")[1];
  }

  /// The set after the program resumed from a modified state.
  Json gone_on_from(const Json& set, const std::string& note = "") {
    const std::vector<Json> sets = results("truth");
    const auto same = [&](const Json& each) { return each["budget"] == set["budget"]; };
    const auto place = std::find_if(sets.begin(), sets.end(), same) - sets.begin();
    leave_unfinished("truth", static_cast<std::size_t>(place), set);
    const Outcome outcome = run_banyan(arguments_);
    EXPECT_EQ(outcome.status, 0) << outcome.text();
    EXPECT_THAT(outcome.err, testing::HasSubstr(note));
    EXPECT_EQ(outcome.err.find("note: what") == std::string::npos, note.empty()) << outcome.err;
    const std::vector<Json> now = results("truth");
    const auto found = std::find_if(now.begin(), now.end(), same);
    return found == now.end() ? Json() : *found;
  }

  Arguments arguments_ = command("tic_tac_toe", "seq;root:threads=2", "truth");
  Json whole_;  ///< at 1000 iterations
};

TEST_F(BenchTruth, IsRestoredAsItWasWritten) { EXPECT_EQ(gone_on_from(whole_), whole_); }

TEST_F(BenchTruth, GoesOnWithinASetOfPositions) {
  // As a killed run leaves it: all but the last position searched, here with made-up values.
  const std::size_t searched = profile("smoke").truth_positions - 1;
  Json part = whole_;
  std::vector<Json*> rows{&part["control"]};
  for (Json& row : part["rows"]) rows.push_back(&row);
  for (Json* row : rows) {
    (*row)["lost"] = std::string(searched, '2');
    (*row)["iterations"] = 0;
    (*row)["played"] = 0;
    (*row)["seconds"] = 7;
  }
  const Json set = gone_on_from(part);
  EXPECT_EQ(set["positions"], searched + 1);
  EXPECT_EQ(set["control"]["iterations"], 500);
  for (const Json& row : set["rows"]) {
    EXPECT_EQ(row["positions"], searched + 1);
    EXPECT_GE(row["failures"], searched);
    EXPECT_EQ(row["iterations"], 1000);  // for the last position alone
    EXPECT_GT(row["played"], 0);
    EXPECT_LE(row["played"], row["iterations"]);
    EXPECT_GT(row["seconds"], 7);
  }
}

TEST_F(BenchTruth, ThatLacksOrMixesUpAFieldIsMeasuredAgainWhichIsTold) {
  const auto gone_on = [&](const char* name, const Json& value, const std::string& why) {
    Json part = whole_;
    if (value.is_null()) {
      part["rows"][1].erase(name);
    } else {
      part["rows"][1][name] = value;
    }
    const Json set =
        gone_on_from(part,
                     "note: what a stopped run left of tic_tac_toe truth, 1.00 k iterations: field "
                     "rows[1]." +
                         std::string(name) + " " + why + " It is measured again.\n");
    EXPECT_EQ(without_times(set), without_times(whole_));
    for (const Json& row : set["rows"]) EXPECT_GT(row["seconds"], 0);
  };
  gone_on("played", nullptr, "is missing.");
  gone_on("played", 0.5, "is 0.5: a whole number from 0 is expected.");
  gone_on("lost", "01", "is of other positions.");
  gone_on("lost", "0000000x00", "has not a digit from 0 to 2 for each position.");
  gone_on("engine", "seq", "is not root:threads=2.");
}

TEST_F(BenchCommand, KeepsTheRepetitionsOfSpeedThatAStoppedScalingHas) {
  const Arguments arguments = command("tic_tac_toe", "seq;root:threads=2", "scaling");
  finish(arguments);
  Json speed = results("scaling")[0];
  ASSERT_EQ(speed["kind"], "speed");
  Json& seq = speed["rows"][0];
  ASSERT_EQ(seq["engine"], "seq");
  for (Json& values : seq) {
    if (values.is_array()) values.erase(1);
  }
  seq["playouts_per_second"][0] = 0;
  leave_unfinished("scaling", 0, speed);
  ASSERT_EQ(run_banyan(arguments).status, 0);
  const std::vector<Json> all = results("scaling");
  for (const Json& row : all.back()["rows"]) {
    const Json& rates = row["playouts_per_second"];
    ASSERT_EQ(rates.size(), 2U);
    EXPECT_GT(rates[1], 0);
    EXPECT_EQ(rates[0] == 0, row["engine"] == "seq");
  }
}

TEST_F(BenchCommand, PlacesParallelEnginesOnTheCurveOfOneWorker) {
  finish(command("tic_tac_toe", "seq;root:threads=2", "scaling"));
  std::map<std::string, int> kinds;
  for (const Json& result : results("scaling")) ++kinds[result["kind"].get<std::string>()];
  EXPECT_EQ(kinds["speed"], 1);
  EXPECT_EQ(kinds["curve"], 3);  // half, twice and four times the base time
  EXPECT_EQ(kinds["time"], 1);
  EXPECT_EQ(kinds["iterations"], 1);
  EXPECT_NE(text("rows.jsonl").find("\"kind\":\"curve\""), std::string::npos);
}

TEST_F(BenchCommand, SamplesThePhasesOfEveryGame) {
  const Arguments arguments = command("tic_tac_toe,hex:size=3", "seq", "phases");
  const Outcome outcome = run_banyan(arguments);
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  const std::vector<Json> sampled = results("phases");
  ASSERT_EQ(sampled.size(), 2U);
  for (const Json& result : sampled) {
    EXPECT_EQ(result["engine"], "seq:phases=on");
    ASSERT_EQ(result["samples"].size(), 2U);
    EXPECT_EQ(field_names(result["samples"][0]),
              (std::vector<std::string>{"select", "expand", "playout", "back_up"}));
  }
  EXPECT_NE(text("rows.jsonl").find("share_back_up"), std::string::npos);
}

TEST_F(BenchCommand, MeasuresSpeedInTheMiddleAndLateInAGame) {
  const Arguments arguments =
      command("connect_four", "naive;seq;seq:batch=64;root:threads=2", "positions");
  ASSERT_EQ(run_banyan(arguments).status, 0);
  std::map<std::string, std::vector<ThroughputRow>> rows;
  for (ThroughputRow& row : speeds("positions")) {
    rows[row.game].push_back(std::move(row));
  }
  ASSERT_EQ(rows.size(), 2U);  // a random game takes some 21 plies
  for (const char* position : {"connect_four after 8 plies", "connect_four after 16 plies"}) {
    ASSERT_EQ(rows[position].size(), 3U) << position;  // all but naive
    for (const ThroughputRow& row : rows[position]) {
      EXPECT_GE(row.finished_share, 0) << row.engine;
      EXPECT_LE(row.finished_share, 1) << row.engine;
    }
  }
  EXPECT_GT(rows["connect_four after 16 plies"][0].finished_share, 0);
}

TEST_F(BenchCommand, PlansAResultForEachThatItWrites) {
  finish(command("tic_tac_toe", "seq;root:threads=2,iterations=50",
                 "throughput,positions,phases,truth,strength,decision,scaling"));
  const Json plan = json("run.json")["plan"];
  EXPECT_EQ(field_names(plan),
            (std::vector<std::string>{"throughput", "positions", "phases", "truth", "strength",
                                      "decision", "scaling"}));
  EXPECT_EQ(plan["throughput"].size(), speeds("throughput").size());
  EXPECT_EQ(plan["positions"].size(), speeds("positions").size());
  EXPECT_EQ(plan["phases"].size(), results("phases").size());
  EXPECT_EQ(plan["truth"].size(), results("truth").size());
  EXPECT_EQ(plan["strength"].size(), results("strength").size());
  EXPECT_EQ(plan["decision"].size(), results("decision").size());
  EXPECT_EQ(plan["scaling"].size(), results("scaling").size());

  // Marked as unfinished, it still lacks nothing of its plan.
  Json run = json("run.json");
  run["finished"] = false;
  EXPECT_EQ(run_data(run, Results::in(out())).missing.size(), 1U);
}

TEST_F(BenchCommand, RefusesToGoOnWithAResultThatIsDamagedOrForeign) {
  const Arguments arguments = command("tic_tac_toe", "seq;naive");
  finish(arguments);
  const auto refused = [&](const std::string& name, const std::string& content,
                           const std::string& fault) {
    const std::string before = exists(name) ? text(name) : "";
    write_file_whole(file(name), content);
    const Outcome outcome = run_banyan(arguments);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "banyan: " + file(name) + fault + "\n");
    before.empty() ? static_cast<void>(fs::remove(file(name)))
                   : write_file_whole(file(name), before);
  };
  refused("unfinished.json", "{\"suite\": [", " is not JSON: it is damaged or was cut off.");
  refused("unfinished.json", "{}", ": field suite is missing.");
  refused("measured.jsonl", "{\"suite\": \"throughput\", \"game\": 7}\n",
          " line 1: field game is 7: a text is expected.");
}

TEST_F(BenchCommand, MeasuresAgainWhatADamagedLineHeldAndSaysSo) {
  const Arguments arguments = command("tic_tac_toe", "seq", "throughput");
  finish(arguments);
  const std::string before = text("measured.jsonl");
  const std::size_t second = before.find('\n') + 1;
  write_file_whole(file("measured.jsonl"), "{\"suite\": \n" + before.substr(second) + "{\"torn");
  const Outcome outcome = run_banyan(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_EQ(outcome.err.substr(0, outcome.err.find('\n')),
            "note: " + file("measured.jsonl") +
                " line 1: it holds no JSON object. It is measured again.");
  const std::string after = text("measured.jsonl");
  EXPECT_TRUE(after.starts_with(before.substr(second))) << after;
  EXPECT_EQ(results("throughput").size(), 2U);
}

TEST_F(BenchCommand, PlaysNoGameOfAnInterruptedMatchTwice) {
  const Arguments arguments = command("tic_tac_toe", "seq;naive");
  finish(arguments);
  // As if the second pair had not been played.
  leave_unfinished("strength", 0, results("strength")[0]);
  std::vector<Json> before = games();
  ASSERT_EQ(before.size(), 4U);
  before.resize(2);
  std::string lines;
  for (Json& game : before) {
    game["move_seconds"][0] = 77.0;
    lines += game.dump() + "\n";
  }
  write_file_whole(file("games.jsonl"), lines);
  ASSERT_EQ(run_banyan(arguments).status, 0);
  const std::vector<Json> after = games();
  ASSERT_EQ(after.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(after[i]["move_seconds"][0] == 77.0, i < 2) << i;
  EXPECT_EQ(results("strength")[0]["games"], 4);
}

TEST_F(BenchCommand, TellsOnceOfALineOfGamesThatHoldsNoneAndPlaysItsPairAgain) {
  const Arguments arguments = command("tic_tac_toe", "seq;naive;root:threads=2");
  ASSERT_EQ(run_banyan(arguments).status, 0);
  replace("strength", {});
  const std::string before = text("games.jsonl");
  const std::size_t second = before.find('\n') + 1;
  write_file_whole(file("games.jsonl"), before.substr(0, second) + "{\"torn\n" +
                                            before.substr(before.find('\n', second) + 1) +
                                            "{\"torn");
  const Outcome outcome = run_banyan(arguments);
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  const std::string note = "note: " + file("games.jsonl") +
                           " line 2: it holds no JSON object. The game is played again.\n";
  EXPECT_THAT(outcome.err, testing::HasSubstr(note));
  EXPECT_EQ(outcome.err.find(note), outcome.err.rfind(note));
  EXPECT_EQ(games().size(),
            static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')));
}

TEST_F(BenchCommand, RefusesAnUnknownSuite) {
  const Outcome outcome = run_banyan(command("tic_tac_toe", "seq", "ablatoin"));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("unknown suite 'ablatoin': did you mean 'ablation'?"),
            std::string::npos)
      << outcome.err;
}

TEST_F(BenchCommand, MeasuresEveryEngineOnEveryGame) {
  finish(command());
  const auto rows = speeds("throughput");
  std::vector<std::string> found;
  for (const ThroughputRow& row : rows) {
    found.push_back(row.game + " " + row.engine);
    EXPECT_EQ(row.iterations_per_second.size(), 2U);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"tic_tac_toe seq", "tic_tac_toe leaf:threads=2",
                                             "hex:size=3 seq", "hex:size=3 leaf:threads=2"}));
}

TEST_F(BenchCommand, SaysInItsFilesWhereTheyComeFrom) {
  finish(command());
  const std::string given =
      "banyan bench --profile smoke --games tic_tac_toe,hex:size=3 --engines "
      "'seq;leaf:threads=2' --suites throughput,strength --seed 1";
  const Json from = json("run.json")["provenance"];
  EXPECT_EQ(from["command"], given);
  for (const char* field : {"version", "commit", "compiler", "flags"}) {
    EXPECT_FALSE(from[field].get<std::string>().empty()) << field;
  }
  for (const char* field : {"cpu_model", "available_cores", "caches", "allocator", "page_bytes"}) {
    EXPECT_TRUE(from["machine"].contains(field)) << field;
  }
}

TEST_F(BenchCommand, RecordsGamesThatReplayToTheirResults) {
  finish(command());
  const std::vector<Json> records = games();
  ASSERT_EQ(records.size(), 2U * 2U * 2U);  // games, pairs, colours
  for (const Json& record : records) {
    std::string moves;
    for (const char* part : {"opening", "moves"}) {
      for (const Json& move : record[part]) moves += move.get<std::string>() + " ";
    }
    const GameChoice game = parse_game(record["game"].get<std::string>());
    const auto end = play_moves(*game.start, moves);
    ASSERT_TRUE(end->over()) << record;
    const Player a = record["first"] == record["a"] ? 0 : 1;
    EXPECT_EQ(record["result_a"], end->result(a) / 2.0) << record;
  }
}

TEST_F(BenchCommand, CountsInItsMatchesTheGamesThatItRecords) {
  finish(command());
  const std::vector<Json> records = games();
  for (const Json& match : results("strength")) {
    double points = 0;
    int count = 0;
    for (const Json& game : records) {
      if (game["game"] != match["game"] || game["budget"] != match["budget"]) continue;
      points += game["result_a"].get<double>();
      ++count;
    }
    EXPECT_EQ(match["games"], count);
    EXPECT_EQ(match["wins"].get<double>() + match["draws"].get<double>() / 2, points);
  }
}

TEST_F(BenchCommand, DecidesByFreshGamesOfAnEngineThatItsMatchesChose) {
  const Arguments arguments =
      command("tic_tac_toe", "plain;seq;root:threads=2;leaf:threads=2", "strength,decision");
  ASSERT_EQ(run_banyan(arguments).status, 0);
  // As if leaf had won all its games and root lost all.
  std::vector<Json> strength = results("strength");
  for (Json& match : strength) {
    match["pentanomial"] =
        match["a"] == "leaf:threads=2" ? Pentanomial{0, 0, 0, 0, 40} : Pentanomial{40, 0, 0, 0, 0};
    match["games"] = match["counted_games"] = 80;
  }
  replace("strength", strength);
  replace("decision", {});
  ASSERT_EQ(run_banyan(arguments).status, 0);
  const std::vector<Json> matches = results("decision");
  ASSERT_EQ(matches.size(), 2U);
  EXPECT_EQ(matches[0]["kind"], "chosen");
  EXPECT_EQ(matches[0]["a"], "leaf:threads=2");
  EXPECT_EQ(matches[0]["games"], 2 * 6 * profile("smoke").pairs);
  EXPECT_EQ(matches[1]["kind"], "control");
  EXPECT_EQ(matches[1]["a"], "seq:time=500us");
  EXPECT_EQ(matches[1]["games"], 2 * 3 * profile("smoke").pairs);
  EXPECT_NE(matches[0]["seed"], strength[2]["seed"]);
  EXPECT_NE(text("rows.jsonl").find("fresh games against seq, with 1.0 ms per move"),
            std::string::npos);
}

TEST_F(BenchCommand, TriesTheFastestOfThoseThatScoredTheSame) {
  const Arguments arguments =
      command("tic_tac_toe", "seq;root:threads=2;leaf:threads=2", "throughput,decision");
  ASSERT_EQ(run_banyan(arguments).status, 0);
  // Without any match, all scored alike.
  std::string fastest;
  double most = 0;
  for (const ThroughputRow& row : speeds("throughput")) {
    const double rate = geometric_mean(row.iterations_per_second);
    if (row.engine == "seq" || rate <= most) continue;
    most = rate;
    fastest = row.engine;
  }
  EXPECT_EQ(results("decision")[0]["a"], fastest);
}

TEST_F(BenchCommand, DoesNothingNewWhenItIsRunAgain) {
  finish(command());
  const std::string measured = text("measured.jsonl");
  const std::string games = text("games.jsonl");
  EXPECT_EQ(run_banyan(command()).status, 0);
  EXPECT_EQ(text("measured.jsonl"), measured);
  EXPECT_EQ(text("games.jsonl"), games);
}

TEST_F(BenchCommand, RefusesAFolderOfOtherSettings) {
  finish(command("tic_tac_toe", "seq"));
  const std::string before = text("run.json");
  for (const Arguments& more : {Arguments{"--seed", "2"}, Arguments{"--games", "hex:size=3"}}) {
    Arguments other = command("tic_tac_toe", "seq");
    if (more[0] == "--games") {
      other = command("hex:size=3", "seq");
    } else {
      other.insert(other.end(), more.begin(), more.end());
    }
    const Outcome outcome = run_banyan(other);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    const std::string difference = more[0] == "--games"
                                       ? "its games is [\"tic_tac_toe\"], not [\"hex:size=3\"]"
                                       : "its seed is 1, not 2";
    EXPECT_EQ(outcome.err, "banyan: --out " + out() + " holds another run (" + difference +
                               "): give an empty or new directory.\n");
  }
  EXPECT_EQ(text("run.json"), before);
}

TEST_F(BenchCommand, MeasuresEvenTheEngineThatDoesNotSearch) {
  const Outcome outcome = run_banyan(command("tic_tac_toe", "random;seq"));
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_EQ(speeds("throughput").size(), 2U);
}

TEST_F(BenchCommand, ResumesAMeasurementThatWasInterrupted) {
  // By iterations, since what slows this test down slows these down too.
  const Arguments slow = command("tic_tac_toe", "naive:iterations=150k");
  Program program(command_line(slow));
  ASSERT_TRUE(program.wait_until([&] { return exists("run.json"); }));
  program.interrupt();
  const Outcome stopped = program.wait();
  EXPECT_EQ(stopped.status, 130) << stopped.text();
  EXPECT_NE(stopped.err.find("interrupted: the same command with --out " + out() +
                             " goes on from here.\n"),
            std::string::npos)
      << stopped.err;
  EXPECT_EQ(json("run.json")["finished"], false);
  EXPECT_LT(speeds("throughput").size(), 2U);
  EXPECT_NE(stopped.out.find("throughput: 1 of 1 results are missing: tic_tac_toe, "
                             "naive:iterations=150k"),
            std::string::npos)
      << stopped.out;

  const Outcome resumed = run_banyan(slow);
  EXPECT_EQ(resumed.status, 0) << resumed.text();
  EXPECT_EQ(json("run.json")["finished"], true);
  ASSERT_EQ(speeds("throughput").size(), 1U);
  EXPECT_EQ(speeds("throughput")[0].iterations_per_second.size(), 2U);
}

TEST_F(BenchCommand, ResumesMatchesThatWereInterrupted) {
  // The first match is quick, the next one slow.
  const Arguments slow = command("tic_tac_toe", "seq;naive;root:threads=2,iterations=400k");
  Program program(command_line(slow));
  ASSERT_TRUE(program.wait_until([&] { return !results("strength").empty(); }));
  program.interrupt();
  const Outcome stopped = program.wait();
  EXPECT_EQ(stopped.status, 130) << stopped.text();
  EXPECT_NE(stopped.err.find("interrupted: "), std::string::npos) << stopped.err;
  EXPECT_EQ(json("run.json")["finished"], false);
  EXPECT_NE(text("rows.jsonl").find("The run was interrupted"), std::string::npos);
  const std::string before = text("measured.jsonl");
  EXPECT_EQ(results("strength").size(), 1U);
  EXPECT_EQ(games().size() % 2, 0U);

  const Outcome resumed = run_banyan(slow);
  EXPECT_EQ(resumed.status, 0) << resumed.text();
  EXPECT_EQ(files(), kFiles);
  EXPECT_EQ(json("run.json")["finished"], true);
  EXPECT_TRUE(text("measured.jsonl").starts_with(before));
  EXPECT_EQ(results("strength").size(), 2U);
  EXPECT_EQ(games().size(), 2U * 4U);
}

TEST_F(BenchCommand, LosesNoFinishedRepetitionWhenItIsKilled) {
  const Arguments slow = command("tic_tac_toe", "seq:time=150ms;random;seq:time=149ms");
  Program program(command_line(slow));
  ASSERT_TRUE(program.wait_until([&] { return !results("throughput").empty(); }));
  program.kill();
  program.wait();
  const std::string before = text("measured.jsonl");
  EXPECT_LT(results("throughput").size(), 6U);

  ASSERT_EQ(run_banyan(slow).status, 0);
  EXPECT_TRUE(text("measured.jsonl").starts_with(before.substr(0, before.rfind('\n') + 1)));
  EXPECT_EQ(results("throughput").size(), 6U);
  EXPECT_EQ(speeds("throughput").size(), 3U);
}

TEST_F(BenchCommand, LosesNoFinishedGameWhenItIsKilled) {
  const Arguments slow = command("tic_tac_toe", "seq;tree:threads=2,time=30ms");
  Program program(command_line(slow));
  ASSERT_TRUE(program.wait_until([&] {
    const std::string lines = exists("games.jsonl") ? text("games.jsonl") : "";
    return std::count(lines.begin(), lines.end(), '\n') >= 2;
  }));
  program.kill();
  program.wait();
  const std::vector<Json> before = games();
  ASSERT_EQ(run_banyan(slow).status, 0);
  const std::vector<Json> after = games();
  EXPECT_EQ(after.size(), 4U);
  for (const Json& game : before) {
    EXPECT_NE(std::find(after.begin(), after.end(), game), after.end()) << game;
  }
}

TEST_F(BenchCommand, StopsAtEverySignalThatAsksForIt) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Arguments slow = command("tic_tac_toe", "seq:time=100ms");
    slow.back() += std::to_string(signal);
    Program program(command_line(slow));
    ASSERT_TRUE(program.wait_until([&] { return fs::exists(slow.back() + "/run.json"); }));
    program.interrupt(signal);
    const Outcome stopped = program.wait();
    EXPECT_EQ(stopped.status, 130) << stopped.text();
    EXPECT_NE(stopped.err.find(" goes on from here.\n"), std::string::npos) << stopped.err;
  }
}

TEST_F(BenchCommand, TakesSignalsThatComeTogetherAsOne) {
  const Arguments slow = command("tic_tac_toe", "seq:time=100ms");
  Program program(command_line(slow));
  ASSERT_TRUE(program.wait_until([&] { return exists("run.json"); }));
  program.interrupt(SIGINT);
  program.interrupt(SIGTERM);
  const Outcome stopped = program.wait();
  EXPECT_EQ(stopped.status, 130) << stopped.text();
  EXPECT_NE(stopped.err.find(" goes on from here.\n"), std::string::npos) << stopped.err;
}

TEST_F(BenchCommand, StopsWhileAProcessOfItsOwnIsMeasured) {
  // The step with the C library's malloc, the first or not, is measured in another process, only
  // while that step runs.
  Arguments arguments = command("hex", "seq", "ablation");
  *(std::find(arguments.begin(), arguments.end(), "smoke")) = "standard";
  Program program(command_line(arguments));
  ASSERT_TRUE(program.wait_until([&] {
    return run({"pgrep", "-f", "naive:iterations=1000000,time=200ms --seed 1 --warm-up --json"})
               .status == 0;
  }));
  program.interrupt();
  const Outcome stopped = program.wait();
  EXPECT_EQ(stopped.status, 130) << stopped.text();
  EXPECT_EQ(json("run.json")["finished"], false);
}

TEST_F(BenchCommand, ServesOneRunAtATimeInAFolder) {
  const Arguments slow = command("tic_tac_toe", "seq:time=1s");
  Program first(command_line(slow));
  ASSERT_TRUE(first.wait_until([&] { return exists("run.json"); }));
  const Outcome second = run_banyan(slow);
  EXPECT_EQ(second.status, 2);
  EXPECT_EQ(second.err, "banyan: --out " + out() +
                            " is in use by another run of the program: give another directory.\n");
  first.interrupt();
  EXPECT_EQ(first.wait().status, 130);
}

TEST_F(BenchCommand, KeepsTheProvenanceWithWhichItBegan) {
  finish(command("tic_tac_toe", "seq"));
  Json run = json("run.json");
  run["provenance"]["machine"]["time_utc"] = "2001-01-01T00:00:00Z";
  write_file_whole(file("run.json"), run.dump());
  ASSERT_EQ(run_banyan(command("tic_tac_toe", "seq")).status, 0);
  EXPECT_EQ(json("run.json")["provenance"], run["provenance"]);
}

TEST_F(BenchCommand, RefusesAnEngineThatPlaysNoneOfTheGamesBeforeItMeasures) {
  const Outcome outcome =
      run_banyan(command("tic_tac_toe,gomoku", "seq;seq:tt=uct1;seq:eval=game"));
  EXPECT_EQ(outcome.status, 2) << outcome.text();
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_FALSE(fs::exists(out()));
}

TEST_F(BenchCommand, PassesOverAFolderThatItCannotRead) {
  const fs::path runs = directory_.path() / "results" / "runs";
  make_directories(runs / "loop");
  fs::create_symlink("run.json", runs / "loop" / "run.json");
  make_directories(runs / "damaged");
  write_file_whole(runs / "damaged" / "run.json", "{\"provenance\": [1], \"settings\": [");
  const std::string line = "cd " + directory_.path().string() + " && exec " + kProgram +
                           " bench --profile smoke --games tic_tac_toe --engines seq --suites "
                           "throughput";
  const Outcome outcome = run({"sh", "-c", line});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_NE(outcome.err.find("results/runs/loop/run.json: Too many levels of symbolic links. It is "
                             "passed over."),
            std::string::npos)
      << outcome.err;
}

TEST_F(BenchCommand, GoesOnByItselfWithARunThatWasStoppedEvenBeforeItsRowsWereWritten) {
  const std::string line = "cd " + directory_.path().string() + " && exec " + kProgram +
                           " bench --profile smoke --games tic_tac_toe --engines seq --suites "
                           "throughput";
  const auto folders = [&] {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(directory_.path() / "results" / "runs")) {
      all.push_back(entry.path());
    }
    return all;
  };
  ASSERT_EQ(run({"sh", "-c", line}).status, 0);
  ASSERT_EQ(folders().size(), 1U);
  const fs::path first = folders()[0];
  const std::string measured = read_file(first / "measured.jsonl");
  Json run_json = Json::parse(read_file(first / "run.json"));
  for (const bool finished : {false, true}) {
    run_json["finished"] = finished;
    write_file_whole(first / "run.json", run_json.dump());
    fs::remove(first / "rows.jsonl");
    ASSERT_EQ(run({"sh", "-c", line}).status, 0);
    EXPECT_EQ(folders().size(), 1U);
    EXPECT_TRUE(fs::exists(first / "rows.jsonl"));
    EXPECT_EQ(read_file(first / "measured.jsonl"), measured);
  }
  ASSERT_EQ(run({"sh", "-c", line}).status, 0);
  EXPECT_EQ(folders().size(), 2U);
}

TEST_F(BenchCommand, RefusesARunWhoseProvenanceIsNone) {
  finish(command("tic_tac_toe", "seq"));
  Json run = json("run.json");
  run["provenance"] = Json::array({1});
  write_file_whole(file("run.json"), run.dump());
  const Outcome outcome = run_banyan(command("tic_tac_toe", "seq"));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("holds a run of another build or machine"), std::string::npos);
}

TEST_F(BenchCommand, RefusesFilesThatAreNestedWithoutEnd) {
  finish(command("tic_tac_toe", "seq"));
  const std::string deep(100'000, '[');
  for (const char* name : {"unfinished.json", "run.json"}) {
    write_file_whole(file(name), "{\"provenance\": " + deep + std::string(deep.size(), ']') + "}");
    const Outcome outcome = run_banyan(command("tic_tac_toe", "seq"));
    EXPECT_EQ(outcome.status, 2) << name << ' ' << outcome.text();
    fs::remove(file("unfinished.json"));
  }
}

TEST_F(BenchCommand, RefusesAFolderThatCannotBeMade) {
  for (const std::string path : {"/dev/null/run", "/proc/run"}) {
    Arguments nowhere = command("tic_tac_toe", "seq");
    nowhere.back() = path;
    const Outcome outcome = run_banyan(nowhere);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("banyan: cannot create the directory " + path + ": "))
        << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

TEST_F(BenchCommand, PrintsItsSpeedsAndVerdictWherePythonIsMissingAndSaysSo) {
  Arguments arguments = command_line(command("tic_tac_toe", "seq;root:threads=2", "throughput"));
  arguments.insert(arguments.begin(), {"env", "BANYAN_PYTHON=no-such-python"});
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_NE(outcome.out.find("tic_tac_toe: speed from the first position"), std::string::npos);
  EXPECT_NE(outcome.out.find("\nroot:threads=2  "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\nVerdict\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("There is no report.html: no-such-python cannot be started."),
            std::string::npos)
      << outcome.out;
}

TEST_F(BenchCommand, FailsOnAFullDisk) {
  // In its own mount namespace, so that nothing stays mounted.
  const std::string mount = "mount -t tmpfs -o size=16k tmpfs " + directory_.path().string();
  if (run({"unshare", "-m", "sh", "-c", mount}).status != 0) GTEST_SKIP() << "cannot mount";
  std::string line = mount + " && exec";
  // The lines of their searches take more than the room that run.json leaves.
  std::string engines = "seq";
  for (int i = 1; i <= 12; ++i) engines += fmt::format(";seq:c={}", i);
  for (const std::string& word : command_line(command("tic_tac_toe", engines)))
    line += " '" + word + "'";
  const Outcome outcome = run({"unshare", "-m", "sh", "-c", line});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "banyan: cannot append to " + file("measured.jsonl") + ": No space left on device.\n");
}

}  // namespace
}  // namespace banyan::bench
