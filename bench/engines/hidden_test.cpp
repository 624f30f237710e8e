// Tests of hidden.hpp: the games of hidden information in the program.
#include "bench/engines/hidden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/program_test.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

class EveryHiddenGame : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Registry, EveryHiddenGame,
                         testing::Values("kuhn", "leduc", "phantom", "goofspiel:cards=4",
                                         "knockout_whist:players=3,hands=2"),
                         [](const auto& each) {
                           const std::string spec = each.param;
                           return spec.substr(0, spec.find(':'));
                         });

TEST_P(EveryHiddenGame, IsPlayedByEveryEngineForItFromStartToEnd) {
  const GameChoice game = parse_game(GetParam());
  EXPECT_TRUE(game.family == GameFamily::kHidden && game.start->hidden());
  for (const char* spec : {"random", "pimc:worlds=3", "so_ismcts", "mo_ismcts", "cheat"}) {
    const auto engine = game.start->make_engine(parse_engine(spec));
    const auto position = game.start->clone();
    Random random({1, 2, 3, 4});
    for (std::uint64_t ply = 0; !position->over(); ++ply) {
      if (position->to_move() == kChance) {
        position->play(position->draw(random));
        continue;
      }
      const SearchResult found = engine->search(*position, {20, 0, {}}, {1, 0, ply, 0}, {});
      const auto legal = position->legal_moves();
      ASSERT_NE(std::find(legal.begin(), legal.end(), found.best_move), legal.end()) << spec;
      position->play(found.best_move);
    }
  }
}

/// Visits of the root's children after 500 iterations.
std::vector<std::uint64_t> visits(const char* game, const char* moves, const char* engine) {
  std::vector<std::uint64_t> all;
  for (const auto& child : searched(game, engine, 500, moves).children) all.push_back(child.visits);
  return all;
}

// A tree for each player differs from one of all only by what a player does not see of the others'
// moves (Cowling, Powley and Whitehouse 2012, section IV).
TEST(OneTreeOrOneForEach, AreOneAlgorithmWhereAllMovesAreSeenAndTwoWhereTheyAreNot) {
  EXPECT_EQ(visits("knockout_whist", "", "so_ismcts"), visits("knockout_whist", "", "mo_ismcts"));
  EXPECT_NE(visits("phantom", "b2", "so_ismcts"), visits("phantom", "b2", "mo_ismcts"));
}

TEST_P(EveryHiddenGame, ShowsEachPlayerAViewOfHisOwn) {
  const auto position = parse_game(GetParam()).start->clone();
  Random random({2, 2, 3, 4});
  bool hides = false;
  while (!position->over()) {
    for (Player player = 0; player < position->players(); ++player) {
      hides = hides || position->view(player) != position->board();
    }
    const auto legal = position->legal_moves();
    position->play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
  }
  EXPECT_TRUE(hides);
}

TEST_P(EveryHiddenGame, RefusesEnginesThatSeeEverything) {
  for (const char* spec :
       {"seq", "naive", "plain", "root", "tree", "leaf", "hybrid", "ladder", "solver"}) {
    const std::string why = engine_refusal(spec, GetParam());
    EXPECT_NE(why.find(std::string("engine ") + spec), std::string::npos) << why;
    EXPECT_NE(why.find("so_ismcts, mo_ismcts"), std::string::npos) << why;
  }
}

TEST(HiddenEngines, AreRefusedByGamesThatEverybodySeesAllOf) {
  for (const char* spec : {"pimc", "so_ismcts", "mo_ismcts", "cheat"}) {
    const std::string why = engine_refusal(spec, "tic_tac_toe");
    EXPECT_NE(why.find(std::string("engine ") + spec), std::string::npos) << why;
    EXPECT_NE(why.find("knockout_whist"), std::string::npos) << why;
  }
}

TEST(HiddenEngines, TakeTheirOptionsFromTheirKeys) {
  const HiddenOptions mo =
      hidden_options(parse_engine("mo_ismcts:threads=2,trees=3,playouts=4,vl=5,c=0.5,apart=on"));
  EXPECT_EQ(mo.engine, HiddenEngine::kMoIsmcts);
  EXPECT_EQ(mo.threads, 2);
  EXPECT_EQ(mo.trees, 3);
  EXPECT_EQ(mo.playouts, 4);
  EXPECT_EQ(mo.loss, 5U);
  EXPECT_EQ(mo.exploration, 0.5);
  EXPECT_TRUE(mo.apart);
  const HiddenOptions pimc = hidden_options(parse_engine("pimc:worlds=7,threads=3"));
  EXPECT_EQ(pimc.worlds, 7);
  EXPECT_EQ(pimc.threads, 3);
  EXPECT_EQ(pimc.merge, Merge::kAverage);
  EXPECT_EQ(pimc.loss, 0U);
  EXPECT_EQ(hidden_options(parse_engine("cheat")).engine, HiddenEngine::kCheat);
  EXPECT_EQ(hidden_options(parse_engine("so_ismcts")).engine, HiddenEngine::kSoIsmcts);
}

