#include "parallel/strategies/root.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

template <Game G>
RootSearch<G> root_engine(int threads, Merge merge = Merge::kSum,
                          ExecutorKind kind = default_executor()) {
  typename RootSearch<G>::Options options;
  options.threads = threads;
  options.merge = merge;
  options.executor = kind;
  options.memory = std::size_t{256} << 20U;
  return RootSearch<G>(options);
}

TEST(RootSearch, WithOneThreadIsTheSequentialSearch) {
  SearchOptions options;
  options.memory = std::size_t{256} << 20U;
  SequentialSearch<ConnectFour> sequential(options);
  for (const Merge merge : {Merge::kSum, Merge::kMajority, Merge::kMax}) {
    auto root = root_engine<ConnectFour>(1, merge);
    expect_same(root.search(ConnectFour{}, iterations(10'000), {1, 2, 3, 4}),
                sequential.search(ConnectFour{}, iterations(10'000), {1, 2, 3, 4}));
  }
}

TEST(RootSearch, GivesTheSameResultWhateverRunsItsThreads) {
  for (const int threads : {1, 2, 8}) {
    auto plain = root_engine<ConnectFour>(threads, Merge::kSum, ExecutorKind::kJthread);
    auto standard = root_engine<ConnectFour>(threads);
    const SearchResult once = plain.search(ConnectFour{}, iterations(9001), seeded(1));
    expect_same(once, standard.search(ConnectFour{}, iterations(9001), seeded(1)));
    expect_same(once, standard.search(ConnectFour{}, iterations(9001), seeded(1)));
  }
}

TEST(RootSearch, GrowsNoTwoTreesAlike) {
  auto search = root_engine<ConnectFour>(8);
  search.search(ConnectFour{}, iterations(8000), seeded(1));
  const auto visits = [&](int tree) {
    std::vector<std::uint64_t> numbers;
    for (const RootChild& child : root_children(search.tree(tree))) {
      numbers.insert(numbers.end(), {child.visits, child.points});
    }
    return numbers;
  };
  for (int a = 0; a < 8; ++a) {
    for (int b = 0; b < a; ++b) EXPECT_NE(visits(a), visits(b)) << a << " and " << b;
  }
}

TEST(RootSearch, SplitsTheIterationsEvenly) {
  auto search = root_engine<ConnectFour>(8);
  search.search(ConnectFour{}, iterations(1003), seeded(1));
  for (int tree = 0; tree < 8; ++tree) {
    std::uint64_t visits = 0;
    for (const RootChild& child : root_children(search.tree(tree))) visits += child.visits;
    EXPECT_EQ(visits, tree < 3 ? 126U : 125U);
  }
}

TEST(RootSearch, EachTreeIsASequentialSearchWithItsOwnStream) {
  auto search = root_engine<ConnectFour>(3);
  search.search(ConnectFour{}, iterations(3000), {1, 2, 3, 0});
  SequentialSearch<ConnectFour> sequential(SearchOptions{});
  for (int tree = 0; tree < 3; ++tree) {
    sequential.search(ConnectFour{}, iterations(1000), {1, 2, 3, static_cast<std::uint64_t>(tree)});
    const auto ours = root_children(search.tree(tree));
    const auto theirs = root_children(sequential.tree());
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_EQ(ours[i].visits, theirs[i].visits);
      EXPECT_EQ(ours[i].points, theirs[i].points);
    }
  }
}

TEST(RootSearch, EveryMergeFindsTheWinsInOne) {
  for (const Merge merge : {Merge::kSum, Merge::kAverage, Merge::kMajority, Merge::kMax}) {
    auto search = root_engine<ConnectFour>(4, merge);
    expect_solves(search, wins_in_one(scaled(30), 3), iterations(20'000));
  }
}

TEST(RootSearch, OldTreesDoNotCountWhereThereIsNothingToDo) {
  auto search = root_engine<TicTacToe>(8);
  search.search(TicTacToe{}, iterations(8000), seeded(1));
  const SearchResult result = search.search(TicTacToe{}, iterations(3), seeded(2));
  EXPECT_EQ(result.root_visits(), 3U);
  EXPECT_EQ(result.tree.nodes, 6U);  // three roots with one child each
}

}  // namespace
}  // namespace banyan
