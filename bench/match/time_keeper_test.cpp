// Matches by the clock: running out of time loses, and nobody gets more than the clock allows.
#include "bench/match/time_keeper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "bench/match/whole_match_test.hpp"
#include "bench/opponents/scripted_test.hpp"
#include "bench/registry/refusal_test.hpp"
#include "bench/text/files.hpp"
#include "core/base/clock_test.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

MatchOptions match_by(const std::string& clock, const std::string& game, const std::string& a,
                      const std::string& b, std::uint64_t pairs = 1) {
  MatchOptions match = plain_match(game, a + ';' + b, pairs);
  match.limits = Limits{};
  match.concurrency = 1;
  match.clock = parse_time_control(clock, "--clock");
  return match;
}

/// Checks the record against the clocks: no move after time was up, and no player used more than
/// the main time and their increments.
void expect_kept(const MatchOptions& match, const GameRecord& game) {
  GameClocks clocks{GameClock(*match.clock), GameClock(*match.clock)};
  std::array<GameClock::Time, 2> used{};
  std::array<int, 2> moves{};
  const auto position = match.game.start->clone();
  for (const std::uint32_t move : game.opening) position->play(move);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const auto player = static_cast<std::size_t>(position->to_move());
    const auto taken =
        TimeKeeper(match).charged(match.engines[game.seats[player]], game.move_seconds[i]);
    clocks[player].spend(taken);
    used[player] += taken;
    ++moves[player];
    EXPECT_FALSE(clocks[player].lost()) << "move " << i;
    position->play(game.moves[i]);
  }
  for (const std::size_t player : {0, 1}) {
    if (match.clock->stones > 0) continue;
    EXPECT_LE(used[player], match.clock->main + moves[player] * match.clock->increment);
  }
  if (game.lost) {
    EXPECT_EQ(game.lost->fault, Fault::kTime);
  }
}

TEST(MatchByTheClock, GivesNobodyMoreTimeThanTheClockHasWithoutALoss) {
  for (const char* clock :
       {"20ms", "5ms", "2ms+1ms", "1ms+3ms", "10ms+200us", "3ms+2ms/2", "0s+2ms/1", "1ms+3x2ms"}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const TestClock slow(TestClock::kSlow);
      MatchOptions match = match_by(clock, "connect_four", "seq", "seq:c=1", 2);
      match.openings = parse_openings("random:plies=4,filter=none", 4);
      match.seed = seed;
      for (const GameRecord& game : whole_games(match)) expect_kept(match, game);
    }
  }
}

TEST(MatchByTheClock, LetsEnginesUseMostOfTheirTimeAndLoseNoGameOnIt) {
  for (const char* engine :
       {"seq", "seq:batch=64", "root:threads=1", "naive", "batched:threads=1"}) {
    const TestClock slow(TestClock::kSlow);
    const MatchOptions match = match_by("200ms+1ms", "hex:size=5", engine, "seq");
    for (const GameRecord& game : whole_games(match)) {
      expect_kept(match, game);
      EXPECT_FALSE(game.lost) << game.lost->words;
      for (const std::size_t i : {0, 1}) EXPECT_GT(game.effort[i].seconds, 0.04) << engine;
    }
  }
}

TEST(MatchByTheClock, IsLostByWhoseTimeIsUpAndSaysSo) {
  const TestClock slow(50ms);  // each clock reading takes half of the time
  const MatchOptions match = match_by("100ms", "hex:size=5", "seq", "seq:c=1");
  const MatchResult result = play_whole(match);
  ASSERT_EQ(result.games(), 2U);
  for (const GameRecord& game : games_of(result)) {
    ASSERT_TRUE(game.lost);
    EXPECT_EQ(game.lost->fault, Fault::kTime);
    EXPECT_THAT(game.lost->words, HasSubstr("for a move with 100 ms left on its clock."));
    EXPECT_TRUE(game.moves.empty());
    EXPECT_EQ(game.scores, (std::vector<double>{0, 1}));
    EXPECT_EQ(game.effort[0].moves + game.effort[1].moves, 0U);
    const Json line = game_json(match, game);
    EXPECT_EQ(line["clock"], "100ms");
    EXPECT_EQ(line["lost_by"]["fault"], "time");
    const GameRecord read = read_game(match, line);
    EXPECT_EQ(read.scores, game.scores);
    EXPECT_EQ(read.lost->fault, Fault::kTime);
    EXPECT_THAT(game_sgf(match, game), HasSubstr("RE[W+T]"));
  }
  const Json json = match_json(match, result);
  EXPECT_EQ(json["clock"], "100ms");
  EXPECT_EQ(json["lost_on_time"], (Json{{"a", 1}, {"b", 1}}));
  const std::string text = match_text(match, result);
  EXPECT_THAT(text, HasSubstr("2 games of hex:size=5, clock 100ms, openings none\n"));
  EXPECT_THAT(text, HasSubstr("1 of A's games were lost on time."));
  EXPECT_THAT(text, HasSubstr("1 of B's games were lost on time."));
  EXPECT_THAT(text, HasSubstr("a clock of 100ms:"));
}

