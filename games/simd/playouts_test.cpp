// SIMD playouts: uniform, independent, equal on every instruction set, with each leaf's own result.
// Before all headers that include Highway:
#include "games/simd/targets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "games/breakthrough/breakthrough.hpp"
#include "games/conformance_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/go/go.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"
#include "hwy/targets.h"

namespace banyan::conformance {
namespace {

/// Dispatches only to one instruction set during its lifetime.
class OnlyTarget {
 public:
  explicit OnlyTarget(std::int64_t target) { use(target); }
  ~OnlyTarget() { use(0); }
  OnlyTarget(const OnlyTarget&) = delete;
  OnlyTarget& operator=(const OnlyTarget&) = delete;

 private:
  static void use(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

/// From the best to one that every processor has.
std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  constexpr std::int64_t kAnywhere = HWY_TARGETS & (HWY_SCALAR | HWY_EMU128);
  if (std::count(targets.begin(), targets.end(), kAnywhere) == 0) targets.push_back(kAnywhere);
  return targets;
}

/// `count` positions of random games, none over.
template <class G>
std::vector<G> random_leaves(const G& start, int count, Random& random) {
  std::vector<G> leaves;
  while (static_cast<int>(leaves.size()) < count) {
    const auto game = random_game(start, random);
    leaves.push_back(game[random.below(static_cast<std::uint32_t>(game.size() - 1))]);
  }
  return leaves;
}

template <class G>
struct CertainLeaf {
  G position;
  Points first;
};

/// Positions from which all lines end alike: random games that avoid their end as long as possible
/// and then have only one result left.
template <class G>
std::vector<CertainLeaf<G>> certain_leaves(const G& start, int count, Random& random) {
  std::vector<CertainLeaf<G>> leaves;
  while (static_cast<int>(leaves.size()) < count) {
    const G position = long_game(start, random).back();
    int budget = 1000;
    const auto rates = exact_rates(as_played_out(position), budget);
    if (!rates) continue;
    for (const Points points : {kLoss, kDraw, kWin}) {
      if ((*rates)[static_cast<std::size_t>(points)] == 1) leaves.push_back({position, points});
    }
  }
  return leaves;
}

template <class G>
std::vector<Points> batch(const std::vector<G>& leaves, Random& random) {
  std::vector<Points> first(leaves.size(), -1);
  G::play_out(leaves, first, random);
  return first;
}

/// Small and large numbers of games use different code: both are tested.
constexpr int kTogether[] = {60, 600};

/// Tallies `games` playouts per leaf, `together` games per batch, equally many from each leaf.
template <class G>
std::vector<Tally> batch_tallies(const std::vector<G>& leaves, int games, int together,
                                 Random& random) {
  const int copies = together / static_cast<int>(leaves.size());
  std::vector<G> mixed;
  for (int i = 0; i < copies; ++i) mixed.insert(mixed.end(), leaves.begin(), leaves.end());
  std::vector<Tally> tallies(leaves.size());
  for (int played = 0; played < games; played += copies) {
    const auto first = batch(mixed, random);
    for (std::size_t i = 0; i < mixed.size(); ++i) {
      tallies[i % leaves.size()].add({first[i], 0});
    }
  }
  return tallies;
}

/// The mean and variance of player 0's points in one game.
struct Moments {
  explicit Moments(const Tally& tally)
      : mean(tally.rate(kDraw) + 2 * tally.rate(kWin)),
        variance(tally.rate(kDraw) + 4 * tally.rate(kWin) - mean * mean) {}

