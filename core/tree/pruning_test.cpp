// Trees whose memory is full: those that prune keep growing and lose only detail.
#include "core/tree/pruning.hpp"

#include <gtest/gtest.h>

#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "core/search/search.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

SearchOptions small_memory(bool prunes, std::uint32_t batch = 0) {
  SearchOptions options;
  options.memory = 256'000;
  options.prunes = prunes;
  options.batch = batch;
  return options;
}

template <Game G>
class FullTree : public testing::Test {};
using PrunedGames = testing::Types<TicTacToe, ConnectFour, Hex<11>, Othello, Breakthrough>;
TYPED_TEST_SUITE(FullTree, PrunedGames);

TYPED_TEST(FullTree, LosesNothingButNodesWhenItIsPruned) {
  for (const std::uint32_t batch : {0U, 64U}) {
    SequentialSearch<TypeParam> search(small_memory(true, batch));
    const auto count = static_cast<std::uint64_t>(scaled(200'000));
    const SearchResult result = search.search(TypeParam{}, iterations(count), seeded(1));
    EXPECT_EQ(result.iterations, count);
    EXPECT_LE(result.tree.bytes, 256'000U);
    EXPECT_EQ(result.tree.nodes, visited_nodes(search.tree()));
    EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
    expect_sound(result);
    if (kSlowdown == 1 && result.counters.at("refused_expansions") > 0) {
      EXPECT_GT(result.counters.at("pruned_nodes"), 0U);
    }
  }
}

TYPED_TEST(FullTree, RepeatsItself) {
  SequentialSearch<TypeParam> search(small_memory(true));
  const auto run = [&] {
    return search.search(TypeParam{}, iterations(scaled(100'000)), seeded(7));
  };
  const SearchResult once = run();
  const SearchResult again = run();
  EXPECT_EQ(once.counters, again.counters);
  EXPECT_EQ(once.value, again.value);
}

TEST(FullTreeOfConnectFour, IsPrunedAndFindsTheMoveThatAStoppedOneMisses) {
  const auto value_of = [](const SearchOptions& options) {
    SequentialSearch<ConnectFour> search(options);
    return search.search(ConnectFour{}, iterations(1'000'000), seeded(1)).value;
  };
  SearchOptions ample;
  const double truth = value_of(ample);
  EXPECT_NEAR(value_of(small_memory(true)), truth, 0.02);
  EXPECT_GT(std::abs(value_of(small_memory(false)) - truth), 0.05);  // the control
}

}  // namespace
}  // namespace banyan
