// Tests of games of chance and of many players in the program: keys, deals, rejected options.
#include "bench/match/seats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "bench/engines/keys/general_keys.hpp"
#include "bench/match/match.hpp"
#include "bench/match/whole_match_test.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

const std::vector<std::string> kGeneralGames{
    "rolit:size=4",  "rolit:size=5,players=4", "nim", "nim:heaps=2-3,players=3",
    "pig:target=10", "sailing:size=3",         "2048"};

TEST(Seatings, OfTwoAreColoursSwapped) {
  EXPECT_EQ(seatings(2, 2), (std::vector<Seating>{{0, 1}, {1, 0}}));
  EXPECT_EQ(seatings(1, 2), (std::vector<Seating>{{0}, {1}}));
  EXPECT_EQ(seatings(3, 3).size(), 6U);
  EXPECT_EQ(seatings(3, 3).front(), (Seating{0, 1, 2}));
}

TEST(Seatings, AreBalanced) {
  for (int seats = 1; seats <= 5; ++seats) {
    for (std::size_t engines = 1; engines <= 4; ++engines) {
      const std::vector<Seating> all = seatings(seats, engines);
      EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size());
      const auto count = [&](const auto& holds) {
        return std::count_if(all.begin(), all.end(), holds);
      };
      const auto n = static_cast<std::size_t>(seats);
      for (std::size_t seat = 0; seat < n; ++seat) {
        for (std::size_t a = 0; a < engines; ++a) {
          EXPECT_EQ(count([&](const Seating& s) { return s[seat] == a; }) * std::ptrdiff_t(engines),
                    std::ptrdiff_t(all.size()));
          for (std::size_t b = 0; b < engines; ++b) {  // who moves after whom
            EXPECT_EQ(
                count([&](const Seating& s) { return s[seat] == a && s[(seat + 1) % n] == b; }),
                count([&](const Seating& s) { return s[seat] == b && s[(seat + 1) % n] == a; }));
          }
        }
      }
    }
  }
}

TEST(Deals, OfAnEngineAgainstItselfAreEven) {
  const MatchResult result = play_whole(plain_match("pig:target=15", "random;random", 400));
  ASSERT_EQ(result.deals.size(), 400U);
  EXPECT_LT(std::abs(result.lead(0, 1).value), 2 * result.lead(0, 1).error95);
  EXPECT_NEAR(mean(result.scores[0]) + mean(result.scores[1]), 1, 1e-12);
}

TEST(Deals, FavourMoreIterationsWithAnyNumberOfPlayers) {
  for (const char* game : {"nim:heaps=3-4-5", "nim:heaps=2-3-3,players=3", "sailing:size=4"}) {
    const MatchResult result = play_whole(plain_match(game, "seq:iterations=400;random", 15));
    EXPECT_GT(result.lead(0, 1).lower95, 0) << game;
    EXPECT_GT(result.over_even(0).lower95, 0) << game;
    EXPECT_EQ(result.effort[1].iterations, 0U);
    EXPECT_EQ(result.effort[0].iterations, 400 * result.effort[0].moves);
  }
}

TEST(Deals, SeatThreeEnginesAtOneTable) {
  const MatchOptions options =
      plain_match("rolit:size=4", "random;seq:iterations=400;seq:iterations=2", 20);
  const MatchResult result = play_whole(options);
  EXPECT_EQ(result.games(), 120U);
  double sum = 0;
  for (std::size_t engine = 0; engine < 3; ++engine) sum += result.over_even(engine).value;
  EXPECT_NEAR(sum, 0, 1e-12);  // each engine has a seat in every game
  EXPECT_GT(result.over_even(1).lower95, 0);
  EXPECT_LT(result.over_even(0).upper95, 0);
  EXPECT_EQ(match_verdict(options, result),
            "rolit:size=4, the engines' own budgets: Use " + options.engines[1].spec + ".");
}

TEST(Deals, DependOnTheirOptionsAlone) {
  MatchOptions options = plain_match("pig:target=20,players=3", "seq:iterations=20;random", 12);
  const MatchResult once = play_whole(options);
  options.concurrency = 1;
  const MatchResult again = play_whole(options);
  options.seed = 2;
  const MatchResult other = play_whole(options);
  EXPECT_EQ(once.advantages(), again.advantages());
  EXPECT_NE(once.advantages(), other.advantages());
}

