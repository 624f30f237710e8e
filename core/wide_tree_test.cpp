#include "core/wide_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/inspect.hpp"
#include "core/iteration.hpp"
#include "core/positions_test.hpp"
#include "core/scale_test.hpp"
#include "core/search.hpp"
#include "games/hex.hpp"

namespace banyan {
namespace {

constexpr std::size_t kMemory = std::size_t{256} << 20U;

/// Grows the tree; what its worker counted.
template <class Tree, Game G>
IterationCounts grow(Tree& tree, const G& position, int iterations, std::uint64_t seed) {
  Random random(StreamKey{seed, 0, 0, 0});
  tree.start(position, random);
  Iteration<Tree> iteration(tree, position, random);
  for (int i = 0; i < iterations; ++i) iteration.run(SinglePlayout{});
  return iteration.counts();
}

/// Calls visit(node) for every node that has children.
template <class Tree, class Visit>
void for_each_node(const Tree& tree, Visit visit) {
  std::vector<Node> open{tree.root()};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    visit(node);
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (const Node below = tree.child(node, slot)) open.push_back(below);
    }
  }
}

template <class G>
class WideTreeOf : public testing::Test {};
using Games = testing::Types<Hex<5>, Hex<11>, Hex<14>>;
TYPED_TEST_SUITE(WideTreeOf, Games);