  double mean;
  double variance;
};

/// Expects the right value from `games` games of one leaf, played `together` at a time.
template <class G>
void expect_mean_from(const G& leaf, int games, int together, double mean, double error,
                      Random& random) {
  const int calls = games / together;
  double points = 0;
  for (int i = 0; i < calls; ++i) {
    points += G::play_out_from(leaf, static_cast<std::uint32_t>(together), random);
  }
  EXPECT_NEAR(points / together / calls, mean, error);
}

/// Positions that do not fit the caches take longer, so there are fewer of them.
template <class G>
constexpr bool kIsLarge = sizeof(G) > 8192;

/// Expects the sums of batches of `games` games to have the variance of independent games.
template <class Play>
void expect_independent(const Moments& one, int games, int batches, Play play) {
  double squares = 0;
  for (int i = 0; i < batches; ++i) {
    const double off = play() - one.mean * games;
    squares += off * off;
  }
  EXPECT_NEAR(squares / batches / (one.variance * games), 1, 4 * std::sqrt(2.0 / batches));
}

/// Where a game begins, and whether single playouts for comparison make one move at a time. (On
/// large boards that takes too long; other tests compare fast ones with these.)
template <class G>
struct Start {
  G (*start)();
  bool stepwise = true;
};

template <class G>
void are_the_same_on_every_instruction_set(const Start<G>& from) {
  Random leaf_random({1});
  const auto pool = random_leaves(from.start(), 700, leaf_random);
  std::vector<std::vector<Points>> expected;
  std::vector<std::uint32_t> expected_sums;
  for (const std::int64_t target : targets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const OnlyTarget only(target);
    Random random({1});
    std::vector<std::vector<Points>> results;
    for (const int count :
         {1, 4, 5, 8, 9, 17, 31, 33, 63, 119, 121, 128, 129, 300, 512, 513, 700}) {
      results.push_back(batch(std::vector(pool.end() - count, pool.end()), random));
    }
    std::vector<std::uint32_t> sums;
    for (const std::uint32_t games : {1U, 4U, 5U, 40U, 119U, 120U, 511U, 513U, 2001U}) {
      sums.push_back(G::play_out_from(pool[sums.size()], games, random));
    }
    if (expected.empty()) {
      expected = results;
      expected_sums = sums;
    }
    EXPECT_EQ(results, expected);
    EXPECT_EQ(sums, expected_sums);
  }
}

template <class G>
void give_each_leaf_its_own_result_in_batches_of_every_size(const Start<G>& from) {
  Random random({2});
  const auto pool = certain_leaves(from.start(), 30, random);
  constexpr int kStep = kIsLarge<G> ? 23 : 1;
  for (int count = 1; count <= 600; count += kStep) {
    std::vector<G> leaves;
    std::vector<Points> expected;
    for (int i = 0; i < count; ++i) {
      const auto& leaf = pool[random.below(static_cast<std::uint32_t>(pool.size()))];
      leaves.push_back(leaf.position);
      expected.push_back(leaf.first);
    }
    ASSERT_EQ(batch(leaves, random), expected) << count << " leaves";
    const auto games = static_cast<std::uint32_t>(count);
    ASSERT_EQ(G::play_out_from(leaves[0], games, random),
              games * static_cast<std::uint32_t>(expected[0]));
  }
}

template <class G>
void agree_with_single_ones_at_all_stages_of_a_game(const Start<G>& from) {
  Random random({3});
  const auto game = random_game(from.start(), random);
  std::vector<G> leaves;
  for (const std::size_t quarter : {0U, 1U, 2U, 3U}) {
    leaves.push_back(game[(game.size() - 1) * quarter / 4]);
  }
  leaves.push_back(game[game.size() - 2]);
  std::vector<Tally> single;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    single.push_back(from.stepwise ? tally(leaves[i], kSample, 5 + i, kStepwise)
                                   : tally(leaves[i], kSample, 5 + i, kFast));
  }
  for (const int together : kTogether) {
    const auto tallies = batch_tallies(leaves, kSample, together, random);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      SCOPED_TRACE(leaves[i].board());
      for (const int points : {kLoss, kDraw, kWin}) {
        const double rate = (tallies[i].rate(points) + single[i].rate(points)) / 2;
        EXPECT_NEAR(tallies[i].rate(points), single[i].rate(points),
                    kSigmas * std::sqrt(2 * rate * (1 - rate) / kSample));
      }
      const Moments one(single[i]);
      expect_mean_from(leaves[i], kSample, together, one.mean,
                       kSigmas * std::sqrt(2 * one.variance / kSample) + 1e-12, random);
    }
  }
}

template <class G>
void near_the_end_hit_the_exact_rates(const Start<G>& from) {
  Random random({6});
  std::vector<G> leaves;
  std::vector<std::array<double, 3>> rates;
  for (int i = 0; i < 500 && leaves.size() < 12; ++i) {
    const auto game = random_game(from.start(), random);
    for (std::size_t left = 6; left > 1; --left) {
      if (left > game.size()) continue;
      int budget = 2000;
      const auto exact = exact_rates(as_played_out(game[game.size() - left]), budget);
      if (!exact) continue;
      leaves.push_back(game[game.size() - left]);
      rates.push_back(*exact);
      break;
    }
  }
  if (leaves.empty()) GTEST_SKIP() << "no end of a game is short enough";
  for (const int together : kTogether) {
    const auto tallies = batch_tallies(leaves, kSample, together, random);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      SCOPED_TRACE(leaves[i].board());
      expect_rates(tallies[i], rates[i]);
      const double mean = rates[i][kDraw] + 2 * rates[i][kWin];
      const double variance = rates[i][kDraw] + 4 * rates[i][kWin] - mean * mean;
      expect_mean_from(leaves[i], kSample, together, mean,
                       kSigmas * std::sqrt(variance / kSample) + 1e-12, random);
    }
  }
}

