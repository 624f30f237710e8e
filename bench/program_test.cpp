// Tests of the program as users run it: the output and exit status of its commands.
#include "bench/program_test.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "bench/machine/machine.hpp"
#include "bench/machine/provenance.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/matrix.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

using testing::AssertionResult;

AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << '"' << part << "\" is not in:\n" << text;
}

// ---- list --------------------------------------------------------------------------------------

void expect_listed(const Json& listed, const SpecInfo& info) {
  EXPECT_EQ(listed["name"], info.name);
  EXPECT_EQ(listed["help"], info.help);
  ASSERT_EQ(listed["keys"].size(), info.keys.size()) << info.name;
  for (std::size_t i = 0; i < info.keys.size(); ++i) {
    const KeyInfo& key = info.keys[i];
    const Json key_default = key.default_text.empty() ? Json(nullptr) : Json(key.default_text);
    const Json expected{{"name", key.name},
                        {"default", key_default},
                        {"allowed", key.allowed_text},
                        {"help", key.help}};
    EXPECT_EQ(listed["keys"][i], expected);
  }
}

TEST(ListCommand, AsJsonHasEveryGameAndEngineWithItsKeys) {
  const Json listed = run_json({"list"});
  ASSERT_EQ(listed["games"].size(), games().size());
  ASSERT_EQ(listed["engines"].size(), engine_infos().size());
  for (std::size_t i = 0; i < games().size(); ++i) {
    expect_listed(listed["games"][i], games()[i].info);
  }
  for (std::size_t i = 0; i < engine_infos().size(); ++i) {
    expect_listed(listed["engines"][i], engine_infos()[i]);
  }
}

/// All games and engines.
std::vector<SpecInfo> all_infos() {
  std::vector<SpecInfo> infos = engine_infos();
  for (const GameInfo& game : games()) infos.push_back(game.info);
  return infos;
}

/// Text with its long lines joined again.
std::string unbroken(const std::string& text) {
  return std::regex_replace(text, std::regex("\n {24}"), " ");
}

