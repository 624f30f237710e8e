// Games in flight: each is begun and ended once, by its own number, and gets all of its moves.
#include "games/in_turns.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace banyan {
namespace {

/// A game that ends by itself after so many moves.
struct Countdown {
  int left;
  int moves = 0;
  bool step(Random& random) {
    random.next();
    ++moves;
    return --left == 0;
  }
};

template <std::size_t InFlight>
void expect_all_played() {
  for (std::size_t games = 1; games <= 40; ++games) {
    const auto length = [](std::size_t i) { return static_cast<int>(1 + i * i % 7); };
    std::vector<int> begun(games);
    std::vector<int> ended(games);
    int moves = 0;
    Random random({1});
    play_in_turns<InFlight>(
        games, random,
        [&](std::size_t i) {
          ++begun[i];
          return Countdown{length(i)};
        },
        [&](std::size_t i, const Countdown& game) {
          ++ended[i];
          EXPECT_EQ(game.moves, length(i));
          moves += game.moves;
        });
    EXPECT_EQ(begun, std::vector<int>(games, 1));
    EXPECT_EQ(ended, std::vector<int>(games, 1));
    Random again({1});
    for (; moves > 0; --moves) again.next();
    EXPECT_EQ(random.next(), again.next()) << "numbers were drawn that no game saw";
  }
}

TEST(GamesInTurns, AreAllPlayedToTheirEnds) {
  expect_all_played<1>();
  expect_all_played<2>();
  expect_all_played<5>();
}

}  // namespace
}  // namespace banyan