template <class G>
void are_independent_games(const Start<G>& from) {
  const G start = from.start();
  const Moments one(tally(start, 4 * kSample, 8, kFast));
  Random random({9});
  constexpr int kBatches = scaled(kIsLarge<G> ? 500 : 2000);
  for (const int games : {32, 100, 512}) {
    SCOPED_TRACE(games);
    const std::vector<G> leaves(static_cast<std::size_t>(games), start);
    expect_independent(one, games, kBatches, [&] {
      const auto first = batch(leaves, random);
      return static_cast<double>(std::accumulate(first.begin(), first.end(), 0));
    });
  }
  expect_independent(one, 700, kBatches,
                     [&] { return static_cast<double>(G::play_out_from(start, 700, random)); });
}

template <class G>
void depend_on_the_state_of_random_alone(const Start<G>& from) {
  Random leaf_random({10});
  const auto leaves = random_leaves(from.start(), 200, leaf_random);
  Random random({11});
  Random again({11});
  const auto first = batch(leaves, random);
  EXPECT_EQ(batch(leaves, again), first);
  EXPECT_EQ(random.next(), again.next());
  EXPECT_NE(batch(leaves, random), first);
}

template <class MakeStart>
std::size_t check_batches(const std::string& name, MakeStart start, bool stepwise = true) {
  using G = std::invoke_result_t<MakeStart>;
  return add_checks<Start<G>>(
      name + "/BatchPlayouts", {start, stepwise},
      {{"AreTheSameOnEveryInstructionSet", are_the_same_on_every_instruction_set},
       {"GiveEachLeafItsOwnResultInBatchesOfEverySize",
        give_each_leaf_its_own_result_in_batches_of_every_size},
       {"AgreeWithSingleOnesAtAllStagesOfAGame", agree_with_single_ones_at_all_stages_of_a_game},
       {"NearTheEndHitTheExactRates", near_the_end_hit_the_exact_rates},
       {"AreIndependentGames", are_independent_games},
       {"DependOnTheStateOfRandomAlone", depend_on_the_state_of_random_alone}});
}

