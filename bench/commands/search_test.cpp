// Where `banyan search` starts (a record, a board or moves), and what ends it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bench/notation/search_text.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/files.hpp"
#include "core/base/stat.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

Arguments of_record(const std::string& game, const std::string& file) {
  return {"search", "--game", game, "--engine", "random", "--iterations", "1", "--sgf", file};
}

TEST(SearchCommand, TakesSizeAndKomiOfARecordUnlessTheyAreGiven) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "x.sgf").string();
  write_file_whole(file, "(;FF[4]GM[1]SZ[9]KM[5.5];B[ee])");
  EXPECT_EQ(run_json(of_record("go", file))["game"], "go:size=9,komi=5.5");
  EXPECT_EQ(run_json(of_record("go:size=9", file))["game"], "go:size=9,komi=5.5");
  const Outcome other = run_banyan(of_record("go:komi=7.5", file));
  EXPECT_EQ(other.status, 2) << other.text();
  EXPECT_THAT(other.err, HasSubstr("its komi is 5.5, not 7.5.\n"));
  EXPECT_THAT(run_banyan(of_record("go:size=19", file)).err,
              HasSubstr("its board is of size 9, not 19.\n"));
}

TEST(SearchCommand, GoesOnAfterTwoPassesOfARecordIfMovesFollow) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "x.sgf").string();
  write_file_whole(file, "(;GM[1]SZ[5];B[cc];W[];B[])");
  Arguments command = of_record("go", file);
  EXPECT_THAT(run_banyan(command).err,
              HasSubstr("--sgf leads to a finished game: there is nothing to search."));
  command.insert(command.end(), {"--moves", "a1"});
  EXPECT_THAT(run_banyan(command).out, HasSubstr("X to move\n"));
}

TEST(SearchCommand, StartsFromABoard) {
  const Arguments command{
      "search",
      "--game",
      "othello",
      "--engine",
      "solver",
      "--board",
      "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18"};
  EXPECT_EQ(run_json(command)["best_move"], "g8");
  Arguments both = command;
  both.insert(both.end(), {"--sgf", "x.sgf"});
  EXPECT_THAT(run_banyan(both).err,
              HasSubstr("--sgf and --board name two positions: give one of them."));
}

TEST(SearchCommand, HasThePriorsOfMovesWhereThePolicyHasSome) {
  const auto children = [](const std::string& engine) {
    return run_json({"search", "--game", "connect_four", "--engine", engine, "--iterations", "500",
                     "--json"})["root"]["children"];
  };
  // A network's priors, by every way to search, are those of one evaluation of the root.
  const Json one = children("batched:eval=net,batch=1");
  ASSERT_EQ(one.size(), 7U);
  double sum = 0;
  for (const Json& child : one) sum += child["prior"].get<double>();
  EXPECT_NEAR(sum, 1, 1e-5);
  for (const char* engine : {"seq:eval=net", "tree:threads=2,eval=net", "root:threads=2,eval=net",
                             "batched:eval=net,batch=8,threads=2"}) {
    for (const Json& child : children(engine)) {
      const auto same = std::find_if(one.begin(), one.end(), [&](const Json& other) {
        return other["move"] == child["move"];
      });
      EXPECT_EQ(child["prior"], (*same)["prior"]) << engine;
    }
  }
  for (const char* engine : {"seq", "seq:rave=100", "tree:threads=2", "seq:select=tuned"}) {
    for (const Json& child : children(engine)) EXPECT_FALSE(child.contains("prior")) << engine;
  }
}

TEST(SearchCommand, HasTheLowerBoundOfMovesByWhichFinalLcbChooses) {
  for (const char* seed : {"1", "2", "3"}) {
    const Json found = run_json({"search", "--game", "connect_four", "--engine", "seq:final=lcb",
                                 "--iterations", "200", "--seed", seed});
    const Json* best = nullptr;
    for (const Json& child : found["root"]["children"]) {
      EXPECT_LT(child["lcb"], child["value"]);
      if (best == nullptr || child["lcb"] > (*best)["lcb"]) best = &child;
    }
    EXPECT_EQ(found["best_move"], (*best)["move"]);
  }
  // Returns have no bounds that it could be of.
  const Json sailing =
      run_json({"search", "--game", "sailing:size=5", "--engine", "seq", "--iterations", "200"});
  EXPECT_TRUE(sailing["root"]["children"][0]["lcb"].is_null());
}

TEST(SearchCommand, SaysWhatItExpectsAfterEachMove) {
  // O has to stop a3; after another move X plays there and wins.
  const Json found = run_json({"search", "--game", "tic_tac_toe", "--engine", "seq", "--moves",
                               "a1 b2 a2", "--iterations", "20000", "--json"});
  for (const Json& child : found["root"]["children"]) {
    ASSERT_GE(child["line"].size(), 2U) << child.dump();
    EXPECT_EQ(child["line"][0], child["move"]);
    if (child["move"] != "a3") EXPECT_EQ(child["line"][1], "a3");
  }
  EXPECT_EQ(found["root"]["children"][0]["line"], found["principal_variation"]);
}

TEST(SearchCommand, StartsFromAnOthelloBoardInAnyNotation) {
  const auto search = [](const std::string& board) {
    return run_json({"search", "--game", "othello", "--engine", "seq", "--iterations", "100",
                     "--board", board, "--json"})["root"];
  };
  const Json found = search("---------------------------OX------XXX-------------------------- O");
  EXPECT_EQ(search("[8 -------- -------- -------- ---O*--- ---***-- -------- -------- -------- O]"),
            found);
  EXPECT_EQ(search("...........................WB......BBB.......................... W"), found);
}

TEST(SearchJson, SaysHowOftenStatisticsWereHalved) {
  const GameChoice game = parse_game("connect_four");
  for (const char* spec :
       {"seq", "seq:batch=64", "seq:solver=on", "root:threads=2", "tree:threads=2",
        "tree:threads=2,lock=packed", "tree:threads=2,lock=global"}) {
    EngineSettings engine = parse_engine(spec);
    const auto searched = [&](std::uint64_t most) {
      engine.search.most_visits = most;
      return search_json(*game.start, game.start->make_engine(engine)->search(
                                          *game.start, {.iterations = 40'000}, {}, {}));
    };
    const Json found = searched(4096);
    EXPECT_GE(found["counters"].value("halvings", 0), 2) << spec;
    EXPECT_LT(found["root"]["visits"], found["playouts"]) << spec;
    EXPECT_FALSE(searched(kHalvedVisits)["counters"].contains("halvings")) << spec;
  }
}

/// The iterations of a search of seq within these limits.
std::uint64_t iterations_within(Arguments limits) {
  Arguments command{"search", "--game", "connect_four", "--engine", "seq"};
  command.insert(command.end(), limits.begin(), limits.end());
  return run_json(command)["iterations"];
}

TEST(SearchCommand, EndsAtTheFirstOfSeveralLimits) {
  EXPECT_EQ(iterations_within({"--iterations", "20", "--time", "1000h"}), 20U);
  EXPECT_EQ(iterations_within({"--iterations", "20", "--playouts", "10"}), 10U);
  EXPECT_LT(iterations_within({"--iterations", "1073741823", "--time", "1ms"}), 1073741823U);
}

}  // namespace
}  // namespace banyan::bench