TEST(MatchByTheClock, CapsMovesByBudgetsToo) {
  const TestClock slow(TestClock::kSlow);
  MatchOptions match = match_by("10s", "connect_four", "seq", "seq:iterations=7");
  match.limits = Limits{.iterations = 40};
  for (const GameRecord& game : whole_games(match)) {
    EXPECT_EQ(game.effort[0].iterations, 40 * game.effort[0].moves);
    EXPECT_EQ(game.effort[1].iterations, 7 * game.effort[1].moves);
  }
  EXPECT_EQ(budget_text(match), "a clock of 10s, at most 40 iterations a move");
}

TEST(MatchByTheClock, ChargesForeignProgramsNothingForThePipes) {
  const EngineSettings own = parse_engine("seq");
  const EngineSettings foreign = parse_engine("gtp:cmd=true");
  MatchOptions match;
  EXPECT_EQ(TimeKeeper(match).charged(own, 0.015), 15ms);
  EXPECT_EQ(TimeKeeper(match).charged(foreign, 0.015), 15ms - kUsualLag);
  EXPECT_EQ(TimeKeeper(match).charged(foreign, 0.005), 0ms);
  match.lag = 12ms;
  EXPECT_EQ(TimeKeeper(match).charged(own, 0.015), 15ms);
  EXPECT_EQ(TimeKeeper(match).charged(foreign, 0.015), 3ms);
}

TEST(MatchByTheClock, KeepsTheLagBackFromEachMoveOfOurEngines) {
  const auto longest_move = [](const std::string& lag) {
    const TestClock slow(TestClock::kSlow);
    MatchOptions match = match_by("0s+100ms/1", "connect_four", "seq", "seq:c=1", 1);
    match.lag = parse_lag(lag, "--lag");
    double longest = 0;
    for (const GameRecord& game : whole_games(match)) {
      for (const double seconds : game.move_seconds) longest = std::max(longest, seconds);
    }
    return longest;
  };
  EXPECT_LT(longest_move("80ms"), 0.03);
  EXPECT_GT(longest_move("40ms"), 0.05);
  EXPECT_GT(longest_move("10ms"), 0.08);
}

TEST(MatchByTheClock, IsRefusedWhereNobodyWinsByTheOthersFlag) {
  EXPECT_THAT(refusal([] { check_match(match_by("1s", "rolit:players=3", "seq", "seq:c=1")); }),
              HasSubstr("--clock is for two engines in a two-player game of wins and draws"));
  EXPECT_THAT(refusal([] { check_match(match_by("1s", "kuhn", "so_ismcts", "random")); }),
              HasSubstr("this match of kuhn is not: leave it out."));
}

TEST(MatchByTheClock, IsPlayedWithHiddenCardsAndChance) {
  const TestClock slow(TestClock::kSlow);
  for (const GameRecord& game :
       whole_games(match_by("50ms", "phantom", "so_ismcts", "pimc:threads=1"))) {
    EXPECT_FALSE(game.lost);
  }
  for (const GameRecord& game : whole_games(match_by("50ms", "pig", "seq", "random"))) {
    EXPECT_FALSE(game.lost);
  }
}

// ---- foreign programs --------------------------------------------------------------------------

const char* const kTimes = R"(play\ntime_settings\ntime_left)";

TEST(ForeignProgram, IsToldTheClocksInWholeSecondsByGtp) {
  const Scripted program(kTimes);
  play_whole(match_by("3s+500ms", "tic_tac_toe", program.spec(), "random"));
  EXPECT_THAT(program.told(), HasSubstr("clear_board\ntime_settings 3 0 0\n"
                                        "time_left b 3 0\ntime_left w 3 0\ngenmove b\n"));
  const Scripted canadian(kTimes);
  play_whole(match_by("2s+3s/5", "tic_tac_toe", canadian.spec(), "random"));
  EXPECT_THAT(canadian.told(), HasSubstr("time_settings 2 3 5\ntime_left b 2 0\n"));
}

TEST(ForeignProgram, ThatKnowsFractionsIsToldThemWithTheIncrement) {
  const Scripted program(kTimes + std::string(R"(\nkata-time_settings)"));
  play_whole(match_by("3s+500ms", "tic_tac_toe", program.spec(), "random"));
  EXPECT_THAT(program.told(), HasSubstr("kata-time_settings fischer 3.000 0.500\n"
                                        "time_left b 3.000 0\ntime_left w 3.000 0\ngenmove b\n"));
}