TEST(Deals, HaveTheSameChanceInAllTheirGames) {
  // Up to 2 the only decision is to roll, so the dice alone decide which seat wins.
  const MatchResult result = play_whole(plain_match("pig:target=2", "random;random", 50));
  EXPECT_EQ(result.pentanomial[2], 50U);
}

TEST(Deals, BeginWithTheSameOpeningInAllTheirGames) {
  MatchOptions options = plain_match("knockout_whist:hands=2", "random;random", 10);
  options.openings = {3, OpeningFilter::kNone};
  std::set<std::vector<std::uint32_t>> different;
  for (const Deal& deal : play_whole(options).deals) {
    EXPECT_EQ(deal[0].opening, deal[1].opening);
    EXPECT_GT(deal[0].opening.size(), 3U);  // the cards that were dealt too
    different.insert(deal[0].opening);
  }
  EXPECT_EQ(different.size(), 10U);
}

TEST(Deals, AreReadBackAsTheyWerePlayed) {
  for (const char* const game :
       {"rolit:size=4", "nim:players=3", "pig:target=10", "pig:target=10,players=4", "kuhn",
        "leduc", "phantom", "goofspiel:cards=4", "knockout_whist:players=3,hands=2",
        "sailing:size=3"}) {
    const MatchOptions options = plain_match(game, "random;random", 2);
    for (const GameRecord& played : whole_games(options)) {
      const GameRecord read = read_game(options, Json::parse(game_json(options, played).dump()));
      EXPECT_EQ(read.seats, played.seats) << game;
      EXPECT_EQ(read.moves, played.moves) << game;
      EXPECT_EQ(read.scores, played.scores) << game;
      EXPECT_EQ(read.effort[0].moves, played.effort[0].moves) << game;
      EXPECT_EQ(read.effort[1].seconds, played.effort[1].seconds) << game;
    }
  }
}

TEST(Deals, EndOnceTheirTestHasDecided) {
  for (const char* const game : {"nim:heaps=2-3-3,players=3", "kuhn"}) {
    const char* const better =
        std::string(game) == "kuhn" ? "cheat:iterations=50" : "seq:iterations=400";
    MatchOptions options = plain_match(game, std::string(better) + ";random", 3000);
    options.sprt = SprtSettings{0, 50};
    const MatchResult result = play_whole(options);
    EXPECT_EQ(result.verdict, Verdict::kH1) << game;
    EXPECT_LT(result.deals.size(), 3000U) << game;
    std::swap(options.engines[0], options.engines[1]);
    EXPECT_EQ(play_whole(options).verdict, Verdict::kH0) << game;
  }
}

