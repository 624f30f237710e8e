#include "core/baselines/plain.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "core/baselines/shares_test.hpp"
#include "core/game/positions_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

template <class G>
class PlainUct : public testing::Test {
 protected:
  SearchResult search(const Limits& limits, const StreamKey& key) {
    return search_.search(G{}, limits, key);
  }

 private:
  PlainSearch<G> search_{SearchOptions{}};
};
// In the last game a player may move several times in a row.
using PlainGames = testing::Types<TicTacToe, ConnectFour, Hex<5>, DotsAndBoxes>;
TYPED_TEST_SUITE(PlainUct, PlainGames);

TYPED_TEST(PlainUct, RunsExactlyTheIterations) {
  for (const std::uint64_t count : {1U, 2U, 7U, 1000U, 4321U}) {
    const SearchResult result = this->search(iterations(count), seeded(1));
    EXPECT_EQ(result.iterations, count);
    EXPECT_EQ(result.visits(), count);
    expect_sound(result);
  }
}

TYPED_TEST(PlainUct, TheSameKeyGivesTheSameResult) {
  const StreamKey key{1, 2, 3, 4};
  const SearchResult once = this->search(iterations(2000), key);
  expect_same(once, this->search(iterations(2000), key));
  EXPECT_FALSE(same_children(once, this->search(iterations(2000), {1, 2, 3, 5})));
}

TYPED_TEST(PlainUct, StopsAtATimeLimit) {
  const TestClock clock(TestClock::kSlow);
  const Limits limits = looks(1000);
  const SearchResult result = this->search(limits, seeded(1));
  expect_in_time(result, limits, 1);
  expect_sound(result);
}

TEST(PlainSearch, TakesWinsInOneAndBlocksLossesInOne) {
  PlainSearch<ConnectFour> search(SearchOptions{});
  expect_solves(search, wins_in_one(scaled(10), 1), iterations(20'000));
  expect_solves(search, losses_in_one(scaled(10), 1), iterations(20'000));
}

TEST(PlainSearch, PlaysTicTacToeEndgamesLikeMinimax) {
  PlainSearch<TicTacToe> search(SearchOptions{});
  expect_solves(search, endgames(scaled(50), 1), iterations(20'000));
}

TEST(PlainSearch, GoesOnSearchingWhenItsMemoryIsFull) {
  SearchOptions options;
  options.memory = 20'000;
  const SearchResult result =
      PlainSearch<ConnectFour>(options).search(ConnectFour{}, iterations(20'000), seeded(1));
  EXPECT_LE(result.tree.bytes, options.memory);
  EXPECT_EQ(result.root_visits(), 20'000U);
  expect_sound(result);
}

TEST(PlainSearch, AgreesWithTheCoreOnHowVisitsSpread) {
  expect_shares_of_the_core<PlainSearch<ConnectFour>>();
}

}  // namespace
}  // namespace banyan
