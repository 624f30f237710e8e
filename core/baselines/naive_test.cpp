#include "core/baselines/naive.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "core/baselines/shares_test.hpp"
#include "core/game/positions_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/connect_four/textbook.hpp"
#include "games/hex/hex.hpp"
#include "games/hex/textbook.hpp"
#include "games/tic_tac_toe/textbook.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

using NaiveTicTacToe = NaiveSearch<TicTacToe, textbook::TicTacToe>;
using NaiveConnectFour = NaiveSearch<ConnectFour, textbook::ConnectFour>;

/// A game and the state that the engine uses for it.
template <Game G, class S>
struct Pair {
  using Position = G;
  using State = S;
};

template <class P>
class Naive : public testing::Test {
 protected:
  using Position = typename P::Position;

  SearchResult search(const Limits& limits, const StreamKey& key) {
    return search_.search(Position{}, limits, key);
  }

 private:
  NaiveSearch<Position, typename P::State> search_{SearchOptions{}};
};
using NaiveGames =
    testing::Types<Pair<TicTacToe, textbook::TicTacToe>, Pair<ConnectFour, textbook::ConnectFour>,
                   Pair<Hex<5>, textbook::Hex>>;
TYPED_TEST_SUITE(Naive, NaiveGames);

TYPED_TEST(Naive, RunsExactlyTheIterations) {
  for (const std::uint64_t count : {1U, 2U, 7U, 1000U, 4321U}) {
    const SearchResult result = this->search(iterations(count), seeded(1));
    EXPECT_EQ(result.iterations, count);
    EXPECT_EQ(result.visits(), count);
    expect_sound(result);
  }
}

TYPED_TEST(Naive, TheSameKeyGivesTheSameResult) {
  const StreamKey key{1, 2, 3, 4};
  const SearchResult once = this->search(iterations(2000), key);
  expect_same(once, this->search(iterations(2000), key));
}

TYPED_TEST(Naive, AnotherKeyGivesAnotherResult) {
  const SearchResult once = this->search(iterations(2000), {0, 0, 0, 0});
  const SearchResult other = this->search(iterations(2000), {0, 0, 0, 1});
  EXPECT_FALSE(same_children(once, other));
}

TYPED_TEST(Naive, StopsAtATimeLimit) {
  const TestClock clock(TestClock::kSlow);
  const Limits limits = looks(1000);
  const SearchResult result = this->search(limits, seeded(1));
  EXPECT_EQ(result.iterations, 998U);  // the clock is read twice before the first
  expect_in_time(result, limits, 1);
  expect_sound(result);
}

TEST(NaiveSearch, TakesWinsInOne) {
  NaiveConnectFour search(SearchOptions{});
  expect_solves(search, wins_in_one(scaled(10), 1), iterations(20'000));
}

TEST(NaiveSearch, BlocksLossesInOne) {
  NaiveConnectFour search(SearchOptions{});
  expect_solves(search, losses_in_one(scaled(10), 1), iterations(20'000));
}

TEST(NaiveSearch, PlaysTicTacToeEndgamesLikeMinimax) {
  NaiveTicTacToe search(SearchOptions{});
  expect_solves(search, endgames(scaled(50), 1), iterations(20'000));
}

TEST(NaiveSearch, HoldsTicTacToeForADraw) {
  NaiveTicTacToe search(SearchOptions{});
  const SearchResult result = search.search(TicTacToe{}, iterations(200'000), seeded(1));
  EXPECT_NEAR(result.value, 0.5, 0.1);
}

TEST(NaiveSearch, AgreesWithTheCoreOnHowVisitsSpread) {
  expect_shares_of_the_core<NaiveConnectFour>();
}

}  // namespace
}  // namespace banyan