[[maybe_unused]] const auto kBatchChecks =
    check_batches("ConnectFour", [] { return ConnectFour(); }) +
    check_batches("TicTacToe", [] { return TicTacToe(); }) +
    check_batches("Hex11", [] { return Hex<11>(11); }) +
    check_batches("Hex4", [] { return Hex<11>(4); }) +
    check_batches(
        "Hex14", [] { return Hex<14>(14); }, false) +
    check_batches("Hex5In14", [] { return Hex<14>(5); }) +
    check_batches("Othello", [] { return Othello(); }) +
    check_batches(
        "Gomoku15", [] { return Gomoku<15>(15); }, false) +
    check_batches(
        "Gomoku13", [] { return Gomoku<15>(13); }, false) +
    check_batches(
        "Gomoku19", [] { return Gomoku<19>(19); }, false) +
    check_batches("UltimateTicTacToe", [] { return UltimateTicTacToe(); }) +
    check_batches("UltimateTicTacToeOfMostBoards", [] { return UltimateTicTacToe(true); }) +
    check_batches("Breakthrough8", [] { return Breakthrough(8); }) +
    check_batches("Breakthrough6", [] { return Breakthrough(6); }) +
    check_batches("Breakthrough5", [] { return Breakthrough(5); }) +
    check_batches(
        "Go9", [] { return Go<9>(9); }, false) +
    check_batches(
        "Go5By3", [] { return Go<9>(BoardSize(5, 3)); }, false) +
    check_batches(
        "Go10By2", [] { return Go<19>(BoardSize(10, 2)); }, false) +
    check_batches(
        "Go14By2", [] { return Go<19>(BoardSize(14, 2)); }, false);

/// Expects player 0's rates {loss, draw, win}, in batches and from one leaf.
template <class G>
void expect_known(const G& start, const std::array<double, 3>& rates, double rounding,
                  int games = scaled(2'000'000)) {
  Random random({12});
  for (const int together : kTogether) {
    const std::vector<G> leaf{start};
    expect_rates(batch_tallies(leaf, games, together, random)[0], rates, 4, rounding);
    expect_mean_from(start, games, together, rates[kDraw] + 2 * rates[kWin],
                     4 * std::sqrt(1.0 / games) + 2 * rounding, random);
  }
}

/// The rates of one billion games of ConnectFour::playout, with errors .000016 and .000002. The
/// published rate of draws, .0027, is further off than this many games allow.
TEST(BatchPlayoutsFromTheStart, OfConnectFourHaveTheRatesOfSingleOnes) {
  expect_known(ConnectFour(), {.441722, .002565, .555713}, .00003);
}

/// The rates of 30 million games by an independent program, with errors of at most .0001.
TEST(BatchPlayoutsFromTheStart, OfOthelloHaveTheRatesOfSingleOnes) {
  expect_known(Othello(), {.50427, .04168, .45406}, .0003, scaled(1'000'000));
}

/// The rates of 15 million games by an independent program, with errors .0001.
TEST(BatchPlayoutsFromTheStart, OfGomokuHaveTheRatesOfSingleOnes) {
  expect_known(Gomoku<15>(), {.49032, 0, .50968}, .0005, scaled(1'000'000));
}

/// The rates of 100 million games of UltimateTicTacToe::playout, with errors .00005.
TEST(BatchPlayoutsFromTheStart, OfUltimateTicTacToeHaveTheRatesOfSingleOnes) {
  expect_known(UltimateTicTacToe(), {.366276, .222268, .411456}, .0001);
}

/// The rates of 100 million games of Breakthrough::playout, with errors .00005.
TEST(BatchPlayoutsFromTheStart, OfBreakthroughHaveTheRatesOfSingleOnes) {
  expect_known(Breakthrough(), {.490793, 0, .509207}, .0001);
}

TEST(BatchPlayoutsFromTheStart, OfHex11HaveThePublishedRate) {
  expect_known(Hex<11>(11), {.4770, 0, .5230}, .00005);
}

TEST(BatchPlayoutsFromTheStart, OfTicTacToeHaveTheExactRates) {
  expect_known(TicTacToe(), {121 / 420.0, 8 / 63.0, 737 / 1260.0}, 1e-12);
}

