// Search with transpositions, on a game whose positions can be counted.
#include "core/tree/policy/transpositions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "core/game/positions_test.hpp"
#include "core/result/graph_inspect.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/strategies/policy_search.hpp"

namespace banyan {
namespace {

using GraphSearch = PolicySearch<TicTacToe>;

GraphSearch::Options sharing(Transpositions transpositions, int threads = 1) {
  GraphSearch::Options options;
  options.policy.transpositions = transpositions;
  options.threads = threads;
  options.memory = std::size_t{64} << 20U;
  options.executor = ExecutorKind::kJthread;
  return options;
}

constexpr auto kShared = {Transpositions::kUct1, Transpositions::kUct2};

std::uint64_t blocks_of(const PolicyTree<TicTacToe>& tree) {
  std::uint64_t count = 0;
  for_each_block(tree, [&](Node) { ++count; });
  return count;
}

TEST(Graph, HasNoMoreBlocksThanTicTacToeHasPositionsToMoveIn) {
  const std::size_t positions = late_positions(9).size();
  EXPECT_EQ(positions, 4520U);
  for (const Transpositions transpositions :
       {Transpositions::kNone, Transpositions::kUct1, Transpositions::kUct2}) {
    auto options = sharing(transpositions);
    options.exploration = 20;  // looks at everything
    GraphSearch search(options);
    const SearchResult result = search.search({}, iterations(60'000), seeded(1));
    const std::uint64_t blocks = blocks_of(search.tree(0));
    if (transpositions == Transpositions::kNone) {
      EXPECT_GT(blocks, 2 * positions);
    } else {
      EXPECT_LE(blocks, positions);
      EXPECT_GT(blocks, positions / 2);
      EXPECT_GT(result.counters.at("transpositions"), 0U);
    }
  }
}

TEST(Graph, LeadsToOneBlockByAllMovesToAPositionAndByNoOthers) {
  for (const Transpositions transpositions : kShared) {
    GraphSearch search(sharing(transpositions));
    search.search({}, iterations(20'000), seeded(1));
    const auto& tree = search.tree(0);
    std::unordered_map<Node, TicTacToe> position_of{{tree.root(), {}}};
    std::vector<Node> open{tree.root()};
    std::vector<TicTacToe> seen;
    while (!open.empty()) {
      const Node node = open.back();
      open.pop_back();
      for (Slot slot = 0; slot < tree.size(node); ++slot) {
        const Node child = tree.child(node, slot);
        if (child == kNoNode) continue;
        const TicTacToe position = after(position_of.at(node), tree.move(node, slot));
        const auto [at, is_new] = position_of.emplace(child, position);
        EXPECT_EQ(at->second, position);
        if (!is_new) continue;
        EXPECT_EQ(std::count(seen.begin(), seen.end(), position), 0);
        seen.push_back(position);
        open.push_back(child);
      }
    }
    EXPECT_GT(seen.size(), 500U);
  }
}

TEST(Graph, LosesAndInventsNothing) {
  for (const Transpositions transpositions : kShared) {
    for (const int threads : {1, 4, 8}) {
      GraphSearch search(sharing(transpositions, threads));
      const auto count = scaled<std::uint64_t>(40'000);
      const SearchResult result = search.search({}, iterations(count), seeded(1));
      EXPECT_EQ(result.root_visits(), count);
      expect_sound(result);
      EXPECT_EQ(find_graph_defect(search.tree(0), threads == 1), std::nullopt);
      EXPECT_GT(result.counters.at("transpositions"), 0U);
    }
  }
}

TEST(Graph, FindsTheMovesThatMinimaxAllows) {
  for (const Transpositions transpositions : kShared) {
    GraphSearch search(sharing(transpositions));
    expect_solves(search, endgames(scaled(60), 3), iterations(5000));
    expect_draws_with_itself(search, iterations(5000), 1);
  }
}

TEST(Graph, ProvesTicTacToeADrawWithFewerIterationsThanATree) {
  const auto iterations_to_prove = [](Transpositions transpositions, int threads) {
    auto options = sharing(transpositions, threads);
    options.policy.solver = true;
    GraphSearch search(options);
    const SearchResult result = search.search({}, iterations(1'000'000), seeded(1));
    EXPECT_EQ(result.proven, kDraw);
    EXPECT_EQ(find_graph_defect(search.tree(0), false), std::nullopt);
    return result.iterations;
  };
  for (const int threads : {1, 4}) {
    const std::uint64_t tree = iterations_to_prove(Transpositions::kNone, threads);
    for (const Transpositions transpositions : kShared) {
      EXPECT_LT(iterations_to_prove(transpositions, threads), tree * 2 / 3);
    }
  }
}

TEST(Graph, ProvesWhatMinimaxDoes) {
  for (const Transpositions transpositions : kShared) {
    for (const int threads : {1, 4}) {
      auto options = sharing(transpositions, threads);
      options.policy.solver = true;
      GraphSearch search(options);
      for (const Problem<TicTacToe>& problem : endgames(scaled(60), 4)) {
        const SearchResult result = search.search(problem.position, iterations(20'000), seeded(1));
        EXPECT_EQ(result.proven, minimax(problem.position, 9));
        EXPECT_TRUE(problem.solved_by(result.best_move)) << problem.position.board();
      }
    }
  }
}

TEST(Uct2, ChoosesByTheMeanOfAPositionAndTheVisitsOfAMove) {
  GraphSearch search(sharing(Transpositions::kUct2));
  search.search({}, iterations(5000), seeded(1));
  const auto& tree = search.tree(0);
  const auto sums = sums_of_blocks(tree);
  int shared = 0;
  for_each_block(tree, [&](Node node) {
    double visits = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      visits += visits_of(tree.stat(node, slot));
    }
    if (!tree.all_tried(node)) return;
    const auto value = [&](Slot slot) {
      const Stat own = tree.stat(node, slot);
      double mean = points_of(own) / (2.0 * visits_of(own));
      if (const Node child = tree.child(node, slot); child != kNoNode) {
        const BlockSums& all = sums.at(child);
        mean = static_cast<double>(all.points) / (2.0 * static_cast<double>(all.visits));
        if (all.moves > 1) ++shared;
      }
      return mean + SearchOptions{}.exploration * std::sqrt(std::log(visits) / visits_of(own));
    };
    double best = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) best = std::max(best, value(slot));
    AmafOfAncestors<TicTacToe> none;
    EXPECT_NEAR(value(tree.best(node, true, none)), best, 1e-4);
  });
  EXPECT_GT(shared, 100);
}

}  // namespace
}  // namespace banyan
