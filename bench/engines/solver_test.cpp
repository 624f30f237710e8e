// Tests of the engine `solver`, through the registries of games and engines.
#include "bench/engines/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/program_test.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

std::unique_ptr<AnyEngine> make_solver(const AnyGame& start) {
  return start.make_engine(parse_engine("solver"));
}

SearchResult solved(const std::string& game, const std::string& moves) {
  return searched(game, "solver", 0, moves);
}

std::string spaced(const std::string& columns) {
  std::string moves;
  for (const char column : columns) moves += {column, ' '};
  return moves;
}

/// Plays the solver against random moves; the points of the solver.
Points against_random(const std::string& game, const std::string& moves, Player solver,
                      std::uint64_t seed) {
  Random random({seed, 0, 0, 0});
  const auto position = play_moves(*parse_game(game).start, moves);
  const auto engine = make_solver(*position);
  while (!position->over()) {
    const std::vector<std::uint32_t> legal = position->legal_moves();
    std::uint32_t move = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    if (position->to_move() == solver) {
      move = engine->search(*position, {1, 0, {}}, {}, {}).best_move;
      EXPECT_NE(std::find(legal.begin(), legal.end(), move), legal.end());
    }
    position->play(move);
  }
  return position->result(solver);
}

TEST(SolverEngine, RefusesGamesWithoutAnOracle) {
  for (const char* game :
       {"hex", "hex:size=6", "hex:size=14", "go:size=5", "othello", "dots_and_boxes:height=4",
        "p_game:depth=41", "p_game:branching=16,depth=60", "p_game:branching=30,depth=9"}) {
    EXPECT_EQ(engine_refusal("solver", game), kUnsolvedGame) << game;
  }
  for (const char* game :
       {"tic_tac_toe", "connect_four", "hex:size=3", "hex:size=5", "dots_and_boxes", "p_game",
        "p_game:depth=40", "p_game:branching=16,depth=10", "p_game:branching=30,depth=8"}) {
    EXPECT_EQ(engine_refusal("solver", game), "") << game;
  }
}

TEST(SolverEngine, IsRefusedBeforeASuiteBegins) {
  const Outcome outcome = run_banyan(
      {"bench", "--profile", "smoke", "--games", "tic_tac_toe,hex", "--engines", "seq;solver"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, std::string("banyan: ") + kUnsolvedGame + "\n");
}

TEST(SolverEngine, KnowsTheValuesOfGames) {
  EXPECT_EQ(solved("tic_tac_toe", "").value, 0.5);
  EXPECT_EQ(solved("tic_tac_toe", "a1 b1").value, 1);  // an edge is no answer to a corner
  // Misere: the centre draws, by the point reflection of every answer; all else loses.
  EXPECT_EQ(solved("tic_tac_toe:misere=on", "b2").value, 0.5);
  EXPECT_EQ(solved("tic_tac_toe:misere=on", "a1").value, 1);
  EXPECT_EQ(solved("tic_tac_toe:misere=on", "b1").value, 1);
  EXPECT_EQ(solved("hex:size=3", "").value, 1);
  EXPECT_EQ(solved("hex:size=5", "a1").value, 1);  // a weak opening: the second player wins
  EXPECT_EQ(solved("hex:size=5", "c3").value, 0);
  // From Pons's late set.
  const char* const lost = "2252576253462244111563365343671351441";
  EXPECT_EQ(solved("connect_four", spaced(lost)).value, 0);
  EXPECT_EQ(solved("connect_four", spaced("7422341735647741166133573473242566")).value, 1);
  EXPECT_EQ(solved("connect_four", spaced("23163416124767223154467471272416755633")).value, 0.5);
}

TEST(SolverEngine, FindsTheOneMoveThatDraws) {
  const SearchResult result = solved("tic_tac_toe", "a1");
  EXPECT_EQ(result.value, 0.5);
  EXPECT_EQ(parse_game("tic_tac_toe").start->to_text(result.best_move), "b2");
}

TEST(SolverEngine, NeverDoesWorseThanTheValue) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    EXPECT_GE(against_random("tic_tac_toe", "", 0, seed), kDraw);
    EXPECT_GE(against_random("tic_tac_toe", "", 1, seed), kDraw);
    EXPECT_EQ(against_random("hex:size=4", "", 0, seed), kWin);
    EXPECT_EQ(against_random("hex:size=4", "a1", 1, seed), kWin);
    // From Pons's middle set: lost for the first player, who is to move.
    EXPECT_EQ(against_random("connect_four", spaced("1233722555341451114725221333"), 1, seed),
              kWin);
  }
}

TEST(SolverEngine, AnswersInTheShapeOfASearchWithoutIterations) {
  const SearchResult result = solved("tic_tac_toe", "b2");
  EXPECT_EQ(result.iterations, 0U);
  EXPECT_EQ(result.playouts, 0U);
  EXPECT_EQ(result.root_visits(), 0U);
  EXPECT_EQ(result.children.size(), 8U);
  EXPECT_EQ(result.tree.nodes, 0U);
  EXPECT_EQ(result.principal_variation, std::vector<std::uint32_t>{result.best_move});
  EXPECT_EQ(result.counters.at("solved"), 1U);
  EXPECT_GT(result.counters.at("positions"), 0U);
  EXPECT_GT(result.seconds, 0);
}

TEST(SolverEngine, StopsWhenAskedAndSaysThatItDoesNotKnow) {
  std::stop_source source;
  source.request_stop();
  const auto start = parse_game("connect_four").start;
  const SearchResult result = make_solver(*start)->search(*start, {}, {}, source.get_token());
  EXPECT_EQ(result.counters.at("solved"), 0U);
  EXPECT_EQ(result.value, 0.5);
  const auto legal = start->legal_moves();
  EXPECT_NE(std::find(legal.begin(), legal.end(), result.best_move), legal.end());
}

}  // namespace
}  // namespace banyan::bench