TYPED_TEST(WideTreeOf, LosesNothing) {
  for (const std::uint32_t expand_after : {1U, 2U, 20U}) {
    WideTree<TypeParam> tree(kMemory, Ucb1(1.4), expand_after);
    const IterationCounts counts = grow(tree, TypeParam{}, scaled(60'000), 1);
    EXPECT_EQ(find_defect(tree, true), std::nullopt);
    std::uint64_t visits = 0;
    for (const RootChild& child : root_children(tree)) visits += child.visits;
    EXPECT_EQ(visits, counts.iterations);
  }
}

TYPED_TEST(WideTreeOf, LosesNothingWhereFewMovesAreLeft) {
  Random random(StreamKey{2, 0, 0, 0});
  WideTree<TypeParam> tree(kMemory, Ucb1(1.4), 1);
  for (int round = 0; round < 20; ++round) {
    const TypeParam empty;
    const int cells = empty.size() * empty.size();
    const auto position = random_position(empty, cells / 2 + round % (cells / 4), random);
    if (!position) continue;
    grow(tree, *position, scaled(20'000), 1);
    EXPECT_EQ(find_defect(tree, true), std::nullopt) << position->board();
  }
}

TYPED_TEST(WideTreeOf, CountsEveryChildWithVisitsAsANode) {
  WideTree<TypeParam> tree(kMemory, Ucb1(1.4), 1);
  const IterationCounts counts = grow(tree, TypeParam{}, scaled(60'000), 1);
  std::uint64_t visited = 0;
  for_each_node(tree, [&](Node node) {
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (visits_of(tree.stat(node, slot)) > 0) ++visited;
    }
  });
  EXPECT_EQ(counts.nodes, visited);
}

TYPED_TEST(WideTreeOf, VisitsOnlyLegalMoves) {
  Random random(StreamKey{3, 0, 0, 0});
  const auto position = random_position(TypeParam{}, 7, random);
  ASSERT_TRUE(position.has_value());
  WideTree<TypeParam> tree(kMemory, Ucb1(1.4), 1);
  grow(tree, *position, scaled(60'000), 1);
  // Nowhere below the root may a move of the root position's stones be visited.
  const auto legal = position->legal_moves();
  for_each_node(tree, [&](Node node) {
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (visits_of(tree.stat(node, slot)) == 0) continue;
      ASSERT_NE(std::find(legal.begin(), legal.end(), tree.move(node, slot)), legal.end());
    }
  });
}

TYPED_TEST(WideTreeOf, BestHasTheGreatestUcbAtEveryNode) {
  for (const double c : {0.2, 1.4142135623730951}) {
    WideTree<TypeParam> tree(kMemory, Ucb1(c), 1);
    grow(tree, TypeParam{}, scaled(200'000), 1);
    int nodes = 0;
    for_each_node(tree, [&](Node node) {
      if (!tree.all_tried(node) || tree.tried(node) != tree.size(node)) return;
      double total = 0;
      for (Slot slot = 0; slot < tree.size(node); ++slot) {
        total += visits_of(tree.stat(node, slot));
      }
      const auto value = [&](Slot slot) {
        const double n = visits_of(tree.stat(node, slot));
        return points_of(tree.stat(node, slot)) / (2 * n) + c * std::sqrt(std::log(total) / n);
      };
      double greatest = 0;
      for (Slot slot = 0; slot < tree.size(node); ++slot) {
        greatest = std::max(greatest, value(slot));
      }
      ASSERT_NEAR(value(tree.best(node)), greatest, 1e-5 * greatest);
      ++nodes;
    });
    EXPECT_GE(nodes, 1);
  }
}

TYPED_TEST(WideTreeOf, AFullArenaLosesNothing) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    WideTree<TypeParam> tree(0, Ucb1(0.3), 1);
    const IterationCounts counts = grow(tree, TypeParam{}, scaled(400'000), seed);
    EXPECT_EQ(counts.iterations, static_cast<std::uint64_t>(scaled(400'000)));
    if (kSlowdown == 1) {
      EXPECT_GT(counts.full, 0U);
    }
    EXPECT_LE(tree.arena().used(), tree.arena().capacity());
    EXPECT_EQ(find_defect(tree, false), std::nullopt);
  }
}

TYPED_TEST(WideTreeOf, TriesEveryMoveOfANodeBeforeAnyAgain) {
  WideTree<TypeParam> tree(kMemory, Ucb1(1.4), 1);
  grow(tree, TypeParam{}, scaled(60'000), 1);
  for_each_node(tree, [&](Node node) {
    std::uint32_t most = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      most = std::max(most, visits_of(tree.stat(node, slot)));
    }
    if (!tree.all_tried(node)) {
      ASSERT_LE(most, 1U);
    }
  });
}

/// Mean visits of every root move, and their variance over seeds.
struct Shares {
  static constexpr int kSeeds = 40;
  std::array<double, 25> mean{};
  std::array<double, 25> variance{};

  template <class Tree>
  Shares(Tree& tree, const Hex<5>& position) {
    std::array<double, 25> sum{};
    std::array<double, 25> squares{};
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      grow(tree, position, 4000, seed);
      for (const RootChild& child : root_children(tree)) {
        const auto visits = static_cast<double>(child.visits);
        sum[child.move] += visits;
        squares[child.move] += visits * visits;
      }
    }
    for (std::size_t i = 0; i < 25; ++i) {
      mean[i] = sum[i] / kSeeds;
      variance[i] = (squares[i] - sum[i] * mean[i]) / (kSeeds - 1);
    }
  }
};

TEST(WideTree, SpreadsVisitsLikeThePlainTree) {
  Random random(StreamKey{4, 0, 0, 0});
  for (const int plies : {0, 3, 6}) {
    const auto position = random_position(Hex<5>{}, plies, random);
    ASSERT_TRUE(position.has_value());
    Tree<Hex<5>> plain(kMemory, Ucb1(1.0), 1);
    WideTree<Hex<5>> wide(kMemory, Ucb1(1.0), 1);
    const Shares ours(wide, *position);
    const Shares theirs(plain, *position);
    for (std::size_t move = 0; move < 25; ++move) {
      const double error =
          std::sqrt((ours.variance[move] + theirs.variance[move]) / Shares::kSeeds);
      EXPECT_LE(std::abs(ours.mean[move] - theirs.mean[move]), 4.5 * error) << "move " << move;
    }
  }
}

TEST(WideTree, TheSameSeedGrowsTheSameTree) {
  WideTree<Hex<11>> first(kMemory, Ucb1(1.4), 1);
  WideTree<Hex<11>> second(kMemory, Ucb1(1.4), 1);
  grow(first, Hex<11>{}, 1000, 9);  // leaves its memory used
  grow(first, Hex<11>{}, 30'000, 5);
  grow(second, Hex<11>{}, 30'000, 5);
  const auto a = root_children(first);
  const auto b = root_children(second);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].visits, b[i].visits);
    EXPECT_EQ(a[i].points, b[i].points);
  }
}

}  // namespace
}  // namespace banyan
