// Tests of games of chance and of many players in the program: keys, seat matches, what is refused.
#include "bench/match/seats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "bench/engines/general_keys.hpp"
#include "bench/program_test.hpp"

namespace banyan::bench {
namespace {

const std::vector<std::string> kGeneralGames{
    "rolit:size=4",  "rolit:size=5,players=4", "nim", "nim:heaps=2-3,players=3",
    "pig:target=10", "sailing:size=3",         "2048"};

MatchOptions match_of(const std::string& game, const std::string& a, const std::string& b,
                      std::uint64_t deals) {
  MatchOptions options;
  options.game = parse_game(game);
  options.a = parse_engine(a);
  options.b = parse_engine(b);
  options.pairs = deals;
  return options;
}

SeatResult play(const MatchOptions& options) {
  return play_seats(options, [](const SeatResult&) {}, {});
}

std::string refusal(const std::string& game, const std::string& engine) {
  try {
    static_cast<void>(parse_game(game).start->make_engine(parse_engine(engine)));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing thrown";
}

TEST(SeatOrders, GiveEitherEngineEverySeatEquallyOften) {
  EXPECT_EQ(seat_orders(1), (std::vector<unsigned>{1, 0}));
  EXPECT_EQ(seat_orders(2), (std::vector<unsigned>{1, 2}));
  for (int players = 2; players <= 6; ++players) {
    const std::vector<unsigned> orders = seat_orders(players);
    EXPECT_EQ(orders.size(), (1U << players) - 2);
    EXPECT_EQ(std::set(orders.begin(), orders.end()).size(), orders.size());
    for (int seat = 0; seat < players; ++seat) {
      std::size_t of_a = 0;
      for (const unsigned order : orders) of_a += order >> seat & 1U;
      EXPECT_EQ(2 * of_a, orders.size());
    }
  }
}

TEST(SeatMatch, OfAnEngineAgainstItselfIsEven) {
  const SeatResult result = play(match_of("pig:target=15", "random", "random", 400));
  ASSERT_EQ(result.deals.size(), 400U);
  EXPECT_LT(std::abs(result.lead().value), 2 * result.lead().error95);
  EXPECT_NEAR(result.score(0) + result.score(1), 1, 1e-12);
}

TEST(SeatMatch, FavoursMoreIterationsWithAnyNumberOfPlayers) {
  for (const char* game : {"nim:heaps=3-4-5", "nim:heaps=2-3-3,players=3", "sailing:size=4"}) {
    const SeatResult result = play(match_of(game, "seq:iterations=400", "random", 15));
    EXPECT_GT(result.lead().lower95, 0) << game;
    EXPECT_EQ(result.effort(1).iterations, 0U);
    EXPECT_EQ(result.effort(0).iterations, 400 * result.effort(0).moves);
  }
}

TEST(SeatMatch, DependsOnItsOptionsAlone) {
  MatchOptions options = match_of("pig:target=20", "seq:iterations=20", "random", 12);
  const SeatResult once = play(options);
  options.concurrency = 1;
  const SeatResult again = play(options);
  options.seed = 2;
  const SeatResult other = play(options);
  std::vector<double> leads[3];
  for (std::size_t i = 0; i < 12; ++i) {
    leads[0].push_back(once.deals[i].lead());
    leads[1].push_back(again.deals[i].lead());
    leads[2].push_back(other.deals[i].lead());
  }
  EXPECT_EQ(leads[0], leads[1]);
  EXPECT_NE(leads[0], leads[2]);
}

TEST(SeatMatch, PlaysAllGamesOfADealWithTheSameChance) {
  // Up to 2 there is nothing to decide but to roll, so the dice alone say which seat wins.
  const SeatResult result = play(match_of("pig:target=2", "random", "random", 50));
  for (const Deal& deal : result.deals) EXPECT_EQ(deal.lead(), 0);
}

TEST(GeneralGames, ArePlayedByEveryEngineThatTheyAllow) {
  for (const std::string& spec : kGeneralGames) {
    const GameChoice game = parse_game(spec);
    EXPECT_EQ(game.family, GameFamily::kGeneral);
    for (const char* engine : {"random", "seq:backup=max,cap=9", "leaf:threads=2,playouts=3",
                               "root:threads=2,discount=0.9", "tree:threads=2,vl=1,lock=free"}) {
      Random chance({1});
      const auto position = game.start->clone();
      while (position->to_move() == kChance) position->play(position->draw(chance));
      const auto legal = position->legal_moves();
      const auto found =
          position->make_engine(parse_engine(engine))->search(*position, {20, 0, {}}, {1}, {});
      EXPECT_NE(std::find(legal.begin(), legal.end(), found.best_move), legal.end()) << engine;
      EXPECT_TRUE(std::isfinite(found.value));
    }
  }
}

TEST(GeneralGames, RefuseWhatHasNoMeaningThere) {
  EXPECT_EQ(refusal("pig", "solver"),
            "engine solver does not play games of chance and of many players: give random, seq, "
            "leaf, root or tree.");
  EXPECT_EQ(refusal("pig", "root:share=100"),
            "root: key 'share' is not for games of chance and of many players: give threads, exec, "
            "pin, merge, c, expand, final, memory, iterations, time, playouts, backup, discount, "
            "solver, cap.");
  EXPECT_EQ(refusal("pig", "tree:lock=node"),
            "tree: lock=node is not for games of chance and of many players: give lock=free.");
  EXPECT_EQ(refusal("pig", "seq:final=lcb"),
            "seq: final=lcb is not for games of chance and of many players: give robust or max.");
  EXPECT_EQ(refusal("tic_tac_toe", "seq:backup=max"),
            "seq: key 'backup' is for games of chance and of many players alone: leave it out "
            "here.");
  EXPECT_EQ(refusal("tic_tac_toe", "seq"), "nothing thrown");
}

TEST(GeneralGames, TakeTheirOptions) {
  EXPECT_EQ(parse_game("nim:heaps=1-2,players=3").start->players(), 3);
  EXPECT_EQ(parse_game("nim").canonical, "nim:heaps=3-4-5,players=2");
  for (const char* bad : {"nim:heaps=0-0", "nim:heaps=13", "nim:heaps=1-x", "nim:heaps=1-1-1-1-1-1",
                          "nim:heaps=-1", "sailing:wind=up", "rolit:players=5", "pig:target=1"}) {
    EXPECT_THROW(parse_game(bad), UsageError) << bad;
  }
}

TEST(SearchCommand, OfGeneralGamesSpeaksTheirUnit) {
  const Json sailing = run_json(
      {"search", "--game", "sailing:size=4", "--engine", "seq:backup=max", "--iterations", "2000"});
  EXPECT_EQ(sailing["unit"], "minus minutes");
  EXPECT_LT(sailing["value"], -4.2);
  const Json tiles =
      run_json({"search", "--game", "2048", "--engine", "seq", "--iterations", "50"});
  EXPECT_EQ(tiles["drawn"].size(), 2U);
  EXPECT_GT(tiles["value"], 100);
  const Json rolit =
      run_json({"search", "--game", "rolit:size=4", "--engine", "seq", "--iterations", "2000"});
  ASSERT_EQ(rolit["values"].size(), 3U);
  double sum = 0;
  for (const Json& value : rolit["values"]) sum += value.get<double>();
  EXPECT_NEAR(sum, 1, 0.3);  // draws are worth a half to each
}

TEST(MatchCommand, OfGeneralGamesHasTheDocumentedFields) {
  const Json found = run_json({"match", "--game", "nim:heaps=2-2,players=3", "--a",
                               "seq:iterations=50", "--b", "random", "--pairs", "3"});
  EXPECT_EQ(field_names(found),
            (std::vector<std::string>{"game", "a", "b", "games", "deals", "seats", "seat_orders",
                                      "score", "score_error95", "mean_score", "unit",
                                      "iterations_per_second", "effort", "budget", "opening_plies",
                                      "seed", "verdict", "interrupted"}));
  EXPECT_EQ(found["games"], 18);
  EXPECT_NEAR(found["score"].get<double>(),
              found["mean_score"]["a"].get<double>() - found["mean_score"]["b"].get<double>(),
              1e-12);
}

TEST(MatchCommand, OfGeneralGamesKeepsWhatWasFinishedWhenInterrupted) {
  Program program(command_line({"match", "--game", "sailing:size=20", "--a", "seq", "--b", "seq",
                                "--pairs", "1000000", "--iterations", "2"}));
  ASSERT_TRUE(program.wait_until([&] { return program.handles_interrupts(); }));
  program.interrupt();
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 130) << outcome.text();
  EXPECT_NE(outcome.err.find("deals were finished and are counted"), std::string::npos);
}

TEST(OtherCommands, RefuseGeneralGames) {
  const Outcome outcome = run_banyan({"bench", "--games", "pig"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("'bench' is for two-player games without chance"), std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace banyan::bench
