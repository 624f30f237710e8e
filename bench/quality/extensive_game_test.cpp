// Tests of equilibria and best responses, by known facts about Kuhn and Leduc.
#include "bench/quality/extensive_game.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "bench/quality/cfr.hpp"
#include "bench/quality/exploitability.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {
namespace {

ExtensiveGame written_out(const std::string& spec) {
  return ExtensiveGame(*parse_game(spec).start);
}

TEST(ExtensiveGame, CountsPositionsAndInformationSetsAsPublished) {
  EXPECT_EQ(written_out("kuhn").nodes().size(), 58U);
  EXPECT_EQ(written_out("kuhn").sets().size(), 12U);
  EXPECT_EQ(written_out("leduc").nodes().size(), 9457U);  // OpenSpiel's counts
  EXPECT_EQ(written_out("leduc").sets().size(), 936U);
}

TEST(ExtensiveGame, RefusesWhatItCannotWriteOut) {
  EXPECT_THROW(written_out("knockout_whist:players=3"), UsageError);
  EXPECT_THROW(written_out("tic_tac_toe"), UsageError);
}

/// Kuhn's equilibria (Kuhn 1950), one per alpha in [0, 1/3], the probability that player 0 bets
/// with J. They bet with K three times as often, and call with Q with probability alpha + 1/3.
Strategy kuhns(const ExtensiveGame& game, double alpha) {
  Strategy strategy;
  for (const auto& set : game.sets()) {
    const std::string board = set.position->view(set.player);
    const char card =
        board[board.find(set.player == 0 ? "first " : "second ") + (set.player == 0 ? 6 : 7)];
    const std::string history = board.substr(board.find(';'));
    double in = 0;  // bet or call
    if (set.player == 0) {
      const bool opens = history == ";\n";
      if (card == 'J') in = opens ? alpha : 0;
      if (card == 'Q') in = opens ? 0 : alpha + 1.0 / 3;
      if (card == 'K') in = opens ? 3 * alpha : 1;
    } else {
      const bool facing_bet = history == "; in\n";
      if (card == 'J') in = facing_bet ? 0 : 1.0 / 3;
      if (card == 'Q') in = facing_bet ? 1.0 / 3 : 0;
      if (card == 'K') in = 1;
    }
    strategy.push_back({1 - in, in});
  }
  return strategy;
}

TEST(BestResponse, WinsNothingFromKuhnsEquilibria) {
  const ExtensiveGame kuhn = written_out("kuhn");
  for (const double alpha : {0.0, 0.2, 1.0 / 3}) {
    const Strategy strategy = kuhns(kuhn, alpha);
    EXPECT_NEAR(kuhn.value(strategy), -1.0 / 18, 1e-12);
    EXPECT_NEAR(kuhn.best_response(strategy, 0), -1.0 / 18, 1e-12);
    EXPECT_NEAR(kuhn.best_response(strategy, 1), 1.0 / 18, 1e-12);
    EXPECT_NEAR(kuhn.exploitability(strategy), 0, 1e-12);
  }
  EXPECT_GT(kuhn.exploitability(kuhns(kuhn, 0.5)), 0.01);
}

TEST(BestResponse, WinsWhatIsPublishedFromUniformPlay) {
  // OpenSpiel's NashConv of the uniform strategy: 11/12 in Kuhn, 4.7472 in Leduc.
  const ExtensiveGame kuhn = written_out("kuhn");
  EXPECT_NEAR(2 * kuhn.exploitability(kuhn.uniform()), 11.0 / 12, 1e-12);
  const ExtensiveGame leduc = written_out("leduc");
  EXPECT_NEAR(2 * leduc.exploitability(leduc.uniform()), 4.7472, 1e-4);
}

TEST(Cfr, FindsKuhnsValue) {
  const ExtensiveGame kuhn = written_out("kuhn");
  const Strategy found = near_equilibrium(kuhn, 2000);
  EXPECT_LT(kuhn.exploitability(found), 1e-3);
  EXPECT_NEAR(kuhn.value(found), -1.0 / 18, 1e-3);
}

TEST(Cfr, FindsLeducsValue) {
  const ExtensiveGame leduc = written_out("leduc");
  const Strategy found = near_equilibrium(leduc, 300);
  EXPECT_LT(leduc.exploitability(found), 0.005);
  // The value of the game lies between the values that each side can be held to.
  EXPECT_LE(-leduc.best_response(found, 1), -0.0856 + 1e-4);
  EXPECT_GE(leduc.best_response(found, 0), -0.0856 - 1e-4);
}

TEST(EngineStrategy, IsAShareForEachMoveOfEachInformationSet) {
  const auto start = parse_game("kuhn").start;
  const ExtensiveGame kuhn(*start);
  const auto strategy = [&](const char* engine) {
    return strategy_of(kuhn, *start, parse_engine(engine), {500, 0, {}}, 2, 1, {});
  };
  const Strategy searched = strategy("mo_ismcts");
  ASSERT_EQ(searched.size(), kuhn.sets().size());
  for (const auto& moves : searched) {
    EXPECT_NEAR(moves[0] + moves[1], 1, 1e-12);
    EXPECT_GE(moves[0], 0);
  }
  EXPECT_LT(kuhn.exploitability(searched), kuhn.exploitability(kuhn.uniform()));
  const Strategy random = strategy("random");  // counts no visits: its moves count
  for (const auto& moves : random) EXPECT_EQ(std::fmod(2 * moves[0], 1.0), 0);
}

}  // namespace
}  // namespace banyan::bench
