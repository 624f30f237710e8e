// Tests of openings.hpp: the rule as text, and what is drawn by it.
#include "bench/openings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "bench/engines.hpp"

namespace banyan::bench {
namespace {

std::unique_ptr<AnyGame> after(const GameChoice& game, const std::vector<std::uint32_t>& moves) {
  auto position = game.start->clone();
  for (const std::uint32_t move : moves) {
    EXPECT_FALSE(position->over());
    const auto legal = position->legal_moves();
    EXPECT_NE(std::find(legal.begin(), legal.end(), move), legal.end());
    position->play(move);
  }
  return position;
}

/// How far from even a search finds the position, with random numbers that no opening saw.
double imbalance(const AnyGame& position, std::uint64_t iterations) {
  const auto engine = position.make_engine(parse_engine("seq"));
  return std::abs(engine->search(position, {iterations, 0, {}}, {987, 0, 0, 0}, {}).value - 0.5);
}

TEST(OpeningRule, IsNoneOrRandomMoves) {
  EXPECT_EQ(parse_openings("none", 4).plies, 0);
  EXPECT_EQ(parse_openings("random", 4).plies, 4);
  EXPECT_EQ(parse_openings("random:plies=6", 4).plies, 6);
}

TEST(OpeningRule, TakesOneToAHundredPlies) {
  EXPECT_EQ(parse_openings("random:plies=1", 4).plies, 1);
  EXPECT_EQ(parse_openings("random:plies=100", 4).plies, 100);
  for (const char* text : {"random:plies=0", "random:plies=101", "random:plies=-1",
                           "random:plies=x", "random:ply=3", "none:plies=2", "book", ""}) {
    EXPECT_THROW(parse_openings(text, 4), UsageError) << text;
  }
}

TEST(OpeningRule, IsWrittenAsItIsRead) {
  for (const char* text : {"none", "random:plies=7"}) {
    EXPECT_EQ(to_text(parse_openings(text, 4)), text);
  }
  EXPECT_EQ(to_text(parse_openings("random", 3)), "random:plies=3");
}

TEST(DrawnOpenings, AreNoneByTheRuleNone) {
  const GameChoice game = parse_game("hex:size=5");
  Openings openings(game, {0}, 1);
  for (std::uint64_t pair = 0; pair < 5; ++pair) EXPECT_TRUE(openings.draw(pair).empty());
}

TEST(DrawnOpenings, AreLegalAndLeaveAGameToPlay) {
  for (const char* spec : {"tic_tac_toe", "connect_four", "hex:size=5", "hex:size=12"}) {
    const GameChoice game = parse_game(spec);
    Openings openings(game, {game.opening_plies}, 1);
    for (std::uint64_t pair = 0; pair < 10; ++pair) {
      const std::vector<std::uint32_t> moves = openings.draw(pair);
      EXPECT_EQ(static_cast<int>(moves.size()), game.opening_plies);
      EXPECT_FALSE(after(game, moves)->over()) << spec;
    }
  }
}

TEST(DrawnOpenings, LeaveAGameToPlayEvenIfMostWouldNot) {
  const GameChoice game = parse_game("tic_tac_toe");
  Openings openings(game, {8}, 1);
  for (std::uint64_t pair = 0; pair < 10; ++pair) {
    const std::vector<std::uint32_t> moves = openings.draw(pair);
    EXPECT_EQ(moves.size(), 8U);
    EXPECT_FALSE(after(game, moves)->over());
  }
}

TEST(DrawnOpenings, AreRefusedWhereEveryOneEndsTheGame) {
  const GameChoice game = parse_game("tic_tac_toe");
  Openings openings(game, {9}, 1);
  try {
    openings.draw(0);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "--openings random:plies=9: the game is over by then: give fewer plies.");
  }
}

TEST(DrawnOpenings, DependOnSeedAndPairAlone) {
  const GameChoice game = parse_game("connect_four");
  Openings forwards(game, {4}, 7);
  Openings backwards(game, {4}, 7);
  std::vector<std::vector<std::uint32_t>> drawn;
  for (std::uint64_t pair = 0; pair < 8; ++pair) drawn.push_back(forwards.draw(pair));
  for (std::uint64_t pair = 8; pair-- > 0;) EXPECT_EQ(backwards.draw(pair), drawn[pair]);
  EXPECT_EQ(forwards.draw(3), drawn[3]);
}

TEST(DrawnOpenings, DifferFromPairToPairAndFromSeedToSeed) {
  const GameChoice game = parse_game("hex:size=7");
  std::set<std::vector<std::uint32_t>> different;
  for (const std::uint64_t seed : {1U, 2U}) {
    Openings openings(game, {4}, seed);
    for (std::uint64_t pair = 0; pair < 20; ++pair) different.insert(openings.draw(pair));
  }
  EXPECT_GE(different.size(), 39U);
}

TEST(DrawnOpenings, AreBalanced) {
  const GameChoice game = parse_game("hex:size=5");
  Openings openings(game, {4}, 1);
  Random random({5, 0, 0, 0});
  int uneven_drawn = 0;
  int uneven_random = 0;
  // The other search may find a little more than the one that judged the opening.
  constexpr double kSlack = 0.1;
  for (std::uint64_t pair = 0; pair < 30; ++pair) {
    const auto drawn = after(game, openings.draw(pair));
    const auto other = game.start->clone();
    for (int ply = 0; ply < 4; ++ply) {
      const auto legal = other->legal_moves();
      other->play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    const double limit = Openings::kBalanced - 0.5 + kSlack;
    uneven_drawn += imbalance(*drawn, Openings::kReferenceIterations) > limit ? 1 : 0;
    uneven_random += imbalance(*other, Openings::kReferenceIterations) > limit ? 1 : 0;
  }
  EXPECT_EQ(uneven_drawn, 0);
  EXPECT_GE(uneven_random, 3);
}

TEST(DrawnOpenings, AreTheMostBalancedOfManyWhereNoneIs) {
  // With so few cells left, a search of so many iterations knows who wins.
  const GameChoice game = parse_game("hex:size=3");
  constexpr int kPlies = 4;
  std::vector<double> imbalances;
  Random random({5, 0, 0, 0});
  while (imbalances.size() < 200) {
    const auto position = game.start->clone();
    for (int ply = 0; ply < kPlies && !position->over(); ++ply) {
      const auto legal = position->legal_moves();
      position->play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    if (position->over()) continue;
    imbalances.push_back(imbalance(*position, Openings::kReferenceIterations));
  }
  std::sort(imbalances.begin(), imbalances.end());
  ASSERT_GT(imbalances.front(), Openings::kBalanced - 0.5);
  Openings openings(game, {kPlies}, 1);
  for (std::uint64_t pair = 0; pair < 10; ++pair) {
    const auto drawn = after(game, openings.draw(pair));
    EXPECT_FALSE(drawn->over());
    EXPECT_LT(imbalance(*drawn, Openings::kReferenceIterations), imbalances[imbalances.size() / 4]);
  }
}

}  // namespace
}  // namespace banyan::bench
