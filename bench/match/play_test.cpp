#include "bench/match/play.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace banyan::bench {
namespace {

using testing::HasSubstr;

/// The terminal's output in a game in which the person typed these lines.
struct Played {
  bool ended = false;
  std::string text;
};

Played played(const std::string& game, std::optional<Player> person, std::deque<std::string> lines,
              const std::string& moves = "") {
  Played played;
  const PlayTerminal terminal{[&](const std::string& text) { played.text += text; },
                              [&](const std::string& /*prompt*/) -> std::optional<std::string> {
                                if (lines.empty()) return std::nullopt;
                                const std::string line = lines.front();
                                lines.pop_front();
                                return line;
                              }};
  PlayOptions options{parse_game(game), parse_engine("seq"), {2000, 0, {}}, moves, person, 1};
  played.ended = play_game(options, terminal, {});
  return played;
}

TEST(Play, EndsWithTheResultOfBothSeats) {
  const Played lost = played("tic_tac_toe", 0, {"c3"}, "a1 b1 a2 b2");
  EXPECT_TRUE(lost.ended);
  EXPECT_THAT(lost.text, HasSubstr("player 1 (you) 0, player 2 (engine) 1"));
  const Played won = played("tic_tac_toe", 0, {"a3"}, "a1 b1 a2 b2");
  EXPECT_TRUE(won.ended);
  EXPECT_THAT(won.text, HasSubstr("player 1 (you) 1, player 2 (engine) 0"));
}

TEST(Play, IsLeftUnfinishedWhenThePersonQuits) {
  EXPECT_FALSE(played("tic_tac_toe", 0, {"quit"}).ended);
  EXPECT_FALSE(played("tic_tac_toe", 0, {}).ended);  // the end of the input
}

TEST(Play, LetsTheEngineAnswerWithTheMoveThatWins) {
  const Played game = played("tic_tac_toe", 0, {"c3"}, "a1 b1 a2 b2");
  EXPECT_THAT(game.text, HasSubstr("engine (2.00 k iterations, value "));
  EXPECT_THAT(game.text, HasSubstr("): b3"));
}

TEST(Play, AsksNoSearchForTheOnlyMove) {
  const Played game = played("tic_tac_toe", 1, {}, "a1 b1 c1 b2 a2 c2 b3 a3");
  EXPECT_THAT(game.text, HasSubstr("engine (the only move): c3"));
}

TEST(Play, WithoutAPersonIsWatched) {
  const Played game = played("tic_tac_toe", std::nullopt, {});
  EXPECT_TRUE(game.ended);
  EXPECT_THAT(game.text, HasSubstr("player 1 (engine) 0.5, player 2 (engine) 0.5"));
}

TEST(Play, RefusesAnIllegalMoveAndAsksAgain) {
  const Played game = played("tic_tac_toe", 0, {"a1", "z9", "a3"}, "a1 b1 a2 b2");
  EXPECT_TRUE(game.ended);
  EXPECT_THAT(game.text, HasSubstr("move 'a1' is not legal here"));
  EXPECT_THAT(game.text, HasSubstr("move 'z9' is not legal here"));
}

TEST(Play, ShowsTheEnginesViewOnRequest) {
  const Played game = played("connect_four", 0, {"view", "hint", "view", "tree", "moves", "help"});
  EXPECT_THAT(game.text, HasSubstr("has not searched yet"));
  EXPECT_THAT(game.text, HasSubstr("best move"));
  EXPECT_THAT(game.text, HasSubstr("visits, value"));
  EXPECT_THAT(game.text, HasSubstr("1 2 3 4 5 6 7"));
  EXPECT_THAT(game.text, HasSubstr("takes back"));
}

TEST(Play, TakesBackTheLastMoveAndItsAnswer) {
  const Played game = played("tic_tac_toe", 0, {"undo", "c3", "undo", "a3"}, "a1 b1 a2 c1");
  EXPECT_THAT(game.text, HasSubstr("no move of yours"));
  EXPECT_TRUE(game.ended);  // the engine had answered c3 by a3
  EXPECT_THAT(game.text, HasSubstr("player 1 (you) 1"));
}

TEST(Play, ReadsCommandsAndMovesAsPeopleTypeThem) {
  EXPECT_FALSE(played("tic_tac_toe", 0, {"  Quit "}).ended);
  EXPECT_TRUE(played("tic_tac_toe", 0, {" A3\r"}, "a1 b1 a2 b2").ended);
  EXPECT_THAT(played("tic_tac_toe", 0, {"MOVES"}).text, HasSubstr("a1 b1 c1"));
}

TEST(Play, RefusesASeatThatTheGameDoesNotHave) {
  EXPECT_THROW(played("tic_tac_toe", 2, {}), UsageError);
}

}  // namespace
}  // namespace banyan::bench