TEST(BatchPlayoutsFromTheStart, OfHex3HaveTheExactRatesWhereWhiteMaySwap) {
  int budget = 1'000'000;
  Hex<11> start(3, true);
  start.play(1);
  const auto rates = exact_rates(start, budget);
  ASSERT_TRUE(rates);
  expect_known(start, *rates, 1e-12);
  start = Hex<11>(3);
  start.play(1);
  EXPECT_GT(std::abs((*exact_rates(start, budget))[kWin] - (*rates)[kWin]), .01);
}

TEST(BatchPlayoutsFromTheStart, OfHex3HaveTheExactRates) {
  int budget = 1'000'000;
  const auto rates = exact_rates(Hex<11>(3), budget);
  ASSERT_TRUE(rates);
  expect_known(Hex<11>(3), *rates, 1e-12);
}

/// From a board with a corridor of empty points that winds between Black's walls, with a white
/// stone at its end, where Black makes the last move. The points up to Black's stone belong to
/// nobody. With this komi, Black wins by a stone in the half of the corridor near the white one.
template <int MaxSize>
void expect_all_of_a_corridor(int size, bool upright, bool from_end) {
  const auto is_wall = [&](Cell at) {
    const int across = upright ? at.column : at.row;
    const int along = upright ? at.row : at.column;
    return across % 2 == 1 && along != (across % 4 == 1 ? size - 1 : 0);
  };
  const int last = from_end ? size - 1 : 0;
  const auto owner = [&](Cell at) {
    return is_wall(at) ? 0 : at.row == last && at.column == last ? 1 : kNobody;
  };
  const int walls = (size - 1) / 2 * (size - 1);
  const int corridor = size * size - walls - 1;
  const Go<MaxSize> position =
      Go<MaxSize>(size, 2 * walls + corridor - 1, 1).set_up(setup_of(size, size, 0, owner));
  const int games = kSample / size;
  Random random({3});
  const Tally many = batch_tallies<Go<MaxSize>>({position}, games, 512, random)[0];
  EXPECT_NEAR(many.rate(kWin), 0.5, kSigmas * std::sqrt(0.25 / games));
}

TEST(GoBatchPlayouts, FollowACorridorToItsEnd) {
  for (const bool upright : {false, true}) {
    for (const bool from_end : {false, true}) {
      SCOPED_TRACE(upright ? "up and down" : "from side to side");
      expect_all_of_a_corridor<9>(9, upright, from_end);
      expect_all_of_a_corridor<9>(5, upright, from_end);
      expect_all_of_a_corridor<19>(13, upright, from_end);
      expect_all_of_a_corridor<19>(17, upright, from_end);
    }
  }
}

/// The same moves as Othello::playout, by the rules.
Playout playout_by_rules(Othello position, Random& random) {
  int plies = 0;
  for (; !position.over(); ++plies) {
    const auto moves = position.legal_moves();
    const bool passes = moves[0] == Othello::kPass;
    position.play(passes ? Othello::kPass
                         : moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return {position.result(0), plies};
}

TEST(OthelloPlayouts, OneByOneFollowTheRulesMoveByMoveOnEveryInstructionSet) {
  Random random({5});
  for (int i = 0; i < 2000; ++i) {
    // Every other board is one that no game reaches.
    const std::uint64_t few = random.next() & random.next();
    const std::uint64_t colours = random.next();
    const Othello position = i % 2 == 0 ? random_leaves(Othello(), 1, random).front()
                                        : Othello(few & colours, few & ~colours, i / 2 % 2);
    Random draws({6, static_cast<std::uint64_t>(i)});
    const Playout expected = playout_by_rules(position, draws);
    for (const std::int64_t target : targets()) {
      const OnlyTarget only(target);
      Random same({6, static_cast<std::uint64_t>(i)});
      const Playout playout = position.playout(same);
      ASSERT_EQ(expected.first, playout.first) << hwy::TargetName(target) << position.board();
      ASSERT_EQ(expected.plies, playout.plies) << hwy::TargetName(target) << position.board();
      ASSERT_EQ(Random(draws).next(), same.next()) << hwy::TargetName(target);
    }
  }
}

}  // namespace
}  // namespace banyan::conformance
