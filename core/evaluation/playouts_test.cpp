// Tests of playouts as an evaluator: whole calls, and calls that are stopped.
#include "core/evaluation/playouts.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "core/game/test_game_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/pig/pig.hpp"

namespace banyan {
namespace {

/// What an evaluator says of `size` leaves at the start of a game, if the stop comes at the
/// question number `stop_at`.
template <Game G>
struct Called {
  Called(const G& position, int games, std::size_t size, int stop_at)
      : leaves(size, Leaf<G>{&position, {}}), values(size) {
    Random random({1, 2, 3, 4});
    evaluated = PlayoutEvaluator<G>(games).evaluate(leaves, values, random,
                                                    [&] { return ++asked >= stop_at; });
  }

  std::vector<Leaf<G>> leaves;
  std::vector<LeafValue<G>> values;
  int asked = 0;
  std::size_t evaluated = 0;
};

constexpr int kNever = 1 << 30;

template <class G>
class PlayoutsOf : public testing::Test {};
using PlayoutGames = testing::Types<ConnectFour, TestGame, Pig>;
TYPED_TEST_SUITE(PlayoutsOf, PlayoutGames);

TYPED_TEST(PlayoutsOf, GiveTheMeanOfThoseMadeWhereverACallIsStopped) {
  for (const int games : {1, 3, 20}) {
    for (const std::size_t size : {1U, 7U, 600U}) {
      const TypeParam start;
      const Called<TypeParam> whole(start, games, size, kNever);
      EXPECT_EQ(whole.evaluated, size);
      for (const int stop_at : {1, 2, 3, 10}) {
        const Called<TypeParam> part(start, games, size, stop_at);
        EXPECT_GE(part.evaluated, 1U);
        EXPECT_LE(part.evaluated, size);
        EXPECT_LE(part.asked, stop_at);
        for (std::size_t i = 0; i < part.evaluated; ++i) {
          EXPECT_NEAR(part.values[i].values[0] + part.values[i].values[1], 1, 1e-9);
        }
        if (part.asked < stop_at) {
          EXPECT_EQ(part.evaluated, size);
        }
      }
    }
  }
}

TYPED_TEST(PlayoutsOf, AskForAStopNowAndThen) {
  EXPECT_GT(Called<TypeParam>(TypeParam(), 1000, 1, kNever).asked, 20);
  EXPECT_GE(Called<TypeParam>(TypeParam(), 1, 4096, kNever).asked, 8);
  EXPECT_LT(Called<TypeParam>(TypeParam(), 1, 4096, 1).evaluated, 1000U);
}

}  // namespace
}  // namespace banyan
