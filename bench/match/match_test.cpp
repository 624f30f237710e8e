// Tests of match.hpp: how pairs are played, what is kept, and that strength is measured correctly.
#include "bench/match/match.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "bench/machine/machine.hpp"
#include "bench/match/whole_match_test.hpp"
#include "bench/pairs/play_match.hpp"
#include "core/baselines/random_search.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan::bench {
namespace {

/// A match with the game's own openings and a budget of iterations.
MatchOptions match_of(const std::string& game, const std::string& a, const std::string& b,
                      std::uint64_t pairs, std::uint64_t iterations) {
  MatchOptions options = plain_match(game, a + ';' + b, pairs);
  options.limits = Limits{iterations, 0, {}};
  options.openings = {options.game.opening_plies, OpeningFilter::kSearch, 1000};
  return options;
}

bool a_first(const GameRecord& game) { return game.seats.front() == 0; }

void expect_same(const GameRecord& a, const GameRecord& b) {
  EXPECT_EQ(a.deal, b.deal);
  EXPECT_EQ(a.seats, b.seats);
  EXPECT_EQ(a.opening, b.opening);
  EXPECT_EQ(a.moves, b.moves);
  EXPECT_EQ(a.scores, b.scores);
  for (const std::size_t side : {0, 1}) {
    EXPECT_EQ(a.effort[side].moves, b.effort[side].moves);
    EXPECT_EQ(a.effort[side].iterations, b.effort[side].iterations);
  }
}

TEST(Match, PlaysEachOpeningTwiceWithColoursSwapped) {
  const MatchResult result = play_whole(match_of("connect_four", "seq", "random", 6, 50));
  ASSERT_EQ(result.deals.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    ASSERT_EQ(result.deals[i].size(), 2U);
    const GameRecord& first = result.deals[i][0];
    const GameRecord& second = result.deals[i][1];
    EXPECT_EQ(first.deal, i);
    EXPECT_EQ(second.deal, i);
    EXPECT_TRUE(a_first(first));
    EXPECT_FALSE(a_first(second));
    EXPECT_EQ(first.opening, second.opening);
    EXPECT_EQ(first.opening.size(), 4U);
  }
}

TEST(Match, RecordsLegalGamesWithTheirResults) {
  const MatchOptions options = match_of("tic_tac_toe", "seq", "random", 10, 20);
  for (const GameRecord& game : whole_games(options)) {
    const auto end = options.game.start->clone();
    for (const auto* part : {&game.opening, &game.moves}) {
      for (const std::uint32_t move : *part) end->play(move);
    }
    EXPECT_TRUE(end->over());
    EXPECT_EQ(end->result(a_first(game) ? 0 : 1), game.result_a());
  }
}

TEST(Match, RatesLeaveOutVisitsOfFinishedPositions) {
  // Late in a game, whole batches may end at one finished position.
  const MatchResult result = play_whole(match_of("tic_tac_toe", "seq:batch=512", "seq", 2, 20'000));
  for (const Effort& effort : {result.effort[0], result.effort[1]}) {
    EXPECT_GT(effort.played, 0U);
    EXPECT_LT(effort.played, effort.iterations / 2);
    EXPECT_DOUBLE_EQ(iterations_per_second(effort),
                     static_cast<double>(effort.played) / effort.seconds);
  }
}

TEST(Match, GivesEachEngineItsBudgetAndItsTurns) {
  const MatchResult result =
      play_whole(match_of("connect_four", "seq", "root:threads=1,iterations=77", 3, 30));
  for (const GameRecord& game : games_of(result)) {
    EXPECT_EQ(game.effort[0].iterations, 30 * game.effort[0].moves);
    EXPECT_EQ(game.effort[1].iterations, 77 * game.effort[1].moves);
    EXPECT_LE(game.effort[0].moves + game.effort[1].moves, game.moves.size());
  }
}

TEST(Match, SearchesForNoMoveThatIsTheOnlyOne) {
  const MatchOptions options = match_of("othello", "seq", "seq:c=1", 3, 20);
  for (const GameRecord& game : whole_games(options)) {
    const auto position = options.game.start->clone();
    for (const std::uint32_t move : game.opening) position->play(move);
    std::uint64_t searched = 0;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const bool choice = position->legal_moves().size() > 1;
      if (!choice) {
        EXPECT_EQ(game.move_seconds[i], 0);
      }
      searched += choice ? 1 : 0;
      position->play(game.moves[i]);
    }
    EXPECT_LT(searched, game.moves.size());
    const GameRecord read = read_game(options, game_json(options, game));
    for (const GameRecord* each : {&game, &read}) {
      EXPECT_EQ(each->effort[0].moves + each->effort[1].moves, searched);
      EXPECT_EQ(each->effort[0].iterations + each->effort[1].iterations, 20 * searched);
    }
  }
}

TEST(Match, LetsTheFirstPlayerMoveFirst) {
  // The budgets distinguish the sides; without an opening player 0 has the odd move.
  MatchOptions options = match_of("connect_four", "seq", "seq:iterations=20", 3, 10);
  options.openings = {0};
  for (const GameRecord& game : whole_games(options)) {
    const std::size_t first = game.seats.front();
    EXPECT_EQ(game.effort[first].moves, (game.moves.size() + 1) / 2);
  }
}

TEST(Match, CountsGamesAndPairsAlike) {
  const MatchResult result = play_whole(match_of("tic_tac_toe", "seq", "random", 20, 20));
  std::array<std::uint64_t, 3> counts{};
  Pentanomial pairs{};
  for (const Deal& pair : result.deals) {
    const Points first = pair[0].result_a();
    const Points second = pair[1].result_a();
    ++counts[static_cast<std::size_t>(first)];
    ++counts[static_cast<std::size_t>(second)];
    add_pair(pairs, first, second);
  }
  EXPECT_EQ(result.losses_draws_wins, counts);
  EXPECT_EQ(result.pentanomial, pairs);
  EXPECT_FALSE(result.interrupted);
}

TEST(Match, IsTheSameEveryTimeWithFixedIterations) {
  for (const char* engine : {"seq", "leaf:threads=2", "root:threads=2", "naive"}) {
    const MatchOptions options = match_of("connect_four", engine, "seq:c=1", 4, 100);
    const auto once = whole_games(options);
    const auto again = whole_games(options);
    ASSERT_EQ(once.size(), again.size());
    for (std::size_t i = 0; i < once.size(); ++i) expect_same(once[i], again[i]);
  }
}

TEST(Match, PlaysAPairAsIfThereWereNoOthers) {
  // One pair is played alone; eight pairs share the cores and the engines' memory.
  const MatchResult many = play_whole(match_of("hex:size=5", "seq", "leaf:threads=1", 8, 100));
  const MatchResult one = play_whole(match_of("hex:size=5", "seq", "leaf:threads=1", 1, 100));
  ASSERT_EQ(one.deals.size(), 1U);
  expect_same(one.deals[0][0], many.deals[0][0]);
  expect_same(one.deals[0][1], many.deals[0][1]);
}

TEST(Match, DependsOnTheSeed) {
  MatchOptions options = match_of("hex:size=7", "seq", "seq", 2, 50);
  const MatchResult one = play_whole(options);
  options.seed = 2;
  const MatchResult two = play_whole(options);
  EXPECT_NE(one.deals[0][0].opening, two.deals[0][0].opening);
}

TEST(Match, ReportsItsProgressPairByPair) {
  std::vector<std::size_t> sizes;
  play_match(match_of("tic_tac_toe", "random", "random", 5, 1),
             [&](const MatchResult& so_far) { sizes.push_back(so_far.games()); }, {});
  EXPECT_EQ(sizes, (std::vector<std::size_t>{2, 4, 6, 8, 10}));
}

TEST(Match, KeepsWholePairsAtAStopRequest) {
  std::stop_source source;
  const MatchResult result = play_match(
      match_of("connect_four", "seq", "seq", 100'000, 50),
      [&](const MatchResult& so_far) {
        if (so_far.deals.size() >= 3) source.request_stop();
      },
      source.get_token());
  EXPECT_TRUE(result.interrupted);
  EXPECT_GE(result.deals.size(), 3U);
  EXPECT_LT(result.deals.size(), 100U);
  EXPECT_EQ(pair_count(result.pentanomial), result.deals.size());
  for (std::size_t i = 0; i < result.deals.size(); ++i) {
    ASSERT_EQ(result.deals[i].size(), 2U);
    EXPECT_EQ(result.deals[i][0].deal, result.deals[i][1].deal);
    if (i > 0) {
      EXPECT_LT(result.deals[i - 1][0].deal, result.deals[i][0].deal);
    }
  }
}

TEST(Match, IsEmptyWhenItIsStoppedBeforeItBegins) {
  std::stop_source source;
  source.request_stop();
  const MatchResult result =
      play_whole(match_of("tic_tac_toe", "seq", "seq", 5, 50), source.get_token());
  EXPECT_TRUE(result.interrupted);
  EXPECT_TRUE(result.deals.empty());
}

TEST(Match, IsInterruptedIfItsOpeningsWereNotAllCounted) {
  MatchOptions options = match_of("connect_four", "seq", "random", 200, 200);
  options.sprt = SprtSettings{0, 100};
  const MatchResult whole = play_whole(options);
  ASSERT_TRUE(whole.decided);
  // A stop comes after the last game, before the openings of an earlier run are drawn again.
  std::stop_source source;
  source.request_stop();
  MatchMemory memory;
  memory.finished = whole.deals;
  EXPECT_TRUE(play_whole(options, source.get_token(), memory).interrupted);
  const MatchResult resumed = play_whole(options, {}, memory);
  EXPECT_FALSE(resumed.interrupted);
  EXPECT_EQ(resumed.opening_tries, whole.opening_tries);
  EXPECT_EQ(resumed.unbalanced_openings, whole.unbalanced_openings);
}

TEST(Match, IsNotDecidedByGamesBeyondThoseThatAStopLeftOut) {
  MatchOptions options = match_of("connect_four", "seq", "random", 200, 200);
  options.sprt = SprtSettings{0, 100};
  MatchMemory memory;
  memory.finished = play_whole(options).deals;
  memory.finished.erase(memory.finished.begin());
  std::stop_source source;
  source.request_stop();
  const MatchResult stopped = play_whole(options, source.get_token(), memory);
  EXPECT_TRUE(stopped.interrupted);
  EXPECT_FALSE(stopped.decided);
  EXPECT_EQ(stopped.deals.size(), memory.finished.size());  // none is lost
}

TEST(Match, EndsEarlyOnceItsTestHasDecided) {
  MatchOptions options = match_of("connect_four", "seq", "random", 5000, 200);
  options.sprt = SprtSettings{0, 20};
  const MatchResult better = play_whole(options);
  EXPECT_EQ(better.verdict, Verdict::kH1);
  EXPECT_LT(better.games(), 1000U);
  EXPECT_FALSE(better.interrupted);
  ASSERT_TRUE(better.llr);
  EXPECT_GE(*better.llr, sprt_limits(0.05, 0.05).accept_h1);

  std::swap(options.engines[0], options.engines[1]);
  EXPECT_EQ(play_whole(options).verdict, Verdict::kH0);
}

TEST(Match, EndsOnceEquivalenceIsShownOrRefuted) {
  MatchOptions options = match_of("connect_four", "seq", "random", 5000, 200);
  options.equivalent = 20;
  const MatchResult better = play_whole(options);
  EXPECT_TRUE(better.decided);
  EXPECT_LT(better.games(), 1000U);
  EXPECT_NE(match_verdict(options, better).find("seq is shown to be more than 20 Elo over random"),
            std::string::npos);
  EXPECT_EQ(match_json(options, better)["equivalent"]["verdict"], "stronger");

  options = match_of("tic_tac_toe", "random", "random", 5000, 1);
  options.equivalent = 100;
  const MatchResult even = play_whole(options);
  EXPECT_TRUE(even.decided);
  EXPECT_NE(match_verdict(options, even).find("are shown to be within 100 Elo of each other"),
            std::string::npos);
}

TEST(Match, CountsItsDifferentOpenings) {
  MatchOptions options = match_of("tic_tac_toe", "random", "random", 80, 1);
  options.openings = {1, OpeningFilter::kNone};
  const MatchResult result = play_whole(options);
  EXPECT_EQ(result.repeats.starts(), 9U);
  EXPECT_NE(match_text(options, result).find("only 9 different openings for 80 pairs"),
            std::string::npos);
}

TEST(MatchSeeds, DifferFromMatchToMatchAndFromRunToRun) {
  EXPECT_EQ(match_seed(1, "seq against naive"), match_seed(1, "seq against naive"));
  EXPECT_NE(match_seed(1, "seq against naive"), match_seed(1, "naive against seq"));
  EXPECT_NE(match_seed(1, "seq against naive"), match_seed(2, "seq against naive"));
}

TEST(Match, EndsUndecidedWithTooFewPairs) {
  MatchOptions options = match_of("tic_tac_toe", "seq", "seq", 3, 50);
  options.sprt = SprtSettings{0, 5};
  const MatchResult result = play_whole(options);
  EXPECT_EQ(result.verdict, Verdict::kContinue);
  EXPECT_EQ(result.games(), 6U);
}

TEST(Match, PassesOnWhatGoesWrongInItsThreads) {
  MatchOptions no_budget = match_of("tic_tac_toe", "seq", "seq", 2, 1);
  no_budget.limits.reset();
  EXPECT_THROW(play_whole(no_budget), UsageError);
  MatchOptions no_opening = match_of("tic_tac_toe", "seq", "seq", 2, 1);
  no_opening.openings = {50};
  EXPECT_THROW(play_whole(no_opening), UsageError);
}

TEST(Match, GoesOnFromPairsAlreadyFinished) {
  const MatchOptions options = match_of("connect_four", "seq", "root:threads=1", 6, 100);
  const MatchResult whole = play_whole(options);
  MatchMemory memory;
  for (const std::size_t pair : {0U, 3U}) {  // not even the first ones
    memory.finished.push_back(whole.deals[pair]);
  }
  std::vector<std::uint64_t> played;
  memory.keep = [&](const Deal& pair) { played.push_back(pair[0].deal); };
  const MatchResult rest = play_whole(options, {}, memory);
  std::sort(played.begin(), played.end());
  EXPECT_EQ(played, (std::vector<std::uint64_t>{1, 2, 4, 5}));
  ASSERT_EQ(rest.games(), whole.games());
  for (std::size_t i = 0; i < whole.games(); ++i) {
    expect_same(games_of(rest)[i], games_of(whole)[i]);
  }
  EXPECT_EQ(rest.pentanomial, whole.pentanomial);
}

// In Breakthrough the text of a move depends on who makes it.
TEST(Match, ReadsTheGamesItWrites) {
  for (const char* game : {"breakthrough", "connect_four", "go:size=5", "othello", "hex:size=5"}) {
    MatchOptions options = match_of(game, "seq:time=100us", "random", 2, 1);
    for (const GameRecord& written : whole_games(options)) {
      const GameRecord read = read_game(options, Json::parse(game_json(options, written).dump()));
      expect_same(read, written);
      EXPECT_EQ(read.move_seconds, written.move_seconds);
      for (const std::size_t side : {0, 1}) {
        EXPECT_EQ(read.effort[side].seconds, written.effort[side].seconds);
        EXPECT_EQ(read.effort[side].depth_sum, written.effort[side].depth_sum);
        EXPECT_EQ(read.effort[side].overshoots, written.effort[side].overshoots);
      }
      EXPECT_EQ(read.effort[0].overshoots.size(), read.effort[0].moves);
      EXPECT_TRUE(read.effort[1].overshoots.empty());  // random ignores limits
    }
  }
}

TEST(Match, RecordsWhatItsSearchesFoundWhereThatIsAskedFor) {
  MatchOptions options = match_of("othello", "seq:iterations=300", "random", 2, 1);
  for (const GameRecord& game : whole_games(options)) {
    EXPECT_TRUE(game.searches.empty());
    EXPECT_FALSE(game_json(options, game).contains("searches"));
  }
  options.visits = true;
  for (const GameRecord& game : whole_games(options)) {
    ASSERT_EQ(game.searches.size(), game.moves.size());
    const auto position = opened(*options.game.start, game.stones, game.opening);
    std::uint64_t searched = 0;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const auto& search = game.searches[i];
      const bool by_seq = game.seats[static_cast<std::size_t>(position->to_move())] == 0;
      if (search && by_seq) {
        ++searched;
        std::uint64_t sum = 0;
        std::uint64_t most = 0;
        for (const auto& [move, visits] : search->visits) {
          sum += visits;
          most = std::max(most, visits);
        }
        EXPECT_EQ(sum, 300U);
        EXPECT_EQ(search->visits.at(position->to_text(game.moves[i])), most);
        EXPECT_TRUE(search->value >= 0 && search->value <= 1) << search->value;
      }
      if (position->legal_moves().size() == 1) {
        EXPECT_EQ(search, std::nullopt);
      }
      position->play(game.moves[i]);
    }
    EXPECT_GT(searched, 20U);
    const Json json = Json::parse(game_json(options, game).dump());
    EXPECT_EQ(read_game(options, json).searches, game.searches);
    Json torn = json;
    torn["searches"].erase(0);
    EXPECT_THROW(read_game(options, torn), UsageError);
  }
}

TEST(Match, GivesEachGameCoresOfItsOwn) {
  const int cores = static_cast<int>(available_cores().size());
  MatchOptions options = match_of("tic_tac_toe", "seq", "random", 64, 10);
  const CoreUse narrow = play_whole(options).cores;
  EXPECT_EQ(narrow.games_at_once, std::min(cores, 64));
  EXPECT_TRUE(narrow.pinned);
  options.concurrency = 1;
  EXPECT_EQ(play_whole(options).cores.games_at_once, 1);
  options.concurrency = cores + 1;
  EXPECT_THROW(play_whole(options), UsageError);
  options.concurrency = 0;
  options.engines[0] = parse_engine("root:threads=" + std::to_string(cores + 1));
  options.deals = 1;
  const MatchResult wide = play_whole(options);
  EXPECT_EQ(wide.cores.games_at_once, 1);
  EXPECT_FALSE(wide.cores.pinned);
  EXPECT_NE(match_text(options, wide).find("its threads share them.\n"), std::string::npos);
}

TEST(Match, CountsTheTimeItSearched) {
  const MatchResult result =
      play_whole(match_of("connect_four", "seq:time=2ms", "seq:time=2ms", 2, 1));
  double seconds = 0;
  for (const Effort& effort : result.effort) seconds += effort.seconds;
  EXPECT_NEAR(result.cores.search_seconds, seconds, 1e-9);
  EXPECT_GT(result.cores.busy(), 0);
  EXPECT_LE(result.cores.busy(), 1);
}

TEST(Match, DoesNotKnowTheShareOfSearchesWhereNoGameIsLeftToPlay) {
  const MatchOptions options = match_of("connect_four", "seq", "seq:c=1", 2, 50);
  const MatchResult played = play_whole(options);
  EXPECT_GT(match_json(options, played)["cores"]["search_share"], 0);
  MatchMemory memory;
  memory.finished = played.deals;
  const MatchResult again = play_whole(options, {}, memory);
  EXPECT_EQ(again.games(), played.games());
  EXPECT_TRUE(std::isnan(match_json(options, again)["cores"]["search_share"].get<double>()));
  EXPECT_EQ(match_text(options, again).find("of their time"), std::string::npos);
}

TEST(EffortOfMoves, IsSummedWithItsOvershoots) {
  Effort effort;
  for (int move = 1; move <= 100; ++move) effort.add_move(0.010 + move * 0.001, 0.010);
  effort.add_move(0.005, 0.010);
  EXPECT_EQ(effort.moves, 101U);
  EXPECT_NEAR(effort.overshoot(1), 0.100, 1e-12);
  EXPECT_NEAR(effort.overshoot(0.99), 0.099, 1e-12);
  EXPECT_NEAR(effort.overshoot(0), 0, 1e-12);
  Effort untimed;
  untimed.add_move(1, 0);
  EXPECT_EQ(untimed.overshoot(1), 0);
}

// ---- what is said ------------------------------------------------------------------------------

std::string verdict_of(const Pentanomial& counts, std::optional<SprtSettings> sprt = {}) {
  MatchOptions options = match_of("connect_four", "tree:threads=2", "seq", 1, 1);
  options.limits = Limits{0, 0, std::chrono::milliseconds(50)};
  options.sprt = sprt;
  MatchResult result;
  result.pentanomial = counts;
  if (sprt) {
    result.llr = llr(counts, *sprt);
    result.verdict = sprt_verdict(*result.llr, sprt_limits(sprt->alpha, sprt->beta));
  }
  return match_verdict(options, result);
}

TEST(MatchVerdict, SaysWhichEngineToUse) {
  // A mean of 0.6 and a variance of 0.09 in 100 pairs: 70.4 Elo, 0.6 +- 0.0588.
  EXPECT_EQ(verdict_of({10, 10, 30, 30, 20}),
            "connect_four, 50 ms a move: tree:threads=2 is +70.4 ± 43.6 Elo over seq. Use "
            "tree:threads=2.");
  EXPECT_EQ(verdict_of({20, 30, 30, 10, 10}),
            "connect_four, 50 ms a move: seq is +70.4 ± 43.6 Elo over tree:threads=2. Use seq.");
  EXPECT_EQ(verdict_of({0, 0, 0, 0, 10}),
            "connect_four, 50 ms a move: tree:threads=2 is > +140 Elo over seq. Use "
            "tree:threads=2.");
}

TEST(MatchVerdict, SaysHowManyPairsWouldTell) {
  // Score 0.525, variance 0.0869: 17.4 Elo; 7.849 * 0.0869 / 0.025^2 = 1091 pairs in all.
  EXPECT_EQ(verdict_of({10, 20, 35, 20, 15}),
            "connect_four, 50 ms a move: not enough games to tell tree:threads=2 from seq (+17.4 ± "
            "41.1 Elo); a difference of 17 Elo would need about 991 more pairs.");
  EXPECT_EQ(verdict_of({0, 0, 1, 0, 0}),
            "connect_four, 50 ms a move: not enough games to tell tree:threads=2 from seq (+0.0 ± "
            "759.1 Elo).");
}

TEST(MatchVerdict, SaysWhenThereIsNoDifferenceToSpeakOf) {
  EXPECT_EQ(verdict_of({500, 2000, 5000, 2000, 500}),
            "connect_four, 50 ms a move: tree:threads=2 and seq are within 3.0 Elo of each other. "
            "Use either.");
}

TEST(MatchVerdict, OfATestIsTheTests) {
  const SprtSettings sprt{.lower = 0, .upper = 20};
  EXPECT_EQ(
      verdict_of({10, 30, 100, 120, 60}, sprt),
      "connect_four, 50 ms a move: the test accepts that tree:threads=2 is nearer +20 than +0 "
      "nElo over seq. Use tree:threads=2.");
  EXPECT_EQ(
      verdict_of({60, 120, 100, 30, 10}, sprt),
      "connect_four, 50 ms a move: the test accepts that tree:threads=2 is nearer +0 than +20 "
      "nElo over seq. Keep seq.");
  EXPECT_NE(verdict_of({10, 20, 35, 20, 15}, sprt).find("not enough games for the test to decide"),
            std::string::npos);
}

TEST(MatchVerdict, OfATestThatDrawsCannotDecidePromisesNoNumberOfPairs) {
  const std::string verdict = verdict_of({0, 0, 300, 0, 0}, SprtSettings{.lower = -3, .upper = 3});
  EXPECT_TRUE(
      verdict.ends_with("; at this rate not even 10.0 M pairs, the most of a match, would."))
      << verdict;
}

TEST(MatchText, WarnsOfCeilings) {
  MatchOptions options = match_of("tic_tac_toe", "seq", "random", 1, 1);
  MatchResult result;
  result.pentanomial = {0, 0, 0, 2, 98};
  result.losses_draws_wins = {0, 2, 198};
  result.deals.resize(100);
  EXPECT_NE(match_text(options, result).find("one side wins nearly all"), std::string::npos);
  result.pentanomial = {0, 5, 90, 5, 0};
  result.losses_draws_wins = {5, 190, 5};
  EXPECT_NE(match_text(options, result).find("95 % of the games are drawn"), std::string::npos);
}

TEST(GamesAtOnce, NeverRunMoreThreadsThanCores) {
  for (int a = 1; a <= 9; ++a) {
    for (int b = 1; b <= 9; ++b) {
      for (int cores = 1; cores <= 64; ++cores) {
        const int wider = std::max(a, b);
        const int games = games_at_once({parse_engine("tree:threads=" + std::to_string(a)),
                                         parse_engine("root:threads=" + std::to_string(b))},
                                        cores);
        ASSERT_GE(games, 1);
        ASSERT_TRUE(games * wider <= cores || games == 1) << a << " " << b << " " << cores;
        ASSERT_GT((games + 1) * wider, cores) << "a core is left idle";
      }
    }
  }
}

TEST(GamesAtOnce, TakeACoreEachForSequentialEngines) {
  EXPECT_EQ(games_at_once({parse_engine("seq"), parse_engine("naive")}, 6), 6);
}

// ---- strength ----------------------------------------------------------------------------------

class SlowStrengthAgainstRandom : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Engines, SlowStrengthAgainstRandom,
                         testing::Values("seq", "leaf", "root", "tree", "naive"),
                         [](const auto& each) { return std::string(each.param); });

TEST_P(SlowStrengthAgainstRandom, WinsNearlyEveryGameOfConnectFour) {
  const MatchResult result = play_whole(match_of("connect_four", GetParam(), "random", 50, 1000));
  EXPECT_EQ(result.games(), 100U);
  EXPECT_GE(result.losses_draws_wins[kWin], 99U);
}

class SlowTicTacToe : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Engines, SlowTicTacToe, testing::Values("seq", "leaf", "root", "tree"),
                         [](const auto& each) { return std::string(each.param); });

