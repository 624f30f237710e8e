#include "core/tree/narrow_tree.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/playout/playout.hpp"
#include "core/result/inspect.hpp"
#include "core/search/options.hpp"
#include "core/search/scale_test.hpp"
#include "core/search/uct.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

constexpr std::size_t kNarrowMemory = std::size_t{64} << 20U;

/// `games` playouts per leaf, with their results summed.
struct Playouts {
  std::uint32_t games;

  template <Game G>
  Evaluation operator()(const G& position, Random& random) const {
    std::uint32_t points = 0;
    for (std::uint32_t i = 0; i < games; ++i) {
      points += static_cast<std::uint32_t>(uniform_playout(position, random).first);
    }
    return {games, points};
  }
};

template <class Tree, Game G>
void grow_narrow(Tree& tree, const G& position, int iterations, std::uint32_t games) {
  Random random(StreamKey{1, 2, 3, 4});
  tree.start(position, random);
  UctIteration<Tree> iteration(tree, position, random);
  for (int i = 0; i < iterations; ++i) iteration.run(Playouts{games}, games);
}

/// Whether a descent came back after the last trial. A compact node becomes a block, with a best
/// child, only after that.
template <class Tree>
bool went_on(const Tree& tree, Node node) {
  std::uint32_t visits = 0;
  for (Slot slot = 0; slot < tree.size(node); ++slot) visits += visits_of(tree.stat(node, slot));
  return visits > tree.size(node);
}

/// The trees are the same, child by child.
template <Game G, class Narrow>
void expect_equal(const Tree<G>& plain, const Narrow& narrow) {
  std::vector<std::pair<Node, Node>> open{{plain.root(), narrow.root()}};
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    ASSERT_EQ(plain.size(a), narrow.size(b));
    ASSERT_EQ(plain.tried(a), narrow.tried(b));
    ASSERT_EQ(plain.all_tried(a), narrow.all_tried(b));
    if (plain.all_tried(a) && went_on(plain, a)) {
      ASSERT_EQ(plain.best(a), narrow.best(b));
    }
    for (Slot slot = 0; slot < plain.size(a); ++slot) {
      ASSERT_EQ(plain.move(a, slot), narrow.move(b, slot));
      ASSERT_EQ(plain.stat(a, slot), narrow.stat(b, slot));
      const Node below = plain.child(a, slot);
      ASSERT_EQ(below == kNoNode, narrow.child(b, slot) == kNoNode);
      if (below != kNoNode) open.emplace_back(below, narrow.child(b, slot));
    }
  }
}

/// Hex without the swap, which would be one move more.
struct Hex4 : Hex<4> {
  Hex4() : Hex<4>(4) {}
  static constexpr std::size_t kMaxMoves = 16;

  [[nodiscard]] MovesOf<Hex4> legal_moves() const {
    MovesOf<Hex4> moves;
    for (const Move move : Hex<4>::legal_moves()) moves.push_back(move);
    return moves;
  }
};

template <class G>
class NarrowTreeOf : public testing::Test {};
using NarrowGames = testing::Types<TicTacToe, ConnectFour, Hex4>;  // 16, 8 and 16 lanes, all used
TYPED_TEST_SUITE(NarrowTreeOf, NarrowGames);

