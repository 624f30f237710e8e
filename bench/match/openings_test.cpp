// Tests of openings.hpp: the rule as text, and what is drawn by it.
#include "bench/match/openings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "bench/registry/refusal_test.hpp"

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

/// How far from even a search values the position, with random numbers that no opening used.
double imbalance(const AnyGame& position, std::uint64_t iterations) {
  const auto engine = position.make_engine(parse_engine("seq"));
  return std::abs(engine->search(position, {iterations, 0, {}}, {987, 0, 0, 0}, {}).value - 0.5);
}

/// So many random moves, or fewer if they end the game.
std::unique_ptr<AnyGame> random_position(const GameChoice& game, int plies, Random& random) {
  auto position = game.start->clone();
  for (int ply = 0; ply < plies && !position->over(); ++ply) {
    const auto legal = position->legal_moves();
    position->play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
  }
  return position;
}

TEST(OpeningRule, IsNoneOrRandomMoves) {
  EXPECT_EQ(parse_openings("none", 4).plies, 0);
  EXPECT_EQ(parse_openings("random", 4).plies, 4);
  EXPECT_EQ(parse_openings("random:plies=6", 4).plies, 6);
}

TEST(OpeningRule, TakesOneToAHundredPlies) {
  EXPECT_EQ(parse_openings("random:plies=1", 4).plies, 1);
  EXPECT_EQ(parse_openings("random:plies=100", 4).plies, 100);
  for (const char* text :
       {"random:plies=0", "random:plies=101", "random:plies=-1", "random:plies=x", "random:ply=3",
        "none:plies=2", "book", "", "random:filter=book", "random:iterations=0", "random:within=0",
        "random:within=0.6"}) {
    EXPECT_THROW(parse_openings(text, 4), UsageError) << text;
  }
}

TEST(OpeningRule, IsWrittenAsItIsRead) {
  for (const char* text :
       {"none", "random:plies=7", "random:plies=7,filter=none", "random:plies=2,filter=solver",
        "random:plies=3,iterations=500,within=0.2"}) {
    EXPECT_EQ(to_text(parse_openings(text, 4)), text);
  }
  EXPECT_EQ(to_text(parse_openings("random", 3)), "random:plies=3");
}

TEST(DrawnOpenings, AreNoneByTheRuleNone) {
  const GameChoice game = parse_game("hex:size=5");
  Openings openings(game, {0}, 1);
  for (std::uint64_t pair = 0; pair < 5; ++pair) EXPECT_TRUE(openings.draw(pair).moves.empty());
}

TEST(DrawnOpenings, AreLegalAndLeaveAGameToPlay) {
  for (const char* spec : {"tic_tac_toe", "connect_four", "hex:size=5", "hex:size=12"}) {
    const GameChoice game = parse_game(spec);
    Openings openings(game, {game.opening_plies}, 1);
    for (std::uint64_t pair = 0; pair < 10; ++pair) {
      const std::vector<std::uint32_t> moves = openings.draw(pair).moves;
      EXPECT_EQ(static_cast<int>(moves.size()), game.opening_plies);
      EXPECT_FALSE(after(game, moves)->over()) << spec;
    }
  }
}

TEST(DrawnOpenings, LeaveAGameToPlayEvenIfMostWouldNot) {
  const GameChoice game = parse_game("tic_tac_toe");
  Openings openings(game, {8}, 1);
  for (std::uint64_t pair = 0; pair < 10; ++pair) {
    const std::vector<std::uint32_t> moves = openings.draw(pair).moves;
    EXPECT_EQ(moves.size(), 8U);
    EXPECT_FALSE(after(game, moves)->over());
  }
}

TEST(DrawnOpenings, AreRefusedWhereEveryOneEndsTheGame) {
  const GameChoice game = parse_game("tic_tac_toe");
  Openings openings(game, {9}, 1);
  EXPECT_EQ(refusal([&] { openings.draw(0); }),
            "--openings random:plies=9: the game is over by then: give fewer plies.");
}

TEST(DrawnOpenings, DependOnSeedAndPairAlone) {
  const GameChoice game = parse_game("connect_four");
  Openings forwards(game, {4}, 7);
  Openings backwards(game, {4}, 7);
  std::vector<std::vector<std::uint32_t>> drawn;
  for (std::uint64_t pair = 0; pair < 8; ++pair) drawn.push_back(forwards.draw(pair).moves);
  for (std::uint64_t pair = 8; pair-- > 0;) EXPECT_EQ(backwards.draw(pair).moves, drawn[pair]);
  EXPECT_EQ(forwards.draw(3).moves, drawn[3]);
}

TEST(DrawnOpenings, DifferFromPairToPairAndFromSeedToSeed) {
  const GameChoice game = parse_game("hex:size=7");
  std::set<std::vector<std::uint32_t>> different;
  for (const std::uint64_t seed : {1U, 2U}) {
    Openings openings(game, {4}, seed);
    for (std::uint64_t pair = 0; pair < 20; ++pair) different.insert(openings.draw(pair).moves);
  }
  EXPECT_GE(different.size(), 39U);
}

TEST(DrawnOpenings, AreBalanced) {
  const GameChoice game = parse_game("hex:size=5");
  Openings openings(game, {4}, 1);
  Random random({5, 0, 0, 0});
  int uneven_drawn = 0;
  int uneven_random = 0;
  // Another search may differ a little from the one that judged the opening.
  constexpr double kSlack = 0.1;
  for (std::uint64_t pair = 0; pair < 30; ++pair) {
    const auto drawn = after(game, openings.draw(pair).moves);
    const auto other = random_position(game, 4, random);
    const double limit = OpeningRule{}.within + kSlack;
    uneven_drawn += imbalance(*drawn, OpeningRule{}.iterations) > limit ? 1 : 0;
    uneven_random += imbalance(*other, OpeningRule{}.iterations) > limit ? 1 : 0;
  }
  EXPECT_EQ(uneven_drawn, 0);
  EXPECT_GE(uneven_random, 3);
}