TEST(ListCommand, HasALineForEveryName) {
  const Outcome outcome = run_banyan({"list"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  for (const SpecInfo& info : all_infos()) {
    EXPECT_TRUE(contains(outcome.out, "\n  " + info.name + " "));
    EXPECT_TRUE(contains(unbroken(outcome.out), " " + info.help + "\n"));
  }
  EXPECT_EQ(outcome.out.find("exploration constant"), std::string::npos) << "keys are not named";
}

TEST(ListCommand, OfANameHasALineForEveryKey) {
  for (const SpecInfo& info : all_infos()) {
    const Outcome outcome = run_banyan({"list", info.name});
    EXPECT_EQ(outcome.status, 0);
    const std::string text = unbroken(outcome.out);
    EXPECT_TRUE(text.starts_with(info.name + ": " + info.help + "\n")) << text;
    for (const KeyInfo& key : info.keys) {
      EXPECT_TRUE(contains(text, "\n  " + key.name + "=" + key.default_text + " "));
      EXPECT_TRUE(contains(text, " " + key.help + " (" + key.allowed_text + ")\n"));
    }
  }
}

TEST(ListCommand, OfANameAsJsonIsThatEntry) {
  expect_listed(run_json({"list", "hex"}), find_info(all_infos(), "hex", "game"));
  expect_listed(run_json({"list", "tree"}), find_info(all_infos(), "tree", "engine"));
}

// ---- search ------------------------------------------------------------------------------------

/// Playouts, and visits without one.
std::uint64_t visits(const Json& found) {
  return found["playouts"].get<std::uint64_t>() + found["finished"].get<std::uint64_t>();
}

const Arguments kExample{"search",       "--game", "tic_tac_toe", "--engine", "seq",
                         "--iterations", "20000",  "--seed",      "1"};

TEST(SearchCommand, AsJsonHasTheDocumentedFields) {
  const Json found = run_json(kExample);
  EXPECT_EQ(field_names(found),
            (std::vector<std::string>{
                "game", "engine", "seed", "iterations", "playouts", "finished", "seconds",
                "iterations_per_second", "playouts_per_second", "best_move", "value", "proven",
                "principal_variation", "root", "tree", "counters", "system"}));
  EXPECT_EQ(field_names(found["root"]), (std::vector<std::string>{"visits", "children"}));
  for (const Json& child : found["root"]["children"]) {
    EXPECT_EQ(field_names(child),
              (std::vector<std::string>{"move", "visits", "value", "lcb", "line"}));
  }
  EXPECT_EQ(field_names(found["tree"]),
            (std::vector<std::string>{"nodes", "bytes", "mean_depth", "max_depth"}));
  EXPECT_TRUE(found["counters"].is_object());
  EXPECT_EQ(field_names(found["system"]),
            (std::vector<std::string>{"processor_seconds", "system_seconds", "page_faults"}));
}

TEST(SearchCommand, SaysWhichPartOfItsTimeTheSystemTook) {
  const Json system = run_json(kExample)["system"];
  EXPECT_GT(system["processor_seconds"], 0.0);
  EXPECT_LE(system["system_seconds"], system["processor_seconds"]);
  EXPECT_GT(system["page_faults"], 0.0);  // the tree's memory is new
}

TEST(SearchCommand, OfTheExampleFindsWhatItMust) {
  const Json found = run_json(kExample);
  EXPECT_EQ(found["game"], "tic_tac_toe");
  EXPECT_EQ(found["engine"], "seq");
  EXPECT_EQ(found["seed"], 1);
  EXPECT_EQ(found["iterations"], 20000);
  EXPECT_GT(found["playouts"], 0);
  EXPECT_GT(found["finished"], 0);
  EXPECT_EQ(found["playouts"].get<int>() + found["finished"].get<int>(), 20000);
  EXPECT_EQ(found["root"]["visits"], 20000);
  EXPECT_EQ(found["best_move"], "b2");
  EXPECT_EQ(found["principal_variation"][0], "b2");
  EXPECT_GT(found["seconds"], 0.0);
  EXPECT_GT(found["iterations_per_second"], 0.0);
  EXPECT_GT(found["playouts_per_second"], 0.0);
  EXPECT_GT(found["value"], 0.5);
  EXPECT_LT(found["value"], 1.0);
  EXPECT_GT(found["tree"]["nodes"], 1000);
  EXPECT_GT(found["tree"]["bytes"], 10000);
  EXPECT_GE(found["tree"]["mean_depth"], 1.0);
  EXPECT_LE(found["tree"]["max_depth"], 9);
}

TEST(SearchCommand, OfTheExampleRanksAllNineMovesByTheirVisits) {
  const Json children = run_json(kExample)["root"]["children"];
  ASSERT_EQ(children.size(), 9U);
  std::uint64_t visits = 0;
  std::uint64_t before = 20000;
  for (const Json& child : children) {
    EXPECT_LE(child["visits"], before);
    EXPECT_GE(child["value"], 0.0);
    EXPECT_LE(child["value"], 1.0);
    before = child["visits"];
    visits += before;
  }
  EXPECT_EQ(visits, 20000U);
}

TEST(SearchCommand, IsTheSameForTheSameSeedButForItsTimes) {
  EXPECT_EQ(without_times(run_json(kExample)), without_times(run_json(kExample)));
}

TEST(SearchCommand, DiffersForAnotherSeed) {
  Arguments other = kExample;
  other.back() = "2";
  EXPECT_NE(run_json(kExample)["root"], run_json(other)["root"]);
}

TEST(SearchCommand, ReadsASeedAsADecimalNumber) {
  Arguments other = kExample;
  other.back() = "010";
  EXPECT_EQ(run_json(other)["seed"], 10);
  other.back() = "18446744073709551615";
  EXPECT_EQ(run_json(other)["seed"], 18446744073709551615U);
}

class EveryEngine : public testing::TestWithParam<std::string> {
 protected:
  static Json search(const std::string& limit, const std::string& value) {
    return run_json({"search", "--game", "connect_four", "--engine", GetParam(), limit, value});
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EveryEngine,
                         testing::Values("naive", "seq", "leaf", "root", "tree"),
                         [](const auto& each) { return each.param; });

TEST_P(EveryEngine, SearchesExactlySoManyIterations) {
  for (const std::uint64_t count : {1U, 2U, 4321U}) {
    const Json found = search("--iterations", std::to_string(count));
    EXPECT_EQ(found["iterations"], count);
    EXPECT_EQ(found["root"]["visits"], visits(found));
  }
}

TEST_P(EveryEngine, SearchesExactlySoManyPlayouts) {
  for (const std::uint64_t count : {1U, 9U, 4321U}) {
    const Json found = search("--playouts", std::to_string(count));
    EXPECT_EQ(visits(found), count);
    EXPECT_EQ(found["root"]["visits"], count);
  }
}

TEST_P(EveryEngine, SearchesForATime) {
  const Json found = search("--time", "30ms");
  EXPECT_GT(found["iterations"], 0);
  EXPECT_GT(found["seconds"], 0.0);
  EXPECT_EQ(found["root"]["visits"], visits(found));
}

TEST(SearchCommand, OfTheRandomEngineNeedsNoBudget) {
  const Json found = run_json({"search", "--game", "hex:size=3", "--engine", "random"});
  EXPECT_EQ(found["iterations"], 0);
  EXPECT_EQ(found["root"]["children"].size(), 9U);
  EXPECT_TRUE(found["root"]["children"][0]["value"].is_null());
}

TEST(SearchCommand, KeepsToTheEnginesOwnBudget) {
  EXPECT_EQ(run_json({"search", "--game", "hex", "--engine", "seq:iterations=123", "--iterations",
                      "5"})["iterations"],
            123);
}

TEST(SearchCommand, StartsAfterTheMovesGiven) {
  const Json found = run_json({"search", "--game", "tic_tac_toe", "--engine", "seq", "--iterations",
                               "2k", "--moves", "a1 b1 a2 b2"});
  EXPECT_EQ(found["root"]["children"].size(), 5U);
  EXPECT_EQ(found["best_move"], "a3");  // wins at once
  EXPECT_EQ(found["value"], 1.0);
}

TEST(SearchCommand, AsTextShowsTheBoardTheMovesAndTheBest) {
  const Outcome outcome = run_banyan({"search", "--game", "tic_tac_toe", "--engine", "seq",
                                      "--iterations", "2000", "--moves", "a1 b1 a2 b2"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, "   a b c\n 1 X O .\n 2 X O .\n 3 . . .\nX to move\n"));
  EXPECT_TRUE(contains(outcome.out, "move  visits   share  value  goes on\n"));
  EXPECT_TRUE(contains(outcome.out, "\na3 "));
  EXPECT_TRUE(contains(outcome.out, "\nbest move  a3, value 1.000 for the side to move"));
  EXPECT_TRUE(contains(outcome.out, "\nline       a3\n"));
  EXPECT_TRUE(contains(outcome.out, "2.00 k iterations in "));
}

TEST(SearchCommand, ShowsTheTreeOfAGameOfChance) {
  const Outcome outcome = run_banyan({"search", "--game", "pig", "--engine", "seq", "--iterations",
                                      "2000", "--tree", "2", "--widest", "6"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, "\n└─ roll   2.00 k visits, value 0."));
  for (const char* const outcome_of_a_die : {"1", "2", "3", "4", "5", "6"}) {
    EXPECT_TRUE(contains(outcome.out, std::string("─ ") + outcome_of_a_die + "      "));
  }
}

TEST(SearchCommand, SaysThatAnEngineKeepsNoTreeToShow) {
  const Outcome outcome = run_banyan({"search", "--game", "tic_tac_toe", "--engine", "naive",
                                      "--iterations", "2000", "--tree", "2"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "note: naive keeps no tree that could be shown.\n");
  EXPECT_FALSE(contains(outcome.out, "the tree to depth"));
}

TEST(SearchCommand, SaysWhenTheMemoryWasFull) {
  const Outcome outcome =
      run_banyan({"search", "--game", "hex", "--engine", "seq:memory=256k", "--iterations", "50k"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.out, "the cap was reached"));
}

TEST(SearchCommand, WarmsUpWithoutChangingWhatItFinds) {
  const Arguments search{"search", "--game",       "connect_four", "--engine",
                         "naive",  "--iterations", "30k"};
  Arguments warm = search;
  warm.emplace_back("--warm-up");
  const Json cold_found = run_json(search);
  const Json warm_found = run_json(warm);
  EXPECT_EQ(without_times(warm_found), without_times(cold_found));
  EXPECT_LT(warm_found["system"]["page_faults"], cold_found["system"]["page_faults"]);
}

TEST(SearchCommand, ReadsAGameFromAPipe) {
  const Outcome outcome =
      run({"sh", "-c",
           "printf '(;GM[1]FF[4]SZ[5];B[ee];W[aa])' | '" + kProgram +
               "' search --game go:size=5 --engine random --sgf /dev/stdin --json"});
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  const Json children = Json::parse(outcome.out)["root"]["children"];
  EXPECT_EQ(children.size(), 24U);  // all points but two, and a pass
}

TEST(SearchCommand, ReadsDurationsFromAPipe) {
  const Outcome outcome =
      run({"sh", "-c",
           "seq 1000 1100 | '" + kProgram +
               "' search --game tic_tac_toe --engine virtual:latency=file:/dev/stdin,eval=constant "
               "--iterations 9 --json"});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
}

TEST(Program, StopsWhileItWaitsForAPipe) {
  const TemporaryFolder directory;
  const std::string pipe = directory.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const Arguments& waiting :
       {Arguments{"quality", "--engines", "seq", "--iterations", "9", "--file", pipe},
        Arguments{"quality", "--engines", "seq", "--iterations", "9", "--labels", pipe},
        Arguments{"search", "--game", "go", "--engine", "seq", "--iterations", "9", "--sgf", pipe},
        Arguments{"search", "--game", "hex", "--engine",
                  "virtual:latency='file:" + pipe + "',eval=constant", "--iterations", "9"}}) {
    Program program(command_line(waiting));
    ASSERT_TRUE(program.wait_until([&] { return program.handles_interrupts(); }));
    program.interrupt(SIGTERM);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.status, 130) << outcome.text();
    EXPECT_EQ(outcome.err, "banyan: interrupted while reading " + pipe + ".\n");
  }
}

TEST(SearchCommand, GivesItsResultWhenItIsInterrupted) {
  Program program(
      command_line({"search", "--game", "hex", "--engine", "tree", "--time", "1h", "--json"}));
  ASSERT_TRUE(program.wait_until([&] { return program.handles_interrupts(); }));
  program.interrupt();
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 130);
  EXPECT_TRUE(contains(outcome.err, "interrupted: "));
  const Json found = Json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(found.is_discarded()) << outcome.text();
  EXPECT_GE(found["iterations"], 1);
  EXPECT_EQ(found["root"]["visits"], visits(found));
}

// ---- perft -------------------------------------------------------------------------------------

const std::map<std::string, std::vector<std::uint64_t>> kPerft{
    {"tic_tac_toe", {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}},
    {"connect_four", {7, 49, 343, 2401, 16807, 117649, 823536, 5673234}},
    {"hex:size=5", {25, 600, 13800, 303600}},
};

TEST(PerftCommand, AsJsonCountsTheKnownNumbersOfLines) {
  for (const auto& [game, counts] : kPerft) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::string depth = std::to_string(i + 1);
      const Json found = run_json({"perft", "--game", game, "--depth", depth});
      EXPECT_EQ(field_names(found),
                (std::vector<std::string>{"game", "depth", "leaves", "ended_sooner", "seconds",
                                          "nodes_per_second"}));
      EXPECT_EQ(found["game"], game);
      EXPECT_EQ(found["depth"], i + 1);
      EXPECT_EQ(found["leaves"], counts[i]) << game << ", depth " << depth;
    }
  }
}

