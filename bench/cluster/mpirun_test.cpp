// Tests of the program on several ranks of mpirun, if MPI is installed.
#ifdef BANYAN_MPIRUN

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "bench/output/results.hpp"
#include "bench/program_test.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

const std::string kMpiProgram = BANYAN_MPI_PROGRAM_PATH;

/// Allows root, and more ranks than cores; binds none of them.
Arguments by_ranks(int ranks, const Arguments& arguments, const std::string& patience = "60") {
  Arguments command{"env",
                    "OMPI_ALLOW_RUN_AS_ROOT=1",
                    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                    "OMPI_MCA_rmaps_base_oversubscribe=1",
                    "OMPI_MCA_hwloc_base_binding_policy=none",
                    "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe",  // of Open MPI 5
                    "PRTE_MCA_hwloc_default_binding_policy=none",
                    "BANYAN_PATIENCE=" + patience,
                    BANYAN_MPIRUN,
                    "-n",
                    std::to_string(ranks),
                    kMpiProgram};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

Json json_by_ranks(int ranks, Arguments arguments) {
  arguments.emplace_back("--json");
  const Outcome outcome = run(by_ranks(ranks, arguments));
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  return Json::parse(outcome.out);
}

/// The processes of the program with this word in their command line, by rank as they were started.
std::vector<int> processes_with(const std::string& word) {
  std::vector<int> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::error_code gone;
    const auto program = std::filesystem::read_symlink(entry.path() / "exe", gone);
    if (gone || program.string() != std::filesystem::canonical(kMpiProgram).string()) continue;
    const int process = std::stoi(entry.path().filename());
    if (text_of_process(process, "cmdline").find(word) != std::string::npos) {
      found.push_back(process);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Mpirun, OneSearchOverRanksIsExactAndOneTree) {
  for (const char* const scheme : {"tds", "df", "root"}) {
    for (const char* const threads : {"1", "2"}) {
      std::string engine = fmt::format("cluster:scheme={},threads={}", scheme, threads);
      if (engine.find("root") == std::string::npos) engine += ",check=on";
      const Json found = json_by_ranks(
          3, {"search", "--game", "connect_four", "--engine", engine, "--iterations", "3000"});
      EXPECT_EQ(found["iterations"], 3000) << engine;
      const Json& counters = found["counters"];
      EXPECT_EQ(counters["messages"], counters["messages_received"]) << engine;
      if (counters.contains("defects")) {
        EXPECT_EQ(counters["defects"], 0) << engine;
      }
    }
  }
}

TEST(Mpirun, TreesApartAreThoseOfThreads) {
  const Arguments search = split_words(
      "search --game othello --iterations 3000 --engine cluster:scheme=root,ranks=3,share=100", "");
  EXPECT_EQ(root_without_lines(json_by_ranks(3, search)), root_without_lines(run_json(search)));
  const auto by_policy = [](const std::string& engine) {
    return split_words("search --game othello --iterations 300 --engine " + engine +
                           ",select=puct,noise=0.25,eval=net",
                       "");
  };
  EXPECT_EQ(root_without_lines(json_by_ranks(3, by_policy("cluster:scheme=root"))),
            root_without_lines(run_json(by_policy("root:threads=3"))));
}

/// How many games an unfinished run has stored.
std::size_t games_noted(const std::string& folder) {
  std::ifstream file(folder + "/games.jsonl");
  return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
}

/// The games of a run, without what differs between runs.
Json games_of(const std::string& folder) {
  std::ifstream file(folder + "/games.jsonl");
  Json games = Json::array();
  for (std::string line; std::getline(file, line);) {
    games.push_back(without_times(Json::parse(line)));
    games.back().erase("node");
  }
  return games;
}

/// On `ranks` ranks, or in a single process if that is 0.
Outcome run_into(const std::string& folder, int ranks, Arguments command) {
  command.insert(command.end(), {"--out", folder});
  Outcome outcome = ranks == 0 ? run_banyan(command) : run(by_ranks(ranks, command));
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  return outcome;
}

class MatchByRanks : public testing::TestWithParam<Arguments> {};

TEST_P(MatchByRanks, IsTheSameWhateverTheirNumber) {
  const TemporaryFolder folder;
  const auto games = [&](int ranks) {
    const std::string out = folder.path() / std::to_string(ranks);
    run_into(out, ranks, GetParam());
    return games_of(out);
  };
  const Json alone = games(0);
  EXPECT_EQ(alone.size(), 24U);
  for (const int ranks : {1, 2, 4}) EXPECT_EQ(games(ranks), alone) << ranks;
}

INSTANTIATE_TEST_SUITE_P(
    Mpirun, MatchByRanks,
    testing::Values(split_words("match --game connect_four --a seq --b seq:c=0.5 --iterations 300 "
                                "--pairs 12 --openings random:plies=4",
                                ""),
                    split_words("match --game knockout_whist:players=3,hands=3 --a so_ismcts "
                                "--b pimc --c random --iterations 50 --pairs 4",
                                "")));

TEST(Mpirun, GamesNoteTheirNode) {
  const TemporaryFolder folder;
  const std::string out = folder.path() / "run";
  run_into(out, 2,
           {"match", "--game", "tic_tac_toe", "--a", "seq", "--b", "random", "--iterations", "50",
            "--pairs", "2"});
  std::ifstream file(out + "/games.jsonl");
  for (std::string line; std::getline(file, line);) {
    EXPECT_FALSE(Json::parse(line).at("node").get<std::string>().empty());
  }
}

/// A pool of some seconds: long enough to stop it in the middle.
const Arguments kPool = split_words(
    "pool --game connect_four --pairs 15 --openings random:plies=4,filter=none "
    "--engines seq:iterations=30k;seq:iterations=20k;seq:iterations=10k",
    "");

TEST(Mpirun, APoolWhoseRankWasKilledGoesOnByOtherRanksAsIfNothingHadHappened) {
  const TemporaryFolder folder;
  const std::string alone = folder.path() / "alone";
  const std::string killed = folder.path() / "killed";
  const std::string table = run_into(alone, 0, kPool).out;
  {
    Arguments command = kPool;
    command.insert(command.end(), {"--out", killed});
    Program pool(by_ranks(3, command));
    EXPECT_TRUE(pool.wait_until([&] { return games_noted(killed) >= 4; }));
    const std::vector<int> ranks = processes_with(killed);
    ASSERT_EQ(ranks.size(), 3U);
    for (const int rank : ranks)
      ::kill(rank, SIGSTOP);  // otherwise the others would play to the end meanwhile
    ::kill(ranks.back(), SIGKILL);
    EXPECT_NE(pool.wait().status, 0);
  }
  const std::size_t kept = games_noted(killed);
  EXPECT_GE(kept, 4U);
  EXPECT_LT(kept, 90U);
  EXPECT_EQ(run_into(killed, 2, kPool).out, table);
  EXPECT_EQ(games_of(killed), games_of(alone));
}

TEST(Mpirun, ABenchIsTheSameWhateverTheNumberOfRanks) {
  const Arguments bench = split_words(
      "bench --profile smoke --games tic_tac_toe --suites truth --engines seq;seq:c=0.3", "");
  const TemporaryFolder folder;
  const auto sets_of_iterations = [&](int ranks) {
    const std::string out = folder.path() / std::to_string(ranks);
    run_into(out, ranks, bench);
    const Json run = Json::parse(read_file(out + "/run.json"));
    EXPECT_EQ(run["provenance"].contains("cluster"), ranks > 0);
    Json sets = Json::array();
    for (const Field& set : Results::in(out).all("truth")) {
      if (set.json()["iterations"] > 0) sets.push_back(without_times(set.json()));
    }
    return sets;
  };
  const Json alone = sets_of_iterations(0);
  EXPECT_EQ(alone.size(), 2U);
  for (const int ranks : {2, 4}) EXPECT_EQ(sets_of_iterations(ranks), alone) << ranks;
}

TEST(Mpirun, QualityIsTheSameWhateverTheNumberOfRanks) {
  const Arguments quality = split_words(
      "quality --game tic_tac_toe --engines seq;seq:c=0.3 --plies 2-4 --iterations 50 "
      "--positions 20",
      "");
  const Json alone = without_times(run_json(quality));
  for (const int ranks : {2, 4}) EXPECT_EQ(without_times(json_by_ranks(ranks, quality)), alone);
}

TEST(Mpirun, EnginesOverAllRanksPlayMatches) {
  const Json found =
      json_by_ranks(3, {"match", "--game", "hex:size=3", "--a", "cluster", "--b",
                        "cluster:scheme=root", "--iterations", "200", "--pairs", "3"});
  EXPECT_EQ(found["games"], 6);
}

TEST(Mpirun, BadArgumentsAreRefusedInOneSentenceByOneRank) {
  const Outcome outcome = run(by_ranks(
      2, {"search", "--game", "hex", "--engine", "cluster:ranks=3", "--iterations", "10"}));
  EXPECT_EQ(outcome.status, 2) << outcome.text();
  EXPECT_THAT(outcome.err, HasSubstr("ranks=3 are more than were started: give at most 2."));
}

TEST(Mpirun, APatienceThatIsNoTimeIsRefusedInOneSentenceByOneRank) {
  const Outcome outcome =
      run(by_ranks(2, {"search", "--game", "hex", "--engine", "seq", "--iterations", "10"}, "nan"));
  EXPECT_EQ(outcome.status, 2) << outcome.text();
  EXPECT_EQ(outcome.out, "");
  const std::size_t said = outcome.err.find("banyan: BANYAN_PATIENCE: 'nan'");
  EXPECT_NE(said, std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("banyan: BANYAN_PATIENCE", said + 1), std::string::npos);
}

/// A match that runs until something happens to it, with its output on finished games.
struct LongMatch {
  TemporaryFolder folder;
  Program program;

  explicit LongMatch(const std::string& patience)
      : program(by_ranks(
            3,
            {"match", "--game", "connect_four", "--a", "seq", "--b", "random", "--iterations",
             "100", "--pairs", "1000000", "--openings", "none", "--out", folder.path() / "run"},
            patience)) {
    EXPECT_TRUE(program.wait_until([&] { return lines() > 20; }));
  }

  [[nodiscard]] std::size_t lines() const { return games_noted(folder.path() / "run"); }
  [[nodiscard]] std::vector<int> ranks() const {
    return processes_with((folder.path() / "run").string());
  }
};

TEST(Mpirun, ARankThatIsKilledEndsTheRunAndLosesNoFinishedGame) {
  LongMatch match("60");
  const std::size_t before = match.lines();
  ASSERT_EQ(match.ranks().size(), 3U);
  ::kill(match.ranks().back(), SIGKILL);
  const Outcome outcome = match.program.wait();
  EXPECT_NE(outcome.status, 0) << outcome.text();
  EXPECT_THAT(outcome.err, HasSubstr("signal 9 (Killed)"));
  EXPECT_GE(match.lines(), before);
}

TEST(Mpirun, ARankThatStopsForGoodEndsTheRun) {
  LongMatch match("2");
  ASSERT_EQ(match.ranks().size(), 3U);
  ::kill(match.ranks().back(), SIGSTOP);
  const Outcome outcome = match.program.wait();
  EXPECT_NE(outcome.status, 0) << outcome.text();
  EXPECT_THAT(outcome.err, HasSubstr("has not been heard of for"));
}

TEST(Mpirun, AnOrderToStopToTheFirstRankKeepsWhatWasFinished) {
  LongMatch match("60");
  for (const int rank : match.ranks()) {
    if (text_of_process(rank, "environ").find(std::string("OMPI_COMM_WORLD_RANK=0") + '\0') !=
        std::string::npos) {
      ::kill(rank, SIGTERM);
    }
  }
  const Outcome outcome = match.program.wait();
  EXPECT_EQ(outcome.status, 130) << outcome.text();
  EXPECT_THAT(outcome.err, HasSubstr("The same command goes on from here."));
}

}  // namespace
}  // namespace banyan::bench

#endif