TEST_P(SlowTicTacToe, IsDrawnByFiveThousandIterations) {
  MatchOptions options = match_of("tic_tac_toe", GetParam(), "seq", scaled(20), 5000);
  options.openings = {0};
  const MatchResult result = play_whole(options);
  EXPECT_EQ(result.losses_draws_wins[kDraw], result.games());
}

TEST(SlowMatch, OfAnEngineAgainstItselfIsEven) {
  for (const char* game : {"tic_tac_toe", "connect_four", "hex:size=5"}) {
    const MatchResult result = play_whole(match_of(game, "seq", "seq", scaled(400), 100));
    double variance = 0;  // of a pair's mean score
    const double mean = score(result.pentanomial);
    const auto pairs = static_cast<double>(pair_count(result.pentanomial));
    for (std::size_t i = 0; i < 5; ++i) {
      const double distance = static_cast<double>(i) / 4 - mean;
      variance += static_cast<double>(result.pentanomial[i]) / pairs * distance * distance;
    }
    EXPECT_GT(variance, 0);
    EXPECT_NEAR(mean, 0.5, 4 * std::sqrt(variance / pairs)) << game;
  }
}

class SlowTwiceTheIterations : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Games, SlowTwiceTheIterations,
                         testing::Values("connect_four", "hex:size=7", "othello"),
                         [](const auto& each) {
                           const std::string game = each.param;
                           return game.substr(0, game.find(':'));
                         });