TEST(PerftCommand, AsTextSaysTheCount) {
  const Outcome outcome = run_banyan({"perft", "--game", "tic_tac_toe", "--depth", "9"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with(
      "127872 lines of 9 moves, and 127296 that ended sooner, in "))  // 255168 games in all
      << outcome.out;
}

TEST(PerftCommand, OfNoMovesCountsThePosition) {
  EXPECT_EQ(run_json({"perft", "--game", "hex", "--depth", "0"})["leaves"], 1);
}

TEST(PerftCommand, StartsAfterTheMovesGiven) {
  const auto leaves = [](const char* game, const char* depth, const char* moves) {
    return run_json({"perft", "--game", game, "--depth", depth, "--moves", moves})["leaves"];
  };
  EXPECT_EQ(leaves("connect_four", "1", "1 1 1 1 1 1"), 6);  // a full column
  EXPECT_EQ(leaves("tic_tac_toe", "1", "a1 b1 a2 b2"), 5);
  EXPECT_EQ(leaves("tic_tac_toe", "2", "a1 b1 a2 b2"), 16);  // a3 wins and ends the line
  EXPECT_EQ(leaves("tic_tac_toe", "1", "a1 b1 a2 b2 a3"), 0);
}

TEST(PerftCommand, EndsWhenItIsInterrupted) {
  Program program(command_line({"perft", "--game", "hex:size=14", "--depth", "14"}));
  ASSERT_TRUE(program.wait_until([&] { return program.handles_interrupts(); }));
  program.interrupt();
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "interrupted: "));
}