TYPED_TEST(NarrowTreeOf, GrowsLikeThePlainTree) {
  for (const double c : {0.0, 0.5, 1.4142135623730951, 20.0}) {
    for (const std::uint32_t expand_after : {1U, 3U}) {
      Tree<TypeParam> plain(kNarrowMemory, Ucb1(c), expand_after);
      NarrowTree<TypeParam> narrow(kNarrowMemory, Ucb1(c), expand_after);
      grow_narrow(plain, TypeParam{}, scaled(20'000), 1);
      grow_narrow(narrow, TypeParam{}, scaled(20'000), 1);
      expect_equal(plain, narrow);
      EXPECT_EQ(find_defect(narrow, true), std::nullopt);
    }
  }
}

TYPED_TEST(NarrowTreeOf, GrowsLikeThePlainTreeWithManyPlayoutsALeaf) {
  for (const std::uint32_t games : {2U, 8U, 100'000U}) {
    Tree<TypeParam> plain(kNarrowMemory, Ucb1(1.4), 1);
    NarrowTree<TypeParam, true, false> narrow(kNarrowMemory, Ucb1(1.4), 1);
    const int iterations = games > 8 ? scaled(60) : scaled(2000);
    grow_narrow(plain, TypeParam{}, iterations, games);
    grow_narrow(narrow, TypeParam{}, iterations, games);
    expect_equal(plain, narrow);
    EXPECT_EQ(find_defect(narrow, false), std::nullopt);
  }
}

TYPED_TEST(NarrowTreeOf, GrowsTheSameTreeWithoutCompactNodes) {
  Tree<TypeParam> plain(kNarrowMemory, Ucb1(1.4), 2);
  NarrowTree<TypeParam, true, false> narrow(kNarrowMemory, Ucb1(1.4), 2);
  grow_narrow(plain, TypeParam{}, scaled(20'000), 1);
  grow_narrow(narrow, TypeParam{}, scaled(20'000), 1);
  expect_equal(plain, narrow);
}

TEST(NarrowTree, TakesFewerThan28BytesAnIterationOfConnectFour) {
  constexpr int kIterations = 100'000;
  NarrowTree<ConnectFour> tree(kNarrowMemory, Ucb1(SearchOptions{}.exploration), 1);
  grow_narrow(tree, ConnectFour{}, kIterations, 1);
  EXPECT_LT(tree.arena().used(), 28U * kIterations);
}

TYPED_TEST(NarrowTreeOf, StartsAfreshInUsedMemory) {
  Tree<TypeParam> plain(kNarrowMemory, Ucb1(1.4), 1);
  NarrowTree<TypeParam> narrow(kNarrowMemory, Ucb1(1.4), 1);
  grow_narrow(plain, TypeParam{}, 3000, 1);
  for (int round = 0; round < 3; ++round)
    grow_narrow(narrow, TypeParam{}, round == 1 ? 9000 : 3000, 1);
  expect_equal(plain, narrow);
}

TYPED_TEST(NarrowTreeOf, PrefersTheSameChildAsThePlainTreeAtAnyWeight) {
  Random random(StreamKey{5, 0, 0, 0});
  for (int round = 0; round < scaled(2000); ++round) {
    Tree<TypeParam> plain(0, Ucb1(1.4), 1);
    NarrowTree<TypeParam> narrow(0, Ucb1(1.4), 1);
    Random first = random;
    Random second = random;
    plain.start(TypeParam{}, first);
    narrow.start(TypeParam{}, second);
    const Slot children = plain.size(plain.root());
    const auto leave = [&](Slot slot, std::uint32_t games, std::uint32_t points) {
      plain.leave(plain.root(), slot, games, points);
      narrow.leave(narrow.root(), slot, games, points);
    };
    // All children together stay below 2^32 visits, and so do the points of each.
    const std::uint32_t weight = 1U << random.below(28);
    for (Slot slot = 0; slot < children; ++slot) {
      Slot ignored = 0;
      plain.try_next(plain.root(), ignored, random);
      narrow.try_next(narrow.root(), ignored, random);
      const std::uint32_t games = weight / 2 + 1 + random.below(weight / 2 + 1);
      leave(slot, games, games / 2 + random.below(games));
    }
    ASSERT_EQ(plain.best(plain.root()), narrow.best(narrow.root())) << "weight " << weight;
    for (int i = 0; i < 5; ++i) {
      leave(random.below(children), 1 + random.below(weight / 16 + 1), random.below(2));
      ASSERT_EQ(plain.best(plain.root()), narrow.best(narrow.root())) << "weight " << weight;
    }
    random.next();
  }
}

TYPED_TEST(NarrowTreeOf, SaysWhenTheArenaIsFull) {
  NarrowTree<TypeParam> narrow(0, Ucb1(1.4), 1);
  Random random(StreamKey{6, 0, 0, 0});
  narrow.start(TypeParam{}, random);
  UctIteration<NarrowTree<TypeParam>> iteration(narrow, TypeParam{}, random);
  for (int i = 0; i < scaled(100'000); ++i) iteration.run(Playouts{1});
  EXPECT_GT(iteration.counts().full, 0U);
  EXPECT_EQ(iteration.counts().iterations, static_cast<std::uint64_t>(scaled(100'000)));
  EXPECT_EQ(find_defect(narrow, false), std::nullopt);
}

}  // namespace
}  // namespace banyan