TEST(HiddenEngines, ShareTheirTreesOrThePlayoutsOfALeaf) {
  EXPECT_FALSE(hidden_options(parse_engine("mo_ismcts:threads=2,playouts=8")).together);
  const HiddenOptions leaf =
      hidden_options(parse_engine("mo_ismcts:threads=2,playouts=8,share=leaf"));
  EXPECT_TRUE(leaf.together);
  EXPECT_EQ(leaf.threads, 2);
  EXPECT_EQ(leaf.playouts, 8);
}

TEST(HiddenEngines, RefuseWhatLeafParallelismHasNoUseFor) {
  EXPECT_NE(engine_refusal("so_ismcts:trees=2,share=leaf").find("trees=2"), std::string::npos);
  EXPECT_NE(engine_refusal("so_ismcts:vl=3,share=leaf").find("give vl=0"), std::string::npos);
  EXPECT_NE(engine_refusal("so_ismcts:threads=4,playouts=3,share=leaf").find("playouts=4 or more"),
            std::string::npos);
  EXPECT_NE(engine_refusal("pimc:threads=2,playouts=2,share=leaf").find("unknown key 'share'"),
            std::string::npos);
}

TEST(PhantomSpec, RefusesRowsThatDoNotFit) {
  EXPECT_NE(refusal([] { parse_game("phantom:row=4"); }).find("row=4 does not fit on 3 x 3"),
            std::string::npos);
}

/// Chips that the first engine wins from the second per game, each deal played in both seats.
double chips_won(const std::string& a, const std::string& b, int deals) {
  const GameChoice game = parse_game("leduc");
  const auto first = game.start->make_engine(parse_engine(a));
  const auto second = game.start->make_engine(parse_engine(b));
  double chips = 0;
  for (std::uint64_t i = 0; i < 2 * static_cast<std::uint64_t>(deals); ++i) {
    const auto seat = static_cast<Player>(i % 2);
    const auto position = game.start->clone();
    Random deal({1, i / 2, 0, 0});
    for (std::uint64_t ply = 0; !position->over(); ++ply) {
      const Player player = position->to_move();
      const auto& engine = player == seat ? first : second;
      position->play(player == kChance
                         ? position->draw(deal)
                         : engine->search(*position, {100, 0, {}}, {2, i, ply, 0}, {}).best_move);
    }
    chips += position->score(seat);
  }
  return chips / (2 * deals);
}

TEST(HiddenEngines, WinFromRandomPlayAndLoseToOnesThatCheat) {
  for (const char* spec : {"pimc:worlds=10", "so_ismcts", "mo_ismcts:apart=on"}) {
    EXPECT_GT(chips_won(spec, "random", 500), 0.8) << spec;
    EXPECT_LT(chips_won(spec, "cheat", 500), 0) << spec;
  }
}

// ---- commands ----------------------------------------------------------------------------------

TEST(SearchCommand, DealsWhatTheMovesLeaveUndealt) {
  const Arguments arguments{"search",    "--game",       "leduc", "--engine",
                            "so_ismcts", "--iterations", "100"};
  const Outcome outcome = run_banyan(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_NE(outcome.out.find("second ?"), std::string::npos) << outcome.out;
}

TEST(ExploitabilityCommand, FallsBelowThatOfUniformPlay) {
  const Json found = run_json({"exploitability", "--game", "kuhn", "--engine", "so_ismcts",
                               "--iterations", "10,1k", "--equilibrium", "200"});
  EXPECT_EQ(found["sets"], 12);
  ASSERT_EQ(found["rows"].size(), 4U);
  EXPECT_LT(found["rows"][0]["exploitability"], 0.01);
  EXPECT_LT(found["rows"][3]["exploitability"], found["rows"][1]["exploitability"]);
}

TEST(ExploitabilityCommand, RefusesOtherGamesAndEngines) {
  const auto refused = [](const char* game, const char* engine) {
    const Outcome outcome = run_banyan({"exploitability", "--game", game, "--engine", engine});
    EXPECT_EQ(outcome.status, 2) << outcome.text();
    return outcome.err;
  };
  EXPECT_NE(refused("hex", "seq").find("give kuhn, leduc"), std::string::npos);
  EXPECT_NE(refused("kuhn", "seq").find("so_ismcts"), std::string::npos);
  EXPECT_NE(refused("phantom", "so_ismcts").find("3,000,000"), std::string::npos);
}

}  // namespace
}  // namespace banyan::bench
