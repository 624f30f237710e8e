// Tests of race.hpp by hand, and by races of engines with known strength.
#include "bench/statistics/race.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/match/simulated_match_test.hpp"

namespace banyan::bench {
namespace {

Runner runner(const char* engine, const Pentanomial& counts, double seconds = 0) {
  return {engine, "seq", counts, seconds};
}

Runner yardstick() {
  Runner half{"seq", "seq:time=50ms"};
  half.role = Role::kYardstick;
  return half;
}

TEST(Race, HasARoundForEachHalvingDownToTwo) {
  EXPECT_EQ(rounds(1), 1);
  EXPECT_EQ(rounds(2), 1);
  EXPECT_EQ(rounds(3), 2);
  EXPECT_EQ(rounds(4), 2);
  EXPECT_EQ(rounds(5), 3);
  EXPECT_EQ(rounds(8), 3);
  EXPECT_EQ(rounds(9), 4);
}

TEST(Race, GoesOnWithWhoHadTheLeastTimeAmongThoseRacing) {
  std::vector<Runner> runners{runner("a", {}, 3), runner("b", {}, 1), runner("c", {}, 2)};
  EXPECT_EQ(next_runner(runners), 1U);
  runners[1].racing = false;
  EXPECT_EQ(next_runner(runners), 2U);
  EXPECT_EQ(next_runner({}), std::nullopt);
}

std::string racing(const std::vector<Runner>& runners) {
  std::string names;
  for (const Runner& each : runners) names += each.racing ? each.engine : "";
  return names;
}

TEST(Race, LosesTheWorseHalfOfItsCandidatesButNeverTheYardstick) {
  std::vector<Runner> runners{runner("a", {9, 0, 0, 0, 0}), runner("b", {0, 0, 9, 0, 0}),
                              runner("c", {0, 0, 0, 0, 9}), runner("d", {0, 0, 9, 0, 0}),
                              runner("e", {0, 9, 0, 0, 0}), yardstick()};
  halve(runners);
  EXPECT_EQ(racing(runners), "bcdseq");
  halve(runners);
  EXPECT_EQ(racing(runners), "bcseq");  // of ties the later one is eliminated
  halve(runners);
  EXPECT_EQ(racing(runners), "bcseq");  // two stay
}

TEST(Race, HasLessThanTheTimeOfAMoveWhereThatMakesGamesEnough) {
  EXPECT_EQ(share_of_move(kTurns, 1000), 1);
  EXPECT_EQ(share_of_move(kTurns / 4, 1000), 0.25);
  EXPECT_EQ(share_of_move(kTurns / 5, 1000), 0.125);
  EXPECT_EQ(share_of_move(1, 4 * kLeastVisits), 0.25);
  EXPECT_EQ(share_of_move(1, kLeastVisits), 1);
}

TEST(Race, HasAsManyCandidatesAsThereIsTimeFor) {
  // Three candidates and the yardstick have two rounds of 20 s: 5 s each in the first.
  EXPECT_EQ(fitting(3, 1, 40, 5), 3U);
  EXPECT_EQ(fitting(3, 1.1, 40, 5), 2U);  // one round of 40 s: 13 s each
  EXPECT_EQ(fitting(3, 1000, 40, 5), 1U);
}

TEST(Race, ChoosesWhoScoredMostAndOfEqualsTheFirst) {
  const Pentanomial good{0, 2, 10, 18, 10};
  const Pentanomial better{0, 2, 8, 18, 12};
  const std::vector<Runner> equal{runner("a", good), runner("b", good), yardstick()};
  EXPECT_EQ(judge(equal).answer, Answer::kStronger);
  EXPECT_EQ(judge(equal).best, 0U);
  const std::vector<Runner> close{runner("a", good), runner("b", better), yardstick()};
  EXPECT_EQ(judge(close).best, 1U);
}

TEST(Race, JudgesTheChosenOneByTheGamesOfTheSecondHalfAlone) {
  std::vector<Runner> runners{runner("a", {0, 2, 10, 18, 10}), yardstick(),
                              runner("a", {3, 4, 8, 4, 4})};
  runners.back().role = Role::kChosen;
  EXPECT_EQ(judge(runners).answer, Answer::kUnsure);
  EXPECT_EQ(gain_of_chosen(runners).value, elo(runners.back().counts).value);
  runners.back().counts = {0, 2, 8, 18, 12};
  EXPECT_EQ(judge(runners).answer, Answer::kStronger);
  // One engine, chosen in advance: no correction.
  EXPECT_EQ(gain_of_chosen(runners).lower95, elo(runners.back().counts).lower95);
}

TEST(Race, DoesNotNameWhoLeftIt) {
  std::vector<Runner> runners{runner("a", {0, 0, 0, 0, 40}), runner("b", {0, 2, 10, 18, 10})};
  runners[0].racing = false;
  EXPECT_EQ(judge(runners).best, 1U);
}

TEST(Race, NamesTheBaselineWhereAllAreWeakerOrNothingMatters) {
  const Pentanomial weak{10, 18, 10, 2, 0};
  const std::vector<Runner> weaker{runner("a", weak), runner("b", weak), yardstick()};
  EXPECT_EQ(judge(weaker).answer, Answer::kKeep);
  EXPECT_EQ(judge(weaker).best, std::nullopt);
  const Pentanomial drawn{0, 1, 500, 1, 0};
  const std::vector<Runner> equal{runner("a", drawn), runner("b", drawn), yardstick()};
  EXPECT_EQ(judge(equal).answer, Answer::kNoDifference);
  EXPECT_EQ(judge(equal).best, std::nullopt);
  EXPECT_EQ(judge({}).answer, Answer::kKeep);
}

TEST(Race, IsUnsureOfFewGamesAndGuessesAtWhoScoredMore) {
  const std::vector<Runner> ahead{runner("a", {0, 1, 1, 1, 1}), yardstick()};
  EXPECT_EQ(judge(ahead).answer, Answer::kUnsure);
  EXPECT_EQ(judge(ahead).best, 0U);
  const std::vector<Runner> behind{runner("a", {1, 1, 1, 1, 0}), yardstick()};
  EXPECT_EQ(judge(behind).answer, Answer::kUnsure);
  EXPECT_EQ(judge(behind).best, std::nullopt);
}

/// The first half of a race of engines with known scores against the baseline, for `turns` turns of
/// one pair.
std::vector<Runner> first_half(const std::vector<double>& scores, int turns, Random& random) {
  std::vector<Runner> runners;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    runners.push_back(runner(std::string(1, static_cast<char>('a' + i)).c_str(), {}));
  }
  const int count = rounds(scores.size());
  for (int turn = 0, round = 1; turn < turns; ++turn) {
    for (; round < count && turn >= turns * round / count; ++round) halve(runners);
    Runner& next = runners[*next_runner(runners)];
    const auto which = static_cast<std::size_t>(&next - runners.data());
    const Pentanomial pair = simulated_pairs(scores[which], 1, random);
    for (std::size_t i = 0; i < pair.size(); ++i) next.counts[i] += pair[i];
    next.seconds += 0.5 + uniform(random);
  }
  return runners;
}

/// The same and a second half of equal length.
std::vector<Runner> run_race(const std::vector<double>& scores, int turns, Random& random) {
  std::vector<Runner> runners = first_half(scores, turns / 2, random);
  const std::size_t best = *chosen(runners);
  Runner again = runners[best];
  again.role = Role::kChosen;
  again.counts = simulated_pairs(scores[best], static_cast<std::uint64_t>(turns / 2), random);
  runners.push_back(again);
  return runners;
}

TEST(Race, LeavesAFavouriteThatAnotherBeats) {
  // The first in order is 40 Elo below the baseline, another one 80 above it.
  constexpr int kRaces = 1000;
  for (const auto& [turns, most_wrong] : {std::pair{60, 0.04}, {100, 0.02}, {400, 0.002}}) {
    Random random({7, static_cast<std::uint64_t>(turns)});
    int wrong = 0;
    for (int i = 0; i < kRaces; ++i) {
      wrong +=
          chosen(first_half({score_of_elo(-40), score_of_elo(80)}, turns, random)) == 0U ? 1 : 0;
    }
    EXPECT_LE(wrong, most_wrong * kRaces) << turns;
  }
}

TEST(Race, OfEqualEnginesNamesOneInAtMostOneOfTwenty) {
  constexpr int kRaces = 2000;
  for (const int turns : {30, 100, 300}) {
    Random random({3, static_cast<std::uint64_t>(turns)});
    int wrong = 0;
    for (int i = 0; i < kRaces; ++i) {
      const Finding found = judge(run_race({0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, turns, random));
      wrong += found.answer == Answer::kStronger ? 1 : 0;
    }
    EXPECT_LE(wrong, 0.05 * kRaces) << turns;
  }
}

TEST(Race, HoldsTheTruthOfAllThatWereRacedInNineteenOfTwenty) {
  constexpr int kRaces = 2000;
  const std::vector<double> scores{0.7, 0.65, 0.6, 0.5, 0.4};
  Random random({4});
  int held = 0;
  for (int i = 0; i < kRaces; ++i) {
    const std::vector<Runner> runners = first_half(scores, 150, random);
    const std::vector<Estimate> found = gains(runners);
    bool all = true;
    for (std::size_t k = 0; k < scores.size(); ++k) {
      const double truth = elo_of_score(scores[k]);
      all &= found[k].lower95 <= truth && truth <= found[k].upper95;
    }
    held += all ? 1 : 0;
  }
  EXPECT_GE(held, 0.95 * kRaces);
}

TEST(Race, HoldsTheTruthOfTheChosenOneInNineteenOfTwenty) {
  constexpr int kRaces = 2000;
  const std::vector<double> scores{0.55, 0.6, 0.55, 0.6, 0.55, 0.6};
  Random random({6});
  int held = 0;
  for (int i = 0; i < kRaces; ++i) {
    const std::vector<Runner> runners = run_race(scores, 100, random);
    const double truth = elo_of_score(scores[*chosen(runners)]);
    const Estimate found = gain_of_chosen(runners);
    held += found.lower95 <= truth && truth <= found.upper95 ? 1 : 0;
  }
  EXPECT_NEAR(held, 0.95 * kRaces, 0.02 * kRaces);
}

TEST(Race, FindsAClearBest) {
  constexpr int kRaces = 500;
  Random random({5});
  int found = 0;
  for (int i = 0; i < kRaces; ++i) {
    const Finding finding = judge(run_race({0.5, 0.5, 0.5, 0.85, 0.5, 0.5}, 200, random));
    found += finding.answer == Answer::kStronger && finding.best == 3U ? 1 : 0;
  }
  EXPECT_GE(found, 0.9 * kRaces);
}

TEST(Race, HasTheErrorOfTheSpeedsInItsGains) {
  // A doubling is worth 100 Elo or so. Speeds of 1.2 to 1.8 are half of log2(1.5) off, 29 Elo.
  std::vector<Runner> runners{
      {.engine = "a", .counts = {20, 40, 80, 60, 40}},
      {.engine = "base", .counts = {20, 40, 80, 80, 80}, .role = Role::kYardstick}};
  const Estimate without = gains(runners)[0];
  runners[0].speed = with_interval(1.5, {1.2, 1.8});
  const Estimate with = gains(runners)[0];
  EXPECT_EQ(with.value, without.value);
  const double doubling = elo(runners[1].counts).upper95;
  const double error = std::log2(1.5) / 2 * doubling;
  EXPECT_NEAR(std::pow(with.value - with.lower95, 2),
              std::pow(without.value - without.lower95, 2) + error * error, 1e-6);
  runners[0].speed = with_interval(1.5, {0, kInfinity});
  EXPECT_EQ(gains(runners)[0].lower95, -kInfinity);
}

TEST(Race, IsUnsureIfTheSpeedsOfTheChosenOneAreTooNoisy) {
  std::vector<Runner> runners{
      {.engine = "a", .counts = {0, 0, 10, 100, 400}},
      {.engine = "base", .counts = {20, 40, 80, 80, 80}, .role = Role::kYardstick}};
  EXPECT_EQ(judge(runners).answer, Answer::kStronger);
  runners[0].speed = with_interval(1.5, {1, 2.2});
  EXPECT_EQ(judge(runners).answer, Answer::kUnsure);
  EXPECT_EQ(judge(runners).best, 0U);
}

TEST(Race, LeavesOutWhoseGamesOnlyRepeat) {
  std::vector<Runner> runners{{.engine = "a", .ended = true}, {.engine = "b", .seconds = 1}};
  EXPECT_EQ(next_runner(runners), 1U);
  runners[1].ended = true;
  EXPECT_EQ(next_runner(runners), std::nullopt);
}

}  // namespace
}  // namespace banyan::bench
