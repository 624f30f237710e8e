// Othello in lanes and slices, in rarely reached positions: many moves, passes, full and empty
// boards.
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

TEST(OthelloTogether, AgreesWithSingleGamesOnBoardsThatNoGameReaches) {
  Random random({1});
  for (int i = 0; i < 12; ++i) {
    const Othello position = any_position(random);
    SCOPED_TRACE(position.board());
    const Tally single = tally(position, kSample / 2, 2, kFast);
    for (const int count : {100, 500}) {  // in lanes, in slices
      const std::vector<Othello> leaves(static_cast<std::size_t>(count), position);
      std::vector<Points> first(leaves.size());
      Tally together;
      for (int games = 0; games < kSample / 2; games += count) {
        Othello::play_out(leaves, first, random);
        for (const Points points : first) together.add({points, 0});
      }
      for (const int points : {kLoss, kDraw, kWin}) {
        const double rate = (single.rate(points) + together.rate(points)) / 2;
        EXPECT_NEAR(single.rate(points), together.rate(points),
                    kSigmas * std::sqrt(4 * rate * (1 - rate) / kSample) + 1e-12)
            << count;
      }
    }
  }
}

TEST(OthelloTogether, PlaysEachOfManyDifferentEndsToItsExactRates) {
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
  for (const std::size_t copies : {1U, 2U}) {  // in lanes, in slices
    std::vector<Othello> mixed;
    for (std::size_t i = 0; i < copies; ++i) {
      mixed.insert(mixed.end(), leaves.begin(), leaves.end());
    }
    std::vector<Tally> tallies(leaves.size());
    std::vector<Points> first(mixed.size());
    for (std::size_t i = 0; i < kSample / 10 / copies; ++i) {
      Othello::play_out(mixed, first, random);
      for (std::size_t leaf = 0; leaf < mixed.size(); ++leaf) {
        tallies[leaf % leaves.size()].add({first[leaf], 0});
      }
    }
    for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
      SCOPED_TRACE(leaves[leaf].board());
      expect_rates(tallies[leaf], rates[leaf], 5);
    }
  }
}

}  // namespace
}  // namespace banyan::conformance