TEST(ForeignProgram, IsToldOfJapanesePeriodsIfItCountsThem) {
  const Scripted program(kTimes + std::string(R"(\nkata-time_settings)"));
  play_whole(match_by("0s+3x2s", "tic_tac_toe", program.spec(), "random"));
  EXPECT_THAT(program.told(), HasSubstr("kata-time_settings byoyomi 0 2.000 3\n"
                                        "time_left b 2.000 3\ntime_left w 2.000 3\ngenmove b\n"));
  const Scripted other(kTimes);
  play_whole(match_by("0s+3x2s", "tic_tac_toe", other.spec(), "random"));
  EXPECT_THAT(other.told(), HasSubstr("time_settings 0 2 1\ntime_left b 2 1\n"));
}

TEST(ForeignProgram, IsToldTheClocksByUci) {
  const Scripted program;
  play_whole(match_by("3s+500ms", "breakthrough", program.uci_spec(), "random"));
  EXPECT_THAT(program.told(), HasSubstr("\ngo wtime 3000 btime 3000 winc 500 binc 500\n"));
  const Scripted sudden;
  play_whole(match_by("3s", "breakthrough", sudden.uci_spec(), "random"));
  EXPECT_THAT(sudden.told(), HasSubstr("\ngo wtime 3000 btime 3000\n"));
}

TEST(ForeignProgram, LosesOnTimeAndGoesOnInTheNextGame) {
  const Scripted program(kTimes);
  const MatchOptions match = match_by("200ms", "tic_tac_toe", program.spec("late"), "random");
  const MatchResult result = play_whole(match);
  for (const GameRecord& game : games_of(result)) {
    ASSERT_TRUE(game.lost);
    EXPECT_EQ(game.lost->fault, Fault::kTime);
    EXPECT_EQ(game.result_a(), kLoss);
  }
  EXPECT_EQ(match_json(match, result)["lost_on_time"], (Json{{"a", 2}, {"b", 0}}));
  EXPECT_EQ(program.starts(), 1U);
}

TEST(ForeignProgram, ThatIsBanyanKeepsWithinTheClock) {
  const std::string spec = fmt::format("gtp:cmd='{} gtp --game hex:size=4 --engine seq'", kProgram);
  const MatchOptions match = match_by("1s+20ms", "hex:size=4", spec, "random");
  for (const GameRecord& game : whole_games(match)) {
    expect_kept(match, game);
    EXPECT_FALSE(game.lost) << game.lost->words;
  }
}

// ---- the commands ------------------------------------------------------------------------------

Arguments match_into(const std::filesystem::path& out, const std::string& clock) {
  return split_words(
      "match --game connect_four --a seq --b seq:c=1 --pairs 2 --iterations 50 --clock " + clock +
          " --out " + out.string(),
      "");
}

TEST(MatchCommand, GoesOnWithTheSameClockAlone) {
  const TemporaryFolder folder;
  const auto out = folder.path() / "run";
  const Outcome first = run_banyan(match_into(out, "100s"));
  ASSERT_EQ(first.status, 0) << first.text();
  EXPECT_THAT(first.out, HasSubstr("4 games of connect_four, clock 100s, openings"));
  const Json run = Json::parse(read_file(out / "run.json"));
  EXPECT_EQ(run["settings"]["clock"], "100s");
  EXPECT_THAT(run["provenance"]["command"].get<std::string>(), HasSubstr(" --clock 100s"));
  EXPECT_EQ(run["result"]["lost_on_time"], (Json{{"a", 0}, {"b", 0}}));

  std::string games = read_file(out / "games.jsonl");
  const std::string kept = games.substr(0, games.find('\n') + 1);  // half a pair is replayed
  games.resize(games.size() - 100);
  write_file_whole(out / "games.jsonl", games);
  EXPECT_EQ(run_banyan(match_into(out, "100s")).status, 0);
  EXPECT_TRUE(read_file(out / "games.jsonl").starts_with(kept));
  EXPECT_EQ(without_times(Json::parse(read_file(out / "run.json"))["result"]),
            without_times(run["result"]));

  const Outcome other = run_banyan(match_into(out, "101s"));
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("another run (its clock is \"100s\", not \"101s\")"));
}

TEST(PoolCommand, PlaysByTheClock) {
  const Json pool = run_json({"pool", "--game", "tic_tac_toe", "--engines", "seq;seq:c=1;random",
                              "--pairs", "2", "--iterations", "50", "--clock", "100s"});
  EXPECT_EQ(pool["clock"], "100s");
  for (const Json& match : pool["matches"]) EXPECT_EQ(match["lost_on_time"]["a"], 0);
}

}  // namespace
}  // namespace banyan::bench
