// Tests of study.hpp: grids can be run, and files can describe studies.
#include "bench/experiments/study.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/program_test.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

TEST(Studies, HaveDistinctNames) {
  std::set<std::string> names;
  for (const Study& study : studies()) EXPECT_TRUE(names.insert(study.name).second);
  EXPECT_EQ(names, (std::set<std::string>{"executors", "exploration", "locks", "phase_diagram",
                                          "playout_cost", "puct_losses", "scaling_limits",
                                          "scaling_losses", "tree_size", "virtual_loss",
                                          "virtual_loss_lengths"}));
}

TEST(Studies, OfAnotherNameAreRefusedWithTheNamesThereAre) {
  EXPECT_EQ(find_study("locks").name, "locks");
  try {
    find_study("lock");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("locks"), std::string::npos) << error.what();
  }
}

TEST(Studies, HaveEnginesThatCanPlayTheirGames) {
  for (const Study& study : studies()) {
    SCOPED_TRACE(study.name);
    const std::vector<EngineSettings> engines = parse_engines(study_engines(study, 3));
    const std::vector<GameChoice> games = parse_games(study.games);
    for (const EngineSettings& engine : engines) {
      const auto made = games.front().start->make_engine(engine);
      const SearchResult found = made->search(*games.front().start, {100, 0, {}}, {1, 0, 0, 0}, {});
      EXPECT_EQ(found.iterations, 100U) << engine.spec;
    }
  }
}

TEST(Studies, MeasureEachEngineOnceWithABaseline) {
  for (const Study& study : studies()) {
    SCOPED_TRACE(study.name);
    std::set<std::string> seen;
    bool sequential = false;
    for (const EngineSettings& engine : parse_engines(study_engines(study, 8))) {
      EXPECT_TRUE(seen.insert(engine.canonical).second) << engine.spec;
      sequential = sequential || engine.kind == EngineKind::kSeq;
    }
    EXPECT_TRUE(sequential);
  }
}

TEST(Studies, DoubleTheirThreadsAndUseEveryCore) {
  const Study& locks = find_study("locks");
  const auto threads = [&](int cores) {
    std::set<int> found;
    for (const EngineSettings& engine : parse_engines(study_engines(locks, cores))) {
      found.insert(engine.threads);
    }
    return found;
  };
  EXPECT_EQ(threads(1), (std::set<int>{1}));
  EXPECT_EQ(threads(2), (std::set<int>{1, 2}));
  EXPECT_EQ(threads(12), (std::set<int>{1, 2, 4, 8, 12}));
}

TEST(Studies, OfLocksAndVirtualLossesVaryThemInTreesOfOneNodeLayout) {
  for (const char* name : {"locks", "virtual_loss"}) {
    std::map<double, std::set<std::size_t>> bytes;  // of one thread's trees, by exploration
    for (const EngineSettings& engine : parse_engines(study_engines(find_study(name), 1))) {
      if (engine.kind == EngineKind::kSeq) continue;
      const GameChoice game = parse_game("connect_four");
      const SearchResult found =
          game.start->make_engine(engine)->search(*game.start, {2000, 0, {}}, {1, 0, 0, 0}, {});
      bytes[engine.search.exploration].insert(found.tree.bytes);
    }
    for (const auto& [exploration, sizes] : bytes) {
      EXPECT_EQ(sizes.size(), 1U) << name << ' ' << exploration;
    }
  }
}

/// The example in this directory's README.md, on a game that takes no time.
Json constants(const char* measure) {
  return {{"name", "constants"},
          {"help", "what the exploration constant changes"},
          {"measure", measure},
          {"games", "tic_tac_toe"},
          {"engines", {"seq", "seq:c={0.5|2}"}},
          {"column", "c"}};
}

TEST(Studies, StandForEachOfTheirChoicesTheLastOneVaryingFastest) {
  const Study study =
      read_study(Field::of_json({{"name", "x"},
                                 {"help", "y"},
                                 {"measure", "speed"},
                                 {"games", "hex"},
                                 {"engines", {"seq", "tree:threads=*,vl={0|1},c={1|2}"}},
                                 {"column", "c"}},
                                "x.json"));
  EXPECT_EQ(study_engines(study, 1),
            "seq;tree:threads=1,vl=0,c=1;tree:threads=1,vl=0,c=2;tree:threads=1,vl=1,c=1;"
            "tree:threads=1,vl=1,c=2");
}