TEST(Deals, RefuseWhatTheirTableHasNotInASentence) {
  const auto why = [](const MatchOptions& options) {
    return refusal([&] { check_match(options); });
  };
  EXPECT_EQ(why(plain_match("pig", "random;random;random", 1)),
            "pig has 2 seats, and 3 engines were given: give at most one a seat, or all of them to "
            "'banyan pool', where each plays each.");
  MatchOptions options = plain_match("rolit", "random;random", 1);
  options.equivalent = 10;
  EXPECT_EQ(why(options),
            "--equivalent is in Elo, for two engines in a two-player game of wins and draws, which "
            "this match of rolit is not: leave it out, or give --sprt.");
  options.equivalent.reset();
  options.sprt = SprtSettings{0, 150};
  EXPECT_EQ(why(options),
            "--sprt 0,150: in deals of 6 games bounds are from -115 to 115 normalised Elo.");
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
  EXPECT_EQ(engine_refusal("solver", "pig"),
            "engine solver does not play games of chance and of many players: give random, seq, "
            "leaf, root, tree, hybrid, virtual or batched.");
  EXPECT_EQ(
      engine_refusal("root:share=100", "pig"),
      "root: key 'share' is not for games of chance and of many players: give threads, merge, "
      "exec, pin, c, expand, final, memory, full, iterations, playouts, time, select, children, "
      "fpu, widen, widen_power, widen_chance, softness, range, priors, latency, eval_batch, noise, "
      "alpha, gumbel, gumbel_scale, solver, cap, "
      "rave, schedule, grave, tt, reuse, backup, discount.");
  EXPECT_EQ(engine_refusal("tree:lock=node", "pig"),
            "tree: lock=node is not for games of chance and of many players: give lock=free.");
  EXPECT_EQ(engine_refusal("seq:final=lcb", "pig"),
            "seq: final=lcb is not for games of chance and of many players: give robust or max.");
  EXPECT_EQ(engine_refusal("seq:backup=max", "tic_tac_toe"),
            "seq: key 'backup' is for games of chance and of many players alone: leave it out "
            "here.");
  EXPECT_EQ(engine_refusal("seq", "tic_tac_toe"), "");
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

TEST(MatchCommand, OfThreeEnginesHasTheDocumentedFields) {
  const Json found =
      run_json({"match", "--game", "nim:heaps=2-2,players=3", "--a", "seq:iterations=50", "--b",
                "random", "--c", "seq:iterations=5", "--pairs", "3", "--sprt", "0,40"});
  EXPECT_EQ(
      field_names(found),
      split_words("game a b c games different_games repeated_games counted_games "
                  "only_repeats deals seats seat_orders even_share mean_score over_even "
                  "over_even_error95 over_even_lower95 over_even_upper95 unit llr sprt equivalent "
                  "iterations_per_second effort "
                  "budget openings opening_filter seed cores verdict notes interrupted provenance",
                  ""));
  EXPECT_EQ(found["games"], 18);
  EXPECT_EQ(found["sprt"]["verdict"], "continue");
  for (const char* const engine : {"a", "b", "c"}) {
    EXPECT_NEAR(found["over_even"][engine].get<double>(),
                found["mean_score"][engine].get<double>() - found["even_share"].get<double>(),
                1e-12);
  }
}

TEST(MatchCommand, OfTwoEnginesAtMoreSeatsSaysHowFarAIsAhead) {
  const Json found = run_json({"match", "--game", "nim:heaps=2-2,players=3", "--a",
                               "seq:iterations=50", "--b", "random", "--pairs", "3"});
  EXPECT_NEAR(found["score"].get<double>(),
              found["mean_score"]["a"].get<double>() - found["mean_score"]["b"].get<double>(),
              1e-12);
}

TEST(MatchCommand, OfChanceAndHiddenCardsHasElo) {
  for (const char* const game : {"pig:target=15", "phantom"}) {
    const char* const engine = std::string(game) == "phantom" ? "so_ismcts" : "seq";
    const Json found = run_json({"match", "--game", game, "--a", engine, "--b", "random", "--pairs",
                                 "20", "--iterations", "100"});
    EXPECT_EQ(found["wins"].get<int>() + found["draws"].get<int>() + found["losses"].get<int>(),
              40);
    EXPECT_GT(found["elo"], 0) << game;
  }
}

TEST(MatchCommand, OfManyPlayersKeepsWhatWasFinishedWhenInterrupted) {
  Program program(command_line({"match", "--game", "sailing:size=20", "--a", "seq", "--b", "seq",
                                "--pairs", "1000000", "--iterations", "2"}));
  ASSERT_TRUE(program.wait_until([&] { return program.handles_interrupts(); }));
  program.interrupt();
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 130) << outcome.text();
  EXPECT_NE(outcome.err.find("deals were finished and are counted"), std::string::npos);
}

TEST(PoolCommand, RatesEnginesForHiddenCards) {
  const Json pool = run_json({"pool", "--game", "phantom", "--engines", "random;so_ismcts;pimc",
                              "--pairs", "20", "--iterations", "60"});
  EXPECT_GT(pool["ratings"][1]["elo"], 0);
  EXPECT_GT(pool["ratings"][2]["elo"], 0);
}

TEST(OtherCommands, RefuseGeneralGames) {
  const Outcome outcome = run_banyan({"bench", "--games", "pig"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("'bench' is for two-player games without chance"), std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace banyan::bench