// ---- signature ---------------------------------------------------------------------------------

TEST(SignatureCommand, IsOneNumberAndAlwaysTheSame) {
  const Outcome once = run_banyan({"signature"});
  EXPECT_EQ(once.status, 0) << once.text();
  ASSERT_EQ(once.out.size(), 17U);
  EXPECT_EQ(once.out.find_first_not_of("0123456789abcdef"), 16U);
  EXPECT_EQ(run_banyan({"signature"}).out, once.out);
}

TEST(SignatureCommand, EndsWithTheSameNumberIfItIsVerbose) {
  const Outcome verbose = run_banyan({"signature", "--verbose"});
  EXPECT_TRUE(verbose.out.ends_with("\n" + run_banyan({"signature"}).out)) << verbose.out;
  EXPECT_TRUE(contains(verbose.out, "  tic_tac_toe seq\n"));
}

// ---- match -------------------------------------------------------------------------------------

Arguments match_command(Arguments more) {
  Arguments all{"match", "--game", "connect_four", "--a", "seq:c=1",
                "--b",   "seq",    "--iterations", "200"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(MatchCommand, AsJsonHasTheDocumentedFields) {
  const Json match = run_json(match_command({"--pairs", "3", "--seed", "9"}));
  for (const char* name :
       {"a", "b", "games", "wins", "draws", "losses", "pentanomial", "elo", "elo_error95", "nelo",
        "nelo_error95", "los", "llr", "sprt", "iterations_per_second", "openings", "seed"}) {
    EXPECT_TRUE(match.contains(name)) << name;
  }
  EXPECT_EQ(match["a"], "seq:c=1");
  EXPECT_EQ(match["b"], "seq");
  EXPECT_EQ(match["openings"], "random:plies=4");
  EXPECT_EQ(match["seed"], 9);
  EXPECT_TRUE(match["llr"].is_null());
  EXPECT_TRUE(match["sprt"].is_null());
  EXPECT_GT(match["iterations_per_second"]["a"], 0.0);
  EXPECT_GT(match["iterations_per_second"]["b"], 0.0);
}

TEST(MatchCommand, PlaysTwoGamesAPair) {
  const Json match = run_json(match_command({"--pairs", "7"}));
  EXPECT_EQ(match["games"], 14);
  const auto count = [&](const char* name) { return match[name].get<int>(); };
  EXPECT_EQ(count("wins") + count("draws") + count("losses"), 14);
  int pairs = 0;
  int half_points = 0;
  for (int i = 0; i < 5; ++i) {
    pairs += match["pentanomial"][i].get<int>();
    half_points += i * match["pentanomial"][i].get<int>();
  }
  EXPECT_EQ(pairs, 7);
  EXPECT_EQ(half_points, 2 * count("wins") + count("draws"));
}

TEST(MatchCommand, SaysWhoMadeItsRow) {
  const Json match = run_json({"match", "--game", "tic_tac_toe", "--a", "seq", "--b", "random",
                               "--pairs", "1", "--iterations", "10"});
  const Json made = match["provenance"];
  EXPECT_EQ(made["commit"], provenance("")["commit"]);
  EXPECT_EQ(made["machine"]["cpu_model"], provenance("")["machine"]["cpu_model"]);
  EXPECT_FALSE(made["compiler"].get<std::string>().empty());
}

TEST(MatchCommand, IsTheSameHoweverManyGamesArePlayedAtOnce) {
  const std::string cpu = std::to_string(available_cpus().front());
  if (run({"taskset", "-c", cpu, "true"}).status != 0) GTEST_SKIP() << "taskset does not work";
  for (const char* engine : {"seq", "root:threads=1", "leaf:threads=1"}) {
    Arguments command = command_line({"match", "--game", "connect_four", "--a", engine, "--b",
                                      "seq:c=1", "--pairs", "6", "--iterations", "200", "--json"});
    const Outcome everywhere = run(command);
    command.insert(command.begin(), {"taskset", "-c", cpu});
    const Outcome on_one_core = run(command);
    EXPECT_EQ(on_one_core.status, 0) << on_one_core.text();
    EXPECT_EQ(without_times(Json::parse(everywhere.out)),
              without_times(Json::parse(on_one_core.out)));
  }
}

TEST(MatchCommand, EndsEarlyWithItsVerdict) {
  const Arguments command{"match",   "--game", "connect_four", "--a", "random",
                          "--b",     "seq",    "--iterations", "200", "--pairs",
                          "1000000", "--sprt", "0,20"};
  const Json match = run_json(command);
  EXPECT_EQ(match["sprt"], (Json{{"lo", 0.0}, {"hi", 20.0}, {"verdict", "H0"}}));
  EXPECT_LT(match["llr"], -2.9);
  EXPECT_LT(match["games"], 2000);
  EXPECT_EQ(match["interrupted"], false);
  const Outcome text = run_banyan(command);
  EXPECT_EQ(text.status, 0);
  EXPECT_TRUE(contains(text.out, "for nElo [0, 20]: H0\n"));
}

TEST(MatchCommand, AsTextSaysWhoWonAndHowSureThatIs) {
  const Outcome outcome = run_banyan(match_command({"--pairs", "4"}));
  EXPECT_EQ(outcome.status, 0);
  for (const char* part : {"8 games of connect_four, openings random:plies=4\n", "A seq:c=1\n",
                           "B seq\n", "A wins ", "Elo ", "LOS ", "Ptnml(0-2) ", "it/s"}) {
    EXPECT_TRUE(contains(outcome.out, part));
  }
}

TEST(MatchCommand, KeepsWholePairsWhenItIsInterrupted) {
  Program program(command_line(match_command({"--pairs", "1000000", "--json"})));
  // The first progress appears after some pairs.
  ASSERT_TRUE(program.wait_until([&] { return !program.err().empty(); }));
  program.interrupt();
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 130);
  const Json match = Json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(match.is_discarded()) << outcome.text();
  EXPECT_EQ(match["interrupted"], true);
  const auto count = [&](const char* name) { return match[name].get<int>(); };
  EXPECT_GE(count("games"), 2);
  EXPECT_EQ(count("games") % 2, 0);
  EXPECT_EQ(count("wins") + count("draws") + count("losses"), count("games"));
  EXPECT_TRUE(contains(outcome.err, "interrupted: " + std::to_string(count("games") / 2) +
                                        " of 1000000 pairs were finished and are counted.\n"));
}

// ---- everything --------------------------------------------------------------------------------

TEST(Program, ShowsItsHelpWhereItIsAskedForNothing) {
  const Outcome bare = run_banyan({});
  EXPECT_EQ(bare.status, 0);
  EXPECT_EQ(bare.err, "");
  EXPECT_TRUE(contains(bare.out, "Usage: banyan"));
  EXPECT_EQ(bare.out, run_banyan({"--help"}).out);
}

TEST(Program, SaysItsVersion) {
  const Outcome outcome = run_banyan({"--version"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with("banyan ")) << outcome.out;
}

TEST(Program, FailsAlikeWhereverItsResultCannotBeWritten) {
  for (const char* arguments : {"list", "list --json", "perft --game hex --depth 1", "signature",
                                "--help", "--version", "search --game hex --engine random"}) {
    for (const char* closed : {"> /dev/full", ">&-"}) {
      const Outcome outcome = run({"sh", "-c", kProgram + " " + arguments + " " + closed});
      EXPECT_EQ(outcome.status, 2) << arguments;
      EXPECT_TRUE(contains(outcome.err, "banyan: cannot write to standard output: "));
      EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
  }
}

// Its messages and status do not depend on whether anybody reads them.
TEST(Program, EndsAlikeWhereverItsErrorsCannotBeWritten) {
  const TemporaryFolder directory;
  const std::string page = (directory.path() / "page.md").string();
  write_file_whole(page, "<!-- banyan: nowhere speed hex -->\n<!-- /banyan -->\n");
  for (const auto& [arguments, status] : std::initializer_list<std::pair<std::string, int>>{
           {"search --game nothing --engine seq", 2},
           {"nothing", 2},
           {"report " + page, 2},
           {"report --tables " + page, 2},
           {"search --game hex --engine seq:memory=100G --iterations 1", 3},
           {"search --game hex --engine random --tree 2", 0}}) {  // with a note
    const std::string command = "ulimit -v 4000000; exec " + kProgram + " " + arguments;
    EXPECT_EQ(run({"sh", "-c", command}).status, status) << arguments;
    for (const char* closed : {" 2> /dev/full", " 2>&-"}) {
      const Outcome outcome = run({"sh", "-c", command + closed});
      EXPECT_EQ(outcome.status, status) << arguments << closed;
      EXPECT_EQ(outcome.out.empty(), status != 0) << arguments << closed;
    }
  }
}

// The result is shown even if it cannot be stored.
TEST(SearchCommand, ShowsItsResultThoughItsGraphCannotBeWritten) {
  const Outcome outcome = run_banyan({"search", "--game", "hex:size=3", "--engine", "seq",
                                      "--iterations", "100", "--graphviz", "/dev/full"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(contains(outcome.out, "best move"));
  EXPECT_EQ(outcome.err, "banyan: cannot write /dev/full: No space left on device.\n");
}

TEST(MatchCommand, ShowsItsResultThoughItsFolderCannotBeFinished) {
  const TemporaryFolder directory;
  for (const std::string command : {"match --a seq --b random", "pool --engines 'seq;random'"}) {
    const std::string out = directory.path() / command.substr(0, 4);
    Program program(command_line(split_words(
        command + " --game hex:size=3 --iterations 20 --pairs 1000000 --out " + out, "command")));
    ASSERT_TRUE(program.wait_until([&] { return file_exists(out + "/games.jsonl"); }));
    std::filesystem::create_directories(out + "/games.sgf");  // in place of the file
    program.interrupt();
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.status, 2) << outcome.text();
    EXPECT_TRUE(contains(outcome.out, "Elo")) << outcome.text();
    EXPECT_TRUE(
        contains(outcome.err, "banyan: cannot write " + out + "/games.sgf: Is a directory.\n"));
  }
}

// Otherwise an opened file could become the standard output, and contain results twice.
TEST(Program, WritesNoResultIntoAFileThatItOpenedInPlaceOfAStream) {
  const TemporaryFolder directory;
  const std::string out = (directory.path() / "match").string();
  const Outcome outcome = run({"sh", "-c",
                               kProgram +
                                   " match --game tic_tac_toe --a seq --b random --pairs 2 "
                                   "--iterations 10 --out " +
                                   out + " <&- >&- 2>&-"});
  EXPECT_EQ(outcome.status, 2);
  const Json run = Json::parse(read_file(out + "/run.json"), nullptr, false);
  EXPECT_EQ(run["finished"], true);
}

TEST(Program, EchoesNoControlCharactersAndNotWithoutEnd) {
  for (const std::string& given : {std::string("\x1b[31mred"), std::string(130'000, '7')}) {
    for (const Arguments& arguments :
         {Arguments{"perft", "--game", "hex", "--depth", given},
          {"search", "--game", "hex:size=" + given, "--engine", "seq"},
          {"match", "--game", "hex", "--a", "seq", "--b", "seq", "--pairs", given},
          {given}}) {
      const Outcome outcome = run_banyan(arguments);
      EXPECT_EQ(outcome.status, 2) << outcome.text();
      EXPECT_LT(outcome.err.size(), 2100U) << arguments[0];
      EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos) << arguments[0];
    }
  }
}

TEST(SearchCommand, FindsThatItsGraphCannotBeWrittenBeforeItSearches) {
  const Outcome outcome = run_banyan({"search", "--game", "hex", "--engine", "seq", "--time", "90s",
                                      "--graphviz", "/nowhere/tree.dot"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "banyan: cannot write /nowhere/tree.dot: No such file or directory.\n");
}

TEST(SearchCommand, RefusesMorePlayoutsThanATreeCounts) {
  const Outcome outcome = run_banyan({"search", "--game", "hex", "--engine",
                                      "leaf:threads=2,playouts=65536", "--iterations", "20000"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(contains(outcome.err, "20000 iterations are more than its trees can count"));
  EXPECT_TRUE(contains(outcome.err, "give 1 to 16383."));
  const Outcome simulated = run_banyan({"search", "--game", "connect_four", "--engine",
                                        "virtual:scheme=leaf,workers=4096", "--iterations", "1M"});
  EXPECT_EQ(simulated.status, 2) << simulated.text();
  EXPECT_TRUE(contains(simulated.err, "give 1 to 262143."));
}

TEST(SearchCommand, RefusesBudgetsThatNoTreeCounts) {
  for (const char* const budget : {"--iterations", "--playouts"}) {
    for (const std::uint64_t count : {std::uint64_t{1} << 30U, (std::uint64_t{1} << 32U) - 1,
                                      (std::uint64_t{1} << 32U) + 1, std::uint64_t{1} << 62U}) {
      const Outcome outcome =
          run_banyan({"search", "--game", "hex", "--engine", "seq", budget, std::to_string(count)});
      EXPECT_EQ(outcome.status, 2);
      EXPECT_EQ(outcome.err, fmt::format("banyan: {} {} is out of range: give 1 to 1073741823.\n",
                                         budget, count));
    }
  }
}

/// Runs under a limit of the shell's.
Outcome run_limited(const std::string& limit, const std::string& arguments) {
  return run({"sh", "-c", limit + " && exec " + kProgram + " " + arguments});
}

TEST(SearchCommand, SaysWhatTheSystemDoesNotGive) {
  const std::string search = "search --game hex --iterations 100 --engine ";
  const Outcome threads = run_limited("ulimit -v 4000000", search + "tree:threads=1024");
  EXPECT_EQ(threads.status, 3) << threads.text();
  EXPECT_TRUE(contains(threads.err,
                       "tree:threads=1024 asks for 1024 threads at once, of which the "
                       "system allows "));
  const Outcome little = run_limited("ulimit -v 70000", search + "tree:threads=2");
  EXPECT_GT(little.status, 0) << little.text();  // not a signal's, but the loader may refuse it
  EXPECT_NE(little.err, "");
  const Outcome memory = run_limited("ulimit -v 4000000", search + "seq:memory=100G");
  EXPECT_EQ(memory.status, 3) << memory.text();
  EXPECT_TRUE(contains(memory.err,
                       "seq:memory=100G asks for 93.1 GiB of memory of the 3.81 GiB of "
                       "addresses that the system allows"));
}

TEST(SearchCommand, SaysThatMemoryRanOut) {
  for (const char* const engine : {"naive", "ladder:step=compact"}) {
    const Outcome outcome =
        run_limited("ulimit -v 130000",
                    std::string("search --game connect_four --iterations 10M --engine ") + engine);
    EXPECT_EQ(outcome.status, 3) << outcome.text();
    EXPECT_EQ(outcome.err,
              "banyan: out of memory: the system allows this program 126 MiB of addresses (ulimit "
              "-v): give it more, or give the engines less of it (memory=), fewer threads or "
              "smaller budgets.\n");
  }
}

TEST(SearchCommand, SaysInOneSentenceWhatThreadsLackWhateverTheLimitOfMemory) {
  for (const char* const engine :
       {"root:threads=4,memory=40M", "tree:threads=4,memory=40M", "leaf:threads=4,memory=40M",
        "leaf:threads=4,exec=jthread,memory=40M", "cluster:ranks=4,memory=40M"}) {
    for (const int limit : {100'000, 130'000, 160'000, 200'000, 300'000, 600'000}) {
      const Outcome outcome = run_limited(fmt::format("ulimit -v {}", limit),
                                          std::string("search --game hex --iterations 20k "
                                                      "--engine ") +
                                              engine);
      if (outcome.status == 127) continue;  // the loader's
      EXPECT_TRUE(outcome.status == 0 || outcome.status == 3)
          << engine << ' ' << limit << ' ' << outcome.text();
      EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'),
                outcome.status == 0 ? 0 : 1)
          << engine << ' ' << limit << ' ' << outcome.text();
    }
  }
}

/// Whether a program ends successfully without exceeding that memory. Only for a process that waits
/// for no other program.
bool ends_within(long kilobytes, const std::string& arguments) {
  rusage usage{};
  const Outcome outcome = run_banyan(split_words(arguments, "arguments"));
  return outcome.status == 0 && ::getrusage(RUSAGE_CHILDREN, &usage) == 0 &&
         usage.ru_maxrss <= kilobytes;
}

// Of thousands of workers or tokens, only those with iterations or time to use.
TEST(SearchCommand, TakesNoMemoryForWorkersThatDoNothing) {
  for (const auto& [game, engine] :
       {std::pair("go", "pipeline:tokens=4096,threads=1"),
        std::pair("go", "virtual:workers=4096,scheme=leased"),
        std::pair("hex", "cluster:ranks=4096,simulated=on"),
        std::pair("hex", "cluster:ranks=4096,simulated=on,scheme=df")}) {
    for (const char* const budget : {"--iterations 10", "--time 1ms"}) {
      const std::string arguments =
          fmt::format("search --game {} {} --engine {}", game, budget, engine);
      EXPECT_EXIT(std::exit(ends_within(64'000, arguments) ? 0 : 1), testing::ExitedWithCode(0), "")
          << arguments;
    }
  }
}

TEST(Program, SaysWhatTheSystemDoesNotGiveHoweverLittleItGives) {
  for (const int limit : {30'000, 40'000, 50'000}) {
    const Outcome outcome = run_limited(fmt::format("ulimit -v {}", limit), "list");
    if (outcome.status == 127) continue;  // the loader's
    EXPECT_TRUE(outcome.status == 0 || outcome.status == 3) << outcome.text();
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), outcome.status == 0 ? 0 : 1)
        << outcome.text();
  }
  const Outcome data = run_limited("ulimit -d 20000", "list");
  EXPECT_EQ(data.status, 3) << data.text();
  EXPECT_TRUE(contains(data.err,
                       "out of memory: the system allows this program 19 MiB of data "
                       "(ulimit -d): give it more, or "));
  const Outcome threads = run_limited(
      "ulimit -d 50000", "search --game connect_four --engine tree:threads=64 --iterations 100");
  EXPECT_EQ(threads.status, 3) << threads.text();
  EXPECT_TRUE(contains(threads.err,
                       "of the 48.8 MiB of data that the system allows this program "
                       "(ulimit -d): give fewer."));
}

TEST(Program, SaysThatItMayOpenTooFewFiles) {
  for (const int limit : {4, 5, 6, 7, 8}) {
    const Outcome outcome =
        run_limited(fmt::format("ulimit -n {}", limit),
                    "match --game tic_tac_toe --a seq --b gtp:cmd=cat --iterations 10 --pairs 1");
    if (outcome.status == 127) continue;  // the loader's
    EXPECT_EQ(outcome.status, 3) << outcome.text();
    EXPECT_EQ(outcome.err,
              fmt::format("banyan: the system allows this program no more than {} open files at "
                          "once (ulimit -n): give more, or fewer games and foreign programs at "
                          "once.\n",
                          limit));
  }
}

TEST(Program, SaysThatAFileMayNotGetSoLarge) {
  const TemporaryFolder folder;
  const std::string graph = folder.path() / "graph.dot";
  const Outcome outcome = run_limited(
      "ulimit -f 1",
      "search --game tic_tac_toe --engine seq --iterations 5000 --tree 9 --widest 9 --graphviz " +
          graph + " >/dev/null");
  EXPECT_EQ(outcome.status, 2) << outcome.text();
  EXPECT_EQ(outcome.err, "banyan: cannot write " + graph + ": File too large.\n");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const std::string list = folder.path() / "list";
  const Outcome printed = run_limited("ulimit -f 1", "list >" + list);
  EXPECT_EQ(printed.status, 2) << printed.text();
  EXPECT_EQ(printed.err, "banyan: cannot write to standard output: File too large.\n");
}

TEST(Program, UsesNoLibrarysWordsOfNamesThatAreTooLong) {
  const std::string name(300, 'x');
  for (const std::string& arguments :
       {"train --game connect_four --out x.network --records " + name,
        "train --game connect_four --records . --out " + name,
        "label --game tic_tac_toe --plies 1-2 --judge solver --positions 1 --out " + name,
        "search --game tic_tac_toe --engine seq --iterations 9 --graphviz " + name,
        "search --game go --engine seq --iterations 9 --sgf " + name,
        "match --game tic_tac_toe --a seq --b seq --iterations 9 --pairs 1 --out " + name,
        "bench --against " + name, "bench --study " + name + ".json"}) {
    const Outcome outcome = run_banyan(split_words(arguments, "arguments"));
    EXPECT_EQ(outcome.status, 2) << arguments << outcome.text();
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.text();
    EXPECT_EQ(outcome.err.find("filesystem"), std::string::npos) << outcome.text();
  }
}

/// Whether a program is refused with these words without exceeding that memory. Only for a process
/// that waits for no other program.
bool refused_within(long kilobytes, const std::string& arguments, const std::string& words) {
  rusage usage{};
  const Outcome outcome = run_banyan(split_words(arguments, "arguments"));
  const bool refused = outcome.status == 2 && contains(outcome.err, words);
  if (!refused) fmt::print(stderr, "{}\n", outcome.text());
  return refused && ::getrusage(RUSAGE_CHILDREN, &usage) == 0 && usage.ru_maxrss <= kilobytes;
}

TEST(Program, RefusesTextsThatAreTooLarge) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "large.csv";
  std::ofstream(file).close();
  std::filesystem::resize_file(file, (32U << 20U) + 1);
  for (const std::string& arguments :
       {"search --game go --engine seq --iterations 9 --sgf " + file,
        "match --game go --a seq --b seq --iterations 9 --pairs 1 --openings " + file,
        "quality --engines seq --iterations 9 --file " + file,
        "search --game hex --engine batched:device=" + file + " --iterations 9"}) {
    const Outcome outcome = run_banyan(split_words(arguments, "arguments"));
    EXPECT_EQ(outcome.status, 2) << arguments << outcome.text();
    EXPECT_TRUE(contains(outcome.err, file + ": it is larger than 32 MiB.")) << arguments;
  }
}

// Each takes some gigabytes if it is read as a whole first.
TEST(Program, RefusesFilesThatWouldTakeManyTimesTheirSizeOfMemory) {
  const TemporaryFolder folder;
  const std::string place = folder.path();
  std::string spec = "seq:c=";
  for (int i = 0; i < 21; ++i) spec += "{1|2}";
  write_file_whole(place + "/study.json", Json{{"name", "s"},
                                               {"help", "h"},
                                               {"measure", "speed"},
                                               {"games", "tic_tac_toe"},
                                               {"engines", {spec}},
                                               {"column", "c"}}
                                              .dump());
  std::string arrays = "{\"a\":[[]";
  for (int i = 0; i < (12 << 20); ++i) arrays += ",[]";
  arrays += "]}\n";
  make_directories(place + "/run");
  for (const char* name : {"/run/run.json", "/games.jsonl", "/large.json"}) {
    write_file_whole(place + name, arrays);
  }
  for (const auto& [arguments, why] :
       {std::pair{"bench --study " + place + "/study.json",
                  "field engines names more than 10000 engines."},
        {"bench --study " + place + "/large.json", "large.json: it is larger than 1 MiB."},
        {"train --game connect_four --records " + place + " --out " + place + "/network",
         "games.jsonl line 1: it is longer than 8 MiB: banyan did not write it."},
        {"quality --engines seq --iterations 9 --labels " + place + "/games.jsonl",
         "games.jsonl line 1: it is longer than 8 MiB: banyan did not write it."},
        {"match --game tic_tac_toe --a seq --b seq --iterations 9 --pairs 1 --out " + place +
             "/run",
         "run.json: it is larger than 32 MiB."}}) {
    EXPECT_EXIT(std::exit(refused_within(400'000, arguments, why) ? 0 : 1),
                testing::ExitedWithCode(0), "")
        << arguments;
  }
}

TEST(Program, SaysThatItsStacksAreTooSmall) {
  for (const char* const arguments :
       {"search --game go:size=19 --engine seq --iterations 10", "list"}) {
    const Outcome outcome = run_limited("ulimit -s 256", arguments);
    EXPECT_EQ(outcome.status, 3) << outcome.text();
    EXPECT_EQ(outcome.err,
              "banyan: the system allows this program stacks of 256 KiB (ulimit -s), and it needs "
              "1.00 MiB: give more.\n");
  }
}

// Each game at its largest size, with the engines that use the most stack.
TEST(Program, FitsIntoTheLeastStackThatItAsksForInEveryGame) {
  const std::string classic =
      "seq;naive;ladder:step=compact;leaf:threads=2,exec=jthread;tree:threads=2,exec=jthread;"
      "tree:threads=2,exec=jthread,batch=64;virtual:scheme=leased,workers=2;"
      "cluster:ranks=2,scheme=df;seq:solver=on";
  const std::string general = "seq;tree:lock=free,threads=2,exec=jthread;seq:solver=on";
  const std::string hidden = "pimc:threads=2,exec=jthread;mo_ismcts:threads=2,exec=jthread";
  const std::vector<std::pair<std::string, std::string>> all{
      {"tic_tac_toe", classic},
      {"ultimate_tic_tac_toe", classic},
      {"connect_four", classic},
      {"othello", classic},
      {"breakthrough:size=8", classic},
      {"hex:size=14", classic},
      {"gomoku:size=19", classic},
      {"go:size=19", classic},
      {"dots_and_boxes:width=5,height=5", classic},
      {"p_game:branching=225,depth=250", classic},
      {"rolit:size=8,players=4", general},
      {"nim:heaps=12-12-12-12-12,players=4", general},
      {"pig:target=100,players=4", "seq"},
      {"sailing:size=40", "seq"},
      {"2048", "seq"},
      {"kuhn", hidden},
      {"leduc", hidden},
      {"phantom:width=4,height=4", hidden},
      {"goofspiel:cards=13", hidden},
      {"knockout_whist:players=4,hands=7", hidden}};
  EXPECT_EQ(all.size(), games().size());
  for (const auto& [game, engines] : all) {
    const unsigned has = parse_game(game).start->studied_engines();
    for (const std::string& engine : parse_list(engines, ';', "engines")) {
      if (!has_studied(parse_engine(engine), has)) continue;
      const Outcome outcome =
          run_limited("ulimit -s 1024",
                      fmt::format("search --game {} --engine {} --iterations 40", game, engine));
      EXPECT_EQ(outcome.status, 0) << game << ' ' << engine << ' ' << outcome.text();
    }
  }
  EXPECT_EQ(run_limited("ulimit -s 1024", "perft --game go:size=19 --depth 2").status, 0);
}

TEST(SearchCommand, EndsSoonWhenASlowDeviceIsInterrupted) {
  Program program(command_line({"search", "--game", "hex", "--engine",
                                "tree:threads=3,latency=1000h", "--iterations", "9", "--json"}));
  ASSERT_TRUE(program.wait_until([&] { return program.handles_interrupts(); }));
  program.interrupt();
  EXPECT_EQ(program.wait().status, 130);
}

TEST(ExploitabilityCommand, EndsWhenItIsInterruptedBeforeTheFirstRow) {
  Program program(command_line(
      {"exploitability", "--game", "leduc", "--engine", "so_ismcts", "--equilibrium", "1000000"}));
  ASSERT_TRUE(program.wait_until([&] { return program.handles_interrupts(); }));
  program.interrupt();
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 130) << outcome.text();
  EXPECT_TRUE(contains(outcome.err, "interrupted: no row was finished.\n"));
}

}  // namespace
}  // namespace banyan::bench