TEST_P(SlowTwiceTheIterations, AreTheStronger) {
  const MatchResult result =
      play_whole(match_of(GetParam(), "seq:iterations=800", "seq:iterations=400", scaled(300), 1));
  EXPECT_GT(elo(result.pentanomial).lower95, 0);
}

TEST(SlowMatch, IsWonByFourTimesTheIterations) {
  const MatchResult result =
      play_whole(match_of("connect_four", "seq:iterations=4000", "seq:iterations=1000", 120, 1));
  EXPECT_GT(los(result.pentanomial), 0.999);
}

/// The openings, the searches and the statistics of `banyan match`.
TEST(Match, IsThatOfTheLibraryMoveForMove) {
  MatchOptions options =
      match_of("connect_four", "seq:iterations=60", "random", 8, kJudgingIterations);
  options.openings = {4};
  options.seed = 3;
  const MatchResult ours = play_whole(options);
  const auto makes_random = [] {
    return [](const ConnectFour& position, const StreamKey& key, const std::stop_token&) {
      return RandomSearch<ConnectFour>().search(position, {}, key).best_move;
    };
  };
  const auto library = banyan::play_match(
      ConnectFour(), searches<SequentialSearch<ConnectFour>>(SearchOptions{}, {.iterations = 60}),
      makes_random, {.pairs = 8, .seed = 3});
  ASSERT_EQ(library.pairs.size(), ours.deals.size());
  for (std::size_t i = 0; i < ours.deals.size(); ++i) {
    EXPECT_EQ(library.pairs[i].opening.moves, ours.deals[i][0].opening);
    for (std::size_t game = 0; game < 2; ++game) {
      EXPECT_EQ(library.pairs[i].games[game].moves, ours.deals[i][game].moves);
      EXPECT_EQ(library.pairs[i].games[game].result_a, ours.deals[i][game].result_a());
    }
  }
  EXPECT_EQ(library.pentanomial, ours.pentanomial);
  EXPECT_EQ(library.losses_draws_wins, ours.losses_draws_wins);
  EXPECT_EQ(library.elo().lower95, elo(ours.pentanomial).lower95);
}

}  // namespace
}  // namespace banyan::bench