TEST(DrawnOpenings, AreTheMostBalancedOfManyWhereNoneIs) {
  // With so few cells left, such a search knows the winner.
  const GameChoice game = parse_game("hex:size=3");
  constexpr int kPlies = 4;
  std::vector<double> imbalances;
  Random random({5, 0, 0, 0});
  while (imbalances.size() < 24) {
    const auto position = random_position(game, kPlies, random);
    if (position->over()) continue;
    imbalances.push_back(imbalance(*position, OpeningRule{}.iterations));
  }
  std::sort(imbalances.begin(), imbalances.end());
  ASSERT_GT(imbalances.front(), OpeningRule{}.within);
  Openings openings(game, {kPlies}, 1);
  for (std::uint64_t pair = 0; pair < 4; ++pair) {
    const auto drawn = after(game, openings.draw(pair).moves);
    EXPECT_FALSE(drawn->over());
    EXPECT_LT(imbalance(*drawn, OpeningRule{}.iterations), imbalances[imbalances.size() / 4]);
  }
}

TEST(DrawnOpenings, ByTheSolverAreDrawnByPerfectPlay) {
  const GameChoice game = parse_game("tic_tac_toe");
  const auto solver = game.start->make_engine(parse_engine("solver"));
  Openings openings(game, {3, OpeningFilter::kSolver}, 1);
  int tries = 0;
  for (std::uint64_t pair = 0; pair < 20; ++pair) {
    const Opening opening = openings.draw(pair);
    EXPECT_TRUE(opening.balanced);
    EXPECT_EQ(solver->search(*after(game, opening.moves), {}, {}, {}).value, 0.5);
    tries += opening.tries;
  }
  EXPECT_GT(tries, 20);  // some were rejected
}

TEST(DrawnOpenings, WithoutAFilterAreTheFirstThatLeaveAGame) {
  const GameChoice game = parse_game("connect_four");
  Openings openings(game, {6, OpeningFilter::kNone}, 1);  // long enough to differ, too short to end
  for (std::uint64_t pair = 0; pair < 10; ++pair) EXPECT_EQ(openings.draw(pair).tries, 1);
}

TEST(DrawnOpenings, SayWhereNoneIsBalanced) {
  const GameChoice game = parse_game("hex:size=3");
  Openings openings(game, {4}, 1);
  const Opening opening = openings.draw(0);
  EXPECT_FALSE(opening.balanced);
  EXPECT_EQ(opening.tries, Openings::kTries);
}

TEST(DrawnOpenings, AreWrittenAsTheyAreRead) {
  const GameChoice game = parse_game("hex:size=5");
  Openings openings(game, {4}, 1);
  const Opening drawn = openings.draw(3);
  const auto [pair, read] =
      read_opening(*game.start, Json::parse(opening_json(*game.start, 3, drawn).dump()));
  EXPECT_EQ(pair, 3U);
  EXPECT_EQ(read.moves, drawn.moves);
  EXPECT_EQ(read.tries, drawn.tries);
  EXPECT_EQ(read.balanced, drawn.balanced);
}

TEST(DrawnOpenings, AreThoseAlreadyKnown) {
  const GameChoice game = parse_game("connect_four");
  Openings openings(game, {2}, 1);
  const Opening known{{0, 0}, 9, true};
  openings.know(5, known);
  EXPECT_EQ(openings.draw(5).moves, known.moves);
  EXPECT_EQ(openings.draw(5).tries, 9);
}

TEST(DrawnOpenings, AreDifferentAsLongAsThereAreOthers) {
  // Two plies of tic-tac-toe: 72 lines, some of them even.
  const GameChoice game = parse_game("tic_tac_toe");
  Openings openings(game, {2}, 1);
  std::set<std::string> boards;
  std::set<std::uint64_t> repeated;
  for (std::uint64_t pair = 0; pair < 60; ++pair) {
    if (!boards.insert(after(game, openings.draw(pair).moves)->board()).second) {
      repeated.insert(pair);
    }
  }
  EXPECT_GT(boards.size(), 10U);
  EXPECT_TRUE(repeated.empty() || *repeated.begin() > boards.size() / 2) << *repeated.begin();
  Openings many(parse_game("hex:size=7"), {4}, 1);
  std::set<std::string> hex;
  for (std::uint64_t pair = 0; pair < 60; ++pair) {
    hex.insert(after(parse_game("hex:size=7"), many.draw(pair).moves)->board());
  }
  EXPECT_EQ(hex.size(), 60U);
}

TEST(DrawnOpenings, AreTheSameByManyThreads) {
  const GameChoice game = parse_game("tic_tac_toe");
  Openings alone(game, {2}, 1);
  Openings shared(game, {2}, 1);
  std::array<std::vector<std::uint32_t>, 24> found;
  {
    std::atomic<std::uint64_t> next = 0;
    std::vector<std::jthread> team;
    for (int thread = 0; thread < 4; ++thread) {
      team.emplace_back([&] {
        for (std::uint64_t pair = next++; pair < found.size(); pair = next++) {
          found[pair] = shared.draw(pair).moves;
        }
      });
    }
  }
  for (std::uint64_t pair = 0; pair < found.size(); ++pair) {
    EXPECT_EQ(found[pair], alone.draw(pair).moves);
  }
}

}  // namespace
}  // namespace banyan::bench
