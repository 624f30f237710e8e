#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "bench/program_test.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/usual_engine.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

TEST(UsualEngine, ProvesResultsButWhereThatWasNotShownToGain) {
  EXPECT_EQ(usual_engine(parse_game("tic_tac_toe")), "tree:threads=2,solver=on");
  EXPECT_EQ(usual_engine(parse_game("ultimate_tic_tac_toe")), "tree:threads=2,solver=on");
  EXPECT_EQ(usual_engine(parse_game("rolit")), "tree:threads=2,solver=on");
  EXPECT_EQ(usual_engine(parse_game("hex:size=5")), "tree:threads=2");
  EXPECT_EQ(usual_engine(parse_game("othello")), "tree:threads=2");
  EXPECT_EQ(usual_engine(parse_game("2048")), "tree:threads=2");
}

TEST(UsualEngine, PlaysEveryGameInWhichNothingIsHidden) {
  for (const GameInfo& info : games()) {
    if (info.family == GameFamily::kHidden) continue;
    const GameChoice game = parse_game(info.info.name);
    EXPECT_NO_THROW(game.start->make_engine(parse_engine(usual_engine(game)))) << game.spec;
  }
}

TEST(UsualEngine, IsToldByTheHelpOfThoseWhoTakeIt) {
  for (const char* command : {"play", "gtp"}) {
    EXPECT_THAT(run_banyan({command, "--help"}).out, HasSubstr("solver=on"));
  }
}

}  // namespace
}  // namespace banyan::bench
