// Tests of match.hpp: how pairs are played, what is kept, and that strength comes out as it must.
#include "bench/match.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/scale_test.hpp"

namespace banyan::bench {
namespace {

/// A match with the game's own openings and a budget of iterations.
MatchOptions match_of(const std::string& game, const std::string& a, const std::string& b,
                      std::uint64_t pairs, std::uint64_t iterations) {
  MatchOptions options;
  options.game = parse_game(game);
  options.a = parse_engine(a);
  options.b = parse_engine(b);
  options.pairs = pairs;
  options.limits = Limits{iterations, 0, {}};
  options.openings = {options.game.opening_plies};
  return options;
}

MatchResult play(const MatchOptions& options) {
  return play_match(options, [](const MatchResult&) {}, {});
}

void expect_same(const GameRecord& a, const GameRecord& b) {
  EXPECT_EQ(a.pair, b.pair);
  EXPECT_EQ(a.a_first, b.a_first);
  EXPECT_EQ(a.opening, b.opening);
  EXPECT_EQ(a.moves, b.moves);
  EXPECT_EQ(a.result_a, b.result_a);
  for (const std::size_t side : {0, 1}) {
    EXPECT_EQ(a.effort[side].moves, b.effort[side].moves);
    EXPECT_EQ(a.effort[side].iterations, b.effort[side].iterations);
  }
}

TEST(Match, PlaysEachOpeningTwiceWithColoursSwapped) {
  const MatchResult result = play(match_of("connect_four", "seq", "random", 6, 50));
  ASSERT_EQ(result.games.size(), 12U);
  for (std::size_t i = 0; i < 12; i += 2) {
    const GameRecord& first = result.games[i];
    const GameRecord& second = result.games[i + 1];
    EXPECT_EQ(first.pair, i / 2);
    EXPECT_EQ(second.pair, i / 2);
    EXPECT_TRUE(first.a_first);
    EXPECT_FALSE(second.a_first);
    EXPECT_EQ(first.opening, second.opening);
    EXPECT_EQ(first.opening.size(), 4U);
  }
}

TEST(Match, RecordsLegalGamesWithTheirResults) {
  const MatchOptions options = match_of("tic_tac_toe", "seq", "random", 10, 20);
  for (const GameRecord& game : play(options).games) {
    std::string moves;
    for (const auto* part : {&game.opening, &game.moves}) {
      for (const std::uint32_t move : *part) moves += options.game.start->to_text(move) + " ";
    }
    const auto end = play_moves(*options.game.start, moves);
    EXPECT_TRUE(end->over());
    EXPECT_EQ(end->result(game.a_first ? 0 : 1), game.result_a);
  }
}

TEST(Match, GivesEachEngineItsBudgetAndItsTurns) {
  const MatchResult result =
      play(match_of("connect_four", "seq", "root:threads=1,iterations=77", 3, 30));
  for (const GameRecord& game : result.games) {
    EXPECT_EQ(game.effort[0].iterations, 30 * game.effort[0].moves);
    EXPECT_EQ(game.effort[1].iterations, 77 * game.effort[1].moves);
    EXPECT_EQ(game.effort[0].moves + game.effort[1].moves, game.moves.size());
  }
}

TEST(Match, LetsTheFirstPlayerMoveFirst) {
  // Both sides are told apart by their budgets; without an opening player 0 has the odd move.
  MatchOptions options = match_of("connect_four", "seq", "seq:iterations=20", 3, 10);
  options.openings = {0};
  for (const GameRecord& game : play(options).games) {
    const std::size_t first = game.a_first ? 0 : 1;
    EXPECT_EQ(game.effort[first].moves, (game.moves.size() + 1) / 2);
  }
}

TEST(Match, CountsGamesAndPairsAlike) {
  const MatchResult result = play(match_of("tic_tac_toe", "seq", "random", 20, 20));
  std::array<std::uint64_t, 3> counts{};
  Pentanomial pairs{};
  for (std::size_t i = 0; i < result.games.size(); i += 2) {
    const Points first = result.games[i].result_a;
    const Points second = result.games[i + 1].result_a;
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
    const MatchResult once = play(options);
    const MatchResult again = play(options);
    ASSERT_EQ(once.games.size(), again.games.size());
    for (std::size_t i = 0; i < once.games.size(); ++i) expect_same(once.games[i], again.games[i]);
  }
}

TEST(Match, PlaysAPairAsIfThereWereNoOthers) {
  // A match of one pair is played alone; those of eight share the cores and the engines' memory.
  const MatchResult many = play(match_of("hex:size=5", "seq", "leaf:threads=1", 8, 100));
  const MatchResult one = play(match_of("hex:size=5", "seq", "leaf:threads=1", 1, 100));
  ASSERT_EQ(one.games.size(), 2U);
  expect_same(one.games[0], many.games[0]);
  expect_same(one.games[1], many.games[1]);
}

TEST(Match, DependsOnTheSeed) {
  MatchOptions options = match_of("hex:size=7", "seq", "seq", 2, 50);
  const MatchResult one = play(options);
  options.seed = 2;
  const MatchResult two = play(options);
  EXPECT_NE(one.games[0].opening, two.games[0].opening);
}

TEST(Match, ReportsItsProgressPairByPair) {
  std::vector<std::size_t> sizes;
  play_match(match_of("tic_tac_toe", "random", "random", 5, 1),
             [&](const MatchResult& so_far) { sizes.push_back(so_far.games.size()); }, {});
  EXPECT_EQ(sizes, (std::vector<std::size_t>{2, 4, 6, 8, 10}));
}

TEST(Match, KeepsWholePairsAtAStopRequest) {
  std::stop_source source;
  const MatchResult result = play_match(
      match_of("connect_four", "seq", "seq", 100'000, 50),
      [&](const MatchResult& so_far) {
        if (so_far.games.size() >= 6) source.request_stop();
      },
      source.get_token());
  EXPECT_TRUE(result.interrupted);
  EXPECT_GE(result.games.size(), 6U);
  EXPECT_LT(result.games.size(), 200U);
  ASSERT_EQ(result.games.size() % 2, 0U);
  EXPECT_EQ(pair_count(result.pentanomial), result.games.size() / 2);
  for (std::size_t i = 0; i < result.games.size(); i += 2) {
    EXPECT_EQ(result.games[i].pair, result.games[i + 1].pair);
    if (i > 0) {
      EXPECT_LT(result.games[i - 1].pair, result.games[i].pair);
    }
  }
}

TEST(Match, IsEmptyWhenItIsStoppedBeforeItBegins) {
  std::stop_source source;
  source.request_stop();
  const MatchResult result = play_match(
      match_of("tic_tac_toe", "seq", "seq", 5, 50), [](const MatchResult&) {}, source.get_token());
  EXPECT_TRUE(result.interrupted);
  EXPECT_TRUE(result.games.empty());
}

TEST(Match, EndsEarlyOnceItsTestHasDecided) {
  MatchOptions options = match_of("connect_four", "seq", "random", 5000, 200);
  options.sprt = SprtSettings{0, 20};
  const MatchResult better = play(options);
  EXPECT_EQ(better.verdict, Verdict::kH1);
  EXPECT_LT(better.games.size(), 1000U);
  EXPECT_FALSE(better.interrupted);
  ASSERT_TRUE(better.llr);
  EXPECT_GE(*better.llr, sprt_limits(0.05, 0.05).accept_h1);

  std::swap(options.a, options.b);
  EXPECT_EQ(play(options).verdict, Verdict::kH0);
}

TEST(Match, EndsUndecidedWithTooFewPairs) {
  MatchOptions options = match_of("tic_tac_toe", "seq", "seq", 3, 50);
  options.sprt = SprtSettings{0, 5};
  const MatchResult result = play(options);
  EXPECT_EQ(result.verdict, Verdict::kContinue);
  EXPECT_EQ(result.games.size(), 6U);
}

TEST(Match, PassesOnWhatGoesWrongInItsThreads) {
  MatchOptions no_budget = match_of("tic_tac_toe", "seq", "seq", 2, 1);
  no_budget.limits.reset();
  EXPECT_THROW(play(no_budget), UsageError);
  MatchOptions no_opening = match_of("tic_tac_toe", "seq", "seq", 2, 1);
  no_opening.openings = {50};
  EXPECT_THROW(play(no_opening), UsageError);
}

TEST(GamesAtOnce, NeverRunMoreThreadsThanCores) {
  for (int a = 1; a <= 9; ++a) {
    for (int b = 1; b <= 9; ++b) {
      for (int cores = 1; cores <= 64; ++cores) {
        const int wider = std::max(a, b);
        const int games = games_at_once(parse_engine("tree:threads=" + std::to_string(a)),
                                        parse_engine("root:threads=" + std::to_string(b)), cores);
        ASSERT_GE(games, 1);
        ASSERT_TRUE(games * wider <= cores || games == 1) << a << " " << b << " " << cores;
        ASSERT_GT((games + 1) * wider, cores) << "a core is left idle";
      }
    }
  }
}

TEST(GamesAtOnce, TakeACoreEachForSequentialEngines) {
  EXPECT_EQ(games_at_once(parse_engine("seq"), parse_engine("naive"), 6), 6);
}

// ---- strength ----------------------------------------------------------------------------------

class SlowStrengthAgainstRandom : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Engines, SlowStrengthAgainstRandom,
                         testing::Values("seq", "leaf", "root", "tree", "naive"),
                         [](const auto& each) { return std::string(each.param); });

TEST_P(SlowStrengthAgainstRandom, WinsNearlyEveryGameOfConnectFour) {
  const MatchResult result = play(match_of("connect_four", GetParam(), "random", 50, 1000));
  EXPECT_EQ(result.games.size(), 100U);
  EXPECT_GE(result.losses_draws_wins[kWin], 99U);
}

class SlowTicTacToe : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Engines, SlowTicTacToe, testing::Values("seq", "leaf", "root", "tree"),
                         [](const auto& each) { return std::string(each.param); });

TEST_P(SlowTicTacToe, IsDrawnByFiveThousandIterations) {
  MatchOptions options = match_of("tic_tac_toe", GetParam(), "seq", scaled(20), 5000);
  options.openings = {0};
  const MatchResult result = play(options);
  EXPECT_EQ(result.losses_draws_wins[kDraw], result.games.size());
}

TEST(SlowMatch, OfAnEngineAgainstItselfIsEven) {
  for (const char* game : {"tic_tac_toe", "connect_four", "hex:size=5"}) {
    const MatchResult result = play(match_of(game, "seq", "seq", scaled(400), 100));
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

TEST(SlowMatch, IsWonByFourTimesTheIterations) {
  const MatchResult result =
      play(match_of("connect_four", "seq:iterations=4000", "seq:iterations=1000", 120, 1));
  EXPECT_GT(los(result.pentanomial), 0.999);
}

}  // namespace
}  // namespace banyan::bench
