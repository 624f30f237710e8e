// Playouts: which of a game's two implementations is used, on test games.
#include "core/playout/playout.hpp"

#include <gtest/gtest.h>

namespace banyan {
namespace {

/// Counts down from ten by one or two; who reaches zero wins. The fast playout is recognisable.
template <bool Fast>
struct Countdown {
  using Move = unsigned;
  static constexpr std::size_t kMaxMoves = 2;

  int left = 10;
  int plies = 0;

  [[nodiscard]] Player to_move() const { return plies % 2; }
  [[nodiscard]] MovesOf<Countdown> legal_moves() const {
    MovesOf<Countdown> moves;
    moves.push_back(1);
    if (left > 1) moves.push_back(2);
    return moves;
  }
  void play(Move move) {
    left -= static_cast<int>(move);
    ++plies;
  }
  [[nodiscard]] bool over() const { return left == 0; }
  [[nodiscard]] Points result(Player player) const { return player == to_move() ? kLoss : kWin; }
  Playout playout(Random& /*random*/) const requires Fast { return {kDraw, 99}; }
  friend bool operator==(const Countdown&, const Countdown&) = default;
};
using Plain = Countdown<false>;
using Quick = Countdown<true>;
static_assert(Game<Plain> && !FastPlayout<Plain> && FastPlayout<Quick>);

TEST(Playout, StepwiseCountsItsPliesAndReportsTheFirstPlayersResult) {
  Random random({1});
  for (int i = 0; i < 1000; ++i) {
    const Playout playout = stepwise_playout(Plain{}, random);
    EXPECT_GE(playout.plies, 5);
    EXPECT_LE(playout.plies, 10);
    EXPECT_EQ(playout.first, playout.plies % 2 == 1 ? kWin : kLoss);
    EXPECT_EQ(playout.result(1), opposite(playout.result(0)));
  }
}

TEST(Playout, AFinishedGameTakesNoPlies) {
  Random random({1});
  const Playout playout = stepwise_playout(Plain{0, 7}, random);
  EXPECT_EQ(playout.plies, 0);
  EXPECT_EQ(playout.first, kWin);
}

TEST(Playout, AGameWithoutAFastPlayoutIsPlayedStepByStep) {
  Random random({1});
  Random again({1});
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(uniform_playout(Plain{}, random).plies, stepwise_playout(Plain{}, again).plies);
  }
}

TEST(Playout, AFastPlayoutIsTakenWhereThereIsOne) {
  Random random({1});
  EXPECT_EQ(uniform_playout(Quick{}, random).plies, 99);
  EXPECT_LE(stepwise_playout(Quick{}, random).plies, 10);
}

}  // namespace
}  // namespace banyan
