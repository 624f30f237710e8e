#include "bench/registry/matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "bench/program_test.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

/// A game and the name that the table gives it.
const std::map<std::string, std::string> kNames{
    {"tic_tac_toe", "tic_tac_toe"},
    {"ultimate_tic_tac_toe", "ultimate_tic_tac_toe"},
    {"connect_four", "connect_four"},
    {"othello", "othello"},
    {"breakthrough:size=8", "breakthrough"},
    {"hex:size=11", "hex up to 11x11"},
    {"hex:size=3x12", "hex above 11x11"},
    {"gomoku:size=15,line=5", "gomoku up to 15x15"},
    {"gomoku:size=16,line=5", "gomoku above 15x15"},
    {"gomoku:size=15,line=5,swap2=on", "gomoku with swap2"},
    {"go:size=9,komi=7.5", "go up to 9x9"},
    {"go:size=10,komi=7.5", "go above 9x9"},
    {"dots_and_boxes:width=3,height=3", "dots_and_boxes"},
    {"p_game:branching=16,depth=20,seed=1,cost=0", "p_game up to branching=16"},
    {"p_game:branching=17,depth=20,seed=1,cost=0", "p_game above branching=16"}};

const std::map<Studied, std::string> kSpecs{{kNaive, "naive"},
                                            {kLadder, "ladder:step=arena"},
                                            {kPipeline, "pipeline"},
                                            {kRootShare, "root:share=1k"},
                                            {kVirtualWorkers, "virtual:workers=4"},
                                            {kCluster, "cluster:ranks=2"},
                                            {kAhead, "seq:ahead=on"}};

/// What games are searched by through their tables if no engine is compiled for them.
const std::vector<std::string> kPolicySpecs{"seq:solver=on", "tree:solver=on", "seq:select=puct",
                                            "batched:batch=4", "virtual:select=puct"};

unsigned engines_of(const std::string& name) {
  for (const StudiedGame& game : kStudiedGames) {
    if (game.name == name) return game.engines;
  }
  ADD_FAILURE() << name;
  return 0;
}

TEST(Matrix, IsWhatIsCompiled) {
  EXPECT_EQ(kNames.size(), std::size(kStudiedGames));
  for (const auto& [spec, name] : kNames) {
    const GameChoice game = parse_game(spec);
    EXPECT_EQ(game.start->studied_engines(), engines_of(name)) << spec;
    for (const auto& [engine, kind, engine_name] : kStudiedEngines) {
      const std::string& engine_spec = kSpecs.at(engine);
      SCOPED_TRACE(spec + " " + engine_spec);
      const EngineSettings settings = parse_engine(engine_spec);
      EXPECT_EQ(studied(settings), static_cast<unsigned>(engine));
      if (((engines_of(name) | kByTable) & engine) != 0) {
        const auto made = game.start->make_engine(settings);
        const SearchResult found = made->search(*game.start, {.iterations = 5}, {1}, {});
        EXPECT_EQ(found.iterations, 5U);
        // A tree that cannot draw ahead would ignore the key.
        EXPECT_EQ(found.counters.contains("playouts_ahead"), engine == kAhead);
      } else {
        const std::string why = engine_refusal(engine_spec, spec);
        EXPECT_THAT(why, testing::EndsWith(", not for " + game.canonical + "."));
        EXPECT_THAT(why, testing::StartsWith("engine " + engine_spec + ": " +
                                             std::string(engine_name) + " is built for "));
      }
    }
  }
}

TEST(Matrix, HasEveryGameOfTwoPlayersWhoSeeEverything) {
  std::set<std::string> names;
  for (const auto& [spec, name] : kNames) names.insert(name.substr(0, name.find(' ')));
  for (const GameInfo& game : games()) {
    EXPECT_EQ(names.contains(game.info.name), game.family == GameFamily::kClassic)
        << game.info.name;
  }
}

TEST(Matrix, LeavesEveryEngineToTheGamesThatPeopleUseMost) {
  for (const char* game : {"tic_tac_toe", "ultimate_tic_tac_toe", "connect_four", "othello",
                           "breakthrough", "hex", "gomoku", "go"}) {
    EXPECT_EQ(parse_game(game).start->studied_engines() & kCompared, kCompared) << game;
  }
}

TEST(Matrix, LeavesEveryGameTheEnginesThatPeopleUseMost) {
  for (const auto& [spec, name] : kNames) {
    const GameChoice game = parse_game(spec);
    for (const char* engine :
         {"random", "plain", "seq", "seq:batch=64", "leaf", "root", "tree", "tree:lock=packed",
          "hybrid", "batched", "seq:solver=on", "tree:solver=on", "seq:select=puct"}) {
      EXPECT_NE(game.start->make_engine(parse_engine(engine)), nullptr) << spec << ' ' << engine;
    }
  }
}

TEST(Matrix, SearchesEveryGameByEveryEngineThroughItsTable) {
  for (const auto& [spec, name] : kNames) {
    const GameChoice game = parse_game(spec);
    for (const std::string& engine : kPolicySpecs) {
      SCOPED_TRACE(spec + " " + engine);
      const auto made = game.start->make_engine(parse_engine(engine));
      const SearchResult found = made->search(*game.start, {.iterations = 5}, {1}, {});
      EXPECT_EQ(found.iterations, 5U);
      EXPECT_TRUE(is_legal(*game.start, found.best_move));
    }
  }
}

TEST(Matrix, RefusesInOneSentenceThatNamesTheGames) {
  const Outcome outcome =
      run_banyan({"search", "--game", "go:size=19", "--engine", "naive", "--iterations", "10"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "banyan: engine naive: naive is built for tic_tac_toe, ultimate_tic_tac_toe, "
            "connect_four, othello, breakthrough, hex up to 11x11, gomoku up to 15x15, go up to "
            "9x9, dots_and_boxes and p_game up to branching=16, not for go:size=19,komi=7.5.\n");
}

TEST(Matrix, IsListedWithItsEnginesAndGames) {
  EXPECT_THAT(run_banyan({"list", "cluster"}).out,
              HasSubstr("\nIt searches games by their tables.\n"));
  EXPECT_THAT(run_banyan({"list", "root"}).out,
              HasSubstr("\nWith share= it is compiled for tic_tac"));
  EXPECT_THAT(run_banyan({"list", "tree"}).out, testing::Not(HasSubstr("built for")));
  EXPECT_THAT(run_banyan({"list", "dots_and_boxes"}).out, HasSubstr("\nNot built: ladder.\n"));
  EXPECT_THAT(run_banyan({"list", "othello"}).out, testing::Not(HasSubstr("built")));
}

TEST(Matrix, LeavesTheAblationToGamesWithAllItsSteps) {
  const Outcome outcome =
      run_banyan({"bench", "--profile", "smoke", "--games", "hex:size=12", "--suites", "ablation"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("it needs a game with all its steps"));
}

}  // namespace
}  // namespace banyan::bench
