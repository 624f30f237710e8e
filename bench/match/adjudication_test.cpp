#include "bench/match/adjudication.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "bench/match/match.hpp"
#include "bench/match/whole_match_test.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

SearchResult of_value(double value, std::optional<Points> proven = {}) {
  SearchResult found;
  found.value = value;
  found.proven = proven;
  return found;
}

TEST(Adjudication, IsWrittenAsItIsRead) {
  for (const char* text : {"none", "proof", "value", "value:within=0.1,moves=5"}) {
    EXPECT_EQ(to_text(parse_adjudication(text)), text);
  }
  for (const char* text : {"", "score", "proof:moves=2", "value:within=0.5", "value:moves=0"}) {
    EXPECT_THROW(parse_adjudication(text), UsageError) << text;
  }
}

TEST(Adjudication, ByProofTakesWhatASearchProves) {
  Adjudicator game(parse_adjudication("proof"));
  EXPECT_EQ(game.after(0, of_value(1)), std::nullopt);
  EXPECT_EQ(game.after(0, of_value(1, kWin)), kWin);
  EXPECT_EQ(game.after(1, of_value(1, kWin)), kLoss);
  EXPECT_EQ(game.after(1, of_value(0.5, kDraw)), kDraw);
}

TEST(Adjudication, ByProofTakesNoMoveThatMayBeWorse) {
  Adjudicator game(parse_adjudication("proof"));
  SearchResult found = of_value(1, kWin);
  found.best_move = 3;
  found.children = {{.move = 3}};
  EXPECT_EQ(game.after(0, found), std::nullopt);
  found.children[0].lowest = kWin;
  EXPECT_EQ(game.after(0, found), kWin);
}

TEST(Adjudication, ByValueWaitsUntilBothSidesAgreeForSoManyMoves) {
  Adjudicator game(parse_adjudication("value:moves=2"));
  EXPECT_EQ(game.after(0, of_value(0.96)), std::nullopt);
  EXPECT_EQ(game.after(1, of_value(0.04)), std::nullopt);
  EXPECT_EQ(game.after(0, of_value(0.94)), std::nullopt);  // starts over
  EXPECT_EQ(game.after(1, of_value(0.04)), std::nullopt);
  EXPECT_EQ(game.after(0, of_value(0.96)), std::nullopt);
  EXPECT_EQ(game.after(0, of_value(0.96)), std::nullopt);
  EXPECT_EQ(game.after(1, of_value(0.01)), kWin);
}

MatchOptions adjudicated(const std::string& rule, const std::string& a, const std::string& b) {
  MatchOptions match = plain_match("connect_four", a + ';' + b, 5);
  match.limits = Limits{.iterations = 300};
  match.openings = {.plies = 4, .filter = OpeningFilter::kNone};
  match.adjudication = parse_adjudication(rule);
  return match;
}

TEST(Match, EndsGamesByAProofAsPlayToTheEndDoes) {
  // Two solvers play on from where a proof ends the game.
  const MatchOptions early = adjudicated("proof", "seq:solver=on", "seq:solver=on,c=1");
  std::size_t ended = 0;
  for (const GameRecord& game : whole_games(early)) {
    if (!game.adjudicated) continue;
    ++ended;
    const auto position = opened(*early.game.start, {}, game.opening);
    for (const std::uint32_t move : game.moves) position->play(move);
    ASSERT_FALSE(position->over());
    const double first = game.scores[0];
    const double value = position->to_move() == 0 ? first : 1 - first;
    const auto engine = position->make_engine(parse_engine("seq:solver=on"));
    const SearchResult judged = engine->search(*position, {.iterations = 1'000'000}, {}, {});
    ASSERT_TRUE(judged.proven);
    EXPECT_EQ(*judged.proven / 2.0, value);
  }
  EXPECT_GT(ended, 0U);
}

TEST(Match, EndsGamesByValuesBothSidesAgreeOn) {
  MatchOptions options = adjudicated("value:within=0.2,moves=1", "seq:iterations=1k", "seq");
  const MatchResult result = play_whole(options);
  EXPECT_THAT(match_text(options, result),
              HasSubstr("games were ended early by --adjudicate value:within=0.2,moves=1."));
  options.adjudication = {};
  const std::vector<GameRecord> ended = games_of(result);
  const std::vector<GameRecord> whole = whole_games(options);
  ASSERT_EQ(ended.size(), whole.size());
  std::size_t moves = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const auto& early = ended[i].moves;
    const auto& all = whole[i].moves;
    EXPECT_TRUE(std::equal(early.begin(), early.end(), all.begin()));
    moves += all.size() - early.size();
  }
  EXPECT_GT(moves, 0U);
}

TEST(Match, ReadsAdjudicatedGamesBackAsTheyWerePlayed) {
  const MatchOptions options = adjudicated("proof", "seq:solver=on", "seq:solver=on,c=1");
  for (const GameRecord& game : whole_games(options)) {
    Json json = game_json(options, game);
    EXPECT_EQ(json.contains("adjudicated"), game.adjudicated);
    const GameRecord read = read_game(options, json);
    EXPECT_EQ(read.adjudicated, game.adjudicated);
    EXPECT_EQ(read.scores, game.scores);
    if (!game.adjudicated) continue;
    json["result_a"] = 0.7;
    EXPECT_THROW(read_game(options, json), UsageError);
  }
}

TEST(Match, IsRefusedWhereNoEngineSaysWhatItsAdjudicationAsksFor) {
  const auto why = [](const MatchOptions& options) {
    return refusal([&] { check_match(options); });
  };
  EXPECT_THAT(why(adjudicated("proof", "seq", "seq:c=1")), HasSubstr("solver=on"));
  EXPECT_THAT(why(adjudicated("value", "seq", "random")), HasSubstr("random says no values"));
  EXPECT_EQ(why(adjudicated("proof", "seq", "seq:solver=on")), "nothing thrown");
  MatchOptions dice = adjudicated("value", "seq", "seq:c=1");
  dice.game = parse_game("2048");
  EXPECT_THAT(why(dice), HasSubstr("leave it out"));
}

}  // namespace
}  // namespace banyan::bench