TEST(Studies, AreTheSameByTheirDescriptions) {
  for (const Study& study : studies()) {
    const Json description = study_json(study);
    EXPECT_EQ(study_json(read_study(Field::of_json(description, "x.json"))), description);
  }
}

TEST(Studies, OfAFileNameTheFieldThatIsWrong) {
  const TemporaryFolder directory;
  const std::string file = directory.path() / "mine.json";
  for (const auto& [field, value, words] :
       {std::tuple{"measure", Json("pace"), "field measure is not speed, solved or matches"},
        {"engines", Json::array(), "field engines is empty"},
        {"help", Json(3), "field help is 3"}}) {
    Json wrong = constants("speed");
    wrong[field] = value;
    write_file_whole(file, wrong.dump());
    const Outcome outcome = run_banyan({"bench", "--study", file});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr(file + ": " + words));
  }
}

TEST(Studies, OnSolvedPositionsNeedBudgets) {
  const TemporaryFolder directory;
  const std::string file = directory.path() / "mine.json";
  write_file_whole(file, constants("solved").dump());
  const Outcome outcome = run_banyan({"bench", "--study", file, "--profile", "smoke"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "banyan: study constants has no playouts: give them, or seq a budget of its own, such "
            "as iterations=10k.\n");
}

/// Runs a study of a file; returns its run.json and its rows.
std::pair<Json, std::string> run_study(const Json& description) {
  const TemporaryFolder directory;
  const std::string file = directory.path() / "mine.json";
  const std::string out = directory.path() / "run";
  write_file_whole(file, description.dump());
  const Outcome outcome =
      run_banyan({"bench", "--study", file, "--profile", "smoke", "--out", out});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  return {Json::parse(read_file(out + "/run.json")), read_file(out + "/rows.jsonl")};
}

TEST(Studies, OfAFileAreMeasuredAndDescribedInTheirRun) {
  Json solved = constants("solved");
  solved["playouts"] = {100};
  for (const auto& [description, metric] : {std::pair{constants("speed"), "iterations_per_second"},
                                            {solved, "regret"},
                                            {constants("matches"), "elo"}}) {
    const auto [run, rows] = run_study(description);
    EXPECT_EQ(run["settings"]["experiment"]["column"], "c");
    EXPECT_EQ(run["settings"]["experiment"]["help"], description["help"]);
    EXPECT_THAT(rows, HasSubstr("\"engine\":\"seq"));
    EXPECT_THAT(rows, HasSubstr(metric));
  }
}

TEST(Studies, OfMatchesHaveControlsBudgetsAndPairsOfTheirOwn) {
  Json matches = constants("matches");
  matches.update({{"controls", {"random", "seq:c={3|4}"}}, {"iterations", 20}, {"pairs", 300}});
  const auto [run, rows] = run_study(matches);
  EXPECT_EQ(run["settings"]["experiment"]["iterations"], 20);
  const Json& plan = run["plan"]["gains"];
  EXPECT_EQ(plan.size(), 3U * 3U);  // each engine against each control, at equal iterations alone
  std::set<std::string> opponents;
  for (const Json& match : plan) {
    opponents.insert(match["b"]);
    EXPECT_EQ(match["kind"], "iterations");
    EXPECT_EQ(match["budget"], "20 iterations");
  }
  EXPECT_EQ(opponents, (std::set<std::string>{"random", "seq:c=3", "seq:c=4"}));
  EXPECT_THAT(rows, HasSubstr("\"n\":6,"));  // games of 3 pairs, a hundredth
}

TEST(Studies, OfMatchesRefuseWhatAMatchCannotHaveAndOthersRefuseTheirFields) {
  const auto refused = [](const char* measure, const char* field, const Json& value) {
    Json wrong = constants(measure);
    wrong[field] = value;
    try {
      read_study(Field::of_json(wrong, "x.json"));
      return std::string("nothing");
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refused("matches", "pairs", 0), "x.json: field pairs is 0: give 1 or more.");
  EXPECT_EQ(refused("matches", "iterations", 0), "x.json: field iterations is 0: give 1 or more.");
  EXPECT_EQ(refused("matches", "time", "soon"),
            "x.json: field time is no time of a move, such as \"10ms\".");
  EXPECT_EQ(refused("matches", "controls", Json::array()), "x.json: field controls is empty.");
  for (const char* field : {"controls", "pairs", "iterations", "time"}) {
    EXPECT_EQ(refused("speed", field, 1),
              fmt::format("x.json: field {} needs the measure matches.", field));
  }
}

}  // namespace
}  // namespace banyan::bench
