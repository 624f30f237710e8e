// Bit-sliced Othello in rarely reached positions: many moves, passes, full and empty boards.
#include <map>
#include <vector>

#include "games/conformance_test.hpp"
#include "games/othello/othello.hpp"

namespace banyan::conformance {
namespace {

/// Random discs, unreachable by play, not over.
Othello any_position(Random& random) {
  for (;;) {
    const std::uint64_t few = random.next() & random.next();
    const std::uint64_t taken = random.below(2) == 0 ? few : few | random.next();
    const std::uint64_t colours = random.next();
    const Othello position(taken & colours, taken & ~colours, static_cast<Player>(random.below(2)));
    if (!position.over()) return position;
  }
}

TEST(OthelloSlice, AgreesWithSingleGamesOnBoardsThatNoGameReaches) {
  Random random({1});
  for (int i = 0; i < 12; ++i) {
    const Othello position = any_position(random);
    SCOPED_TRACE(position.board());
    const Tally single = tally(position, kSample / 2, 2, kFast);
    const std::vector<Othello> leaves(500, position);
    std::vector<Points> first(leaves.size());
    Tally sliced;
    for (int games = 0; games < kSample / 2; games += 500) {
      Othello::play_out(leaves, first, random);
      for (const Points points : first) sliced.add({points, 0});
    }
    for (const int points : {kLoss, kDraw, kWin}) {
      const double rate = (single.rate(points) + sliced.rate(points)) / 2;
      EXPECT_NEAR(single.rate(points), sliced.rate(points),
                  kSigmas * std::sqrt(4 * rate * (1 - rate) / kSample) + 1e-12);
    }
  }
}

TEST(OthelloSlice, PlaysEachOfManyDifferentEndsToItsExactRates) {
  Random random({3});
  std::vector<Othello> leaves;
  std::vector<std::array<double, 3>> rates;
  while (leaves.size() < 100) {
    const auto game = random_game(Othello(), random);
    int budget = 3000;
    const std::size_t left = 2 + random.below(6);
    const auto exact = exact_rates(game[game.size() - left], budget);
    if (!exact) continue;
    leaves.push_back(game[game.size() - left]);
    rates.push_back(*exact);
  }
  std::vector<Tally> tallies(leaves.size());
  std::vector<Points> first(leaves.size());
  for (int i = 0; i < kSample / 10; ++i) {
    Othello::play_out(leaves, first, random);
    for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) tallies[leaf].add({first[leaf], 0});
  }
  for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    SCOPED_TRACE(leaves[leaf].board());
    expect_rates(tallies[leaf], rates[leaf], 5);
  }
}

}  // namespace
}  // namespace banyan::conformance
