#include "core/tree/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "core/game/positions_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20U;
const double kC = std::sqrt(2.0);

/// A tree that has just been started.
template <Game G>
struct Seedling : Tree<G> {
  explicit Seedling(const G& position) : Tree<G>(kMegabyte, Ucb1(kC), 1) {
    Random random(StreamKey{1, 0, 0, 0});
    this->start(position, random);
  }
};

/// A tree whose root has the given children, all tried: pairs of visits and points.
struct Rooted {
  explicit Rooted(const std::vector<std::array<std::uint32_t, 2>>& children) {
    Random unused(StreamKey{});
    for (Slot slot = 0; slot < children.size(); ++slot) {
      Slot got = 0;
      tree.try_next(tree.root(), got, unused);
      tree.leave(tree.root(), got, children[slot][0], children[slot][1]);
    }
  }
  [[nodiscard]] Slot best() const { return tree.best(tree.root()); }

  Seedling<ConnectFour> tree{ConnectFour{}};
};

template <class G>
class TreeOf : public testing::Test {};
using TreeGames = testing::Types<TicTacToe, ConnectFour, Hex<11>, Hex<14>>;
TYPED_TEST_SUITE(TreeOf, TreeGames);

TYPED_TEST(TreeOf, HasEveryLegalMoveOnceAtTheRoot) {
  Tree<TypeParam> tree(kMegabyte, Ucb1(kC), 1);
  Random random(StreamKey{1, 0, 0, 0});
  for (int plies = 0; plies < 6; ++plies) {
    const auto position = random_position(TypeParam{}, plies, random);
    if (!position) continue;
    tree.start(*position, random);
    const auto legal = position->legal_moves();
    std::set<std::uint32_t> moves;
    for (Slot slot = 0; slot < tree.size(tree.root()); ++slot) {
      moves.insert(tree.move(tree.root(), slot));
    }
    EXPECT_EQ(tree.size(tree.root()), legal.size());
    EXPECT_EQ(moves, std::set<std::uint32_t>(legal.begin(), legal.end()));
  }
}

TYPED_TEST(TreeOf, StartsWithoutVisitsAndWithoutGrandchildren) {
  Tree<TypeParam> tree(kMegabyte, Ucb1(kC), 1);
  Random random(StreamKey{1, 0, 0, 0});
  for (int round = 0; round < 3; ++round) {  // nothing is left of the last tree in the arena
    tree.start(TypeParam{}, random);
    EXPECT_EQ(tree.tried(tree.root()), 0U);
    for (Slot slot = 0; slot < tree.size(tree.root()); ++slot) {
      EXPECT_EQ(tree.stat(tree.root(), slot), 0U);
      EXPECT_EQ(tree.child(tree.root(), slot), kNoNode);
      tree.leave(tree.root(), slot, 7, 9);
    }
    Arena::Lane lane(tree.arena());
    TypeParam next;
    next.play(tree.move(tree.root(), 0));
    tree.expand(tree.root(), 0, next, random, lane);
  }
}

TYPED_TEST(TreeOf, KeepsEveryChildsNumbersApart) {
  Tree<TypeParam> tree(4 * kMegabyte, Ucb1(kC), 1);
  Random random(StreamKey{1, 0, 0, 0});
  const TypeParam root;
  tree.start(root, random);
  Arena::Lane lane(tree.arena());
  const auto children = static_cast<Slot>(tree.size(tree.root()));
  std::vector<typename TypeParam::Move> moves;
  std::vector<Node> nodes;
  for (Slot slot = 0; slot < children; ++slot) {
    moves.push_back(tree.move(tree.root(), slot));
    tree.leave(tree.root(), slot, slot + 1, slot);
    nodes.push_back(tree.expand(tree.root(), slot, after(root, moves[slot]), random, lane));
    ASSERT_NE(nodes[slot], kNoNode);
    for (Slot below = 0; below < tree.size(nodes[slot]); ++below) {
      tree.leave(nodes[slot], below, 1000 * slot + below, below);
    }
  }
  for (Slot slot = 0; slot < children; ++slot) {
    EXPECT_EQ(tree.move(tree.root(), slot), moves[slot]);
    EXPECT_EQ(tree.stat(tree.root(), slot), make_stat(slot + 1, slot));
    EXPECT_EQ(tree.child(tree.root(), slot), nodes[slot]);
    for (Slot below = 0; below < tree.size(nodes[slot]); ++below) {
      ASSERT_EQ(tree.stat(nodes[slot], below), make_stat(1000 * slot + below, below));
    }
  }
}

TEST(Tree, PutsEveryMoveFirstEquallyOften) {
  Tree<ConnectFour> tree(kMegabyte, Ucb1(kC), 1);
  Random random(StreamKey{2, 0, 0, 0});
  constexpr double kExpected = 2000;
  std::array<std::array<int, 7>, 7> counts{};  // by slot and move
  for (int i = 0; i < 7 * kExpected; ++i) {
    tree.start(ConnectFour{}, random);
    for (Slot slot = 0; slot < 7; ++slot) ++counts[slot][tree.move(tree.root(), slot)];
  }
  for (const auto& slot : counts) {
    double chi_square = 0;
    for (const int n : slot) chi_square += (n - kExpected) * (n - kExpected) / kExpected;
    EXPECT_LT(chi_square, 6 + 4.5 * std::sqrt(12.0));
  }
}

TEST(Tree, TriesEveryChildOnce) {
  Seedling tree(TicTacToe{});
  Random unused(StreamKey{});
  for (Slot expected = 0; expected < 9; ++expected) {
    EXPECT_FALSE(tree.all_tried(tree.root()));
    EXPECT_EQ(tree.tried(tree.root()), expected);
    Slot slot = 99;
    EXPECT_TRUE(tree.try_next(tree.root(), slot, unused));
    EXPECT_EQ(slot, expected);
  }
  EXPECT_TRUE(tree.all_tried(tree.root()));
}

TEST(Tree, ClaimsThatComeTooLateGetNothing) {
  Seedling tree(TicTacToe{});
  Random unused(StreamKey{});
  Slot slot = 0;
  for (int i = 0; i < 9; ++i) tree.try_next(tree.root(), slot, unused);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(tree.try_next(tree.root(), slot, unused));
  EXPECT_TRUE(tree.all_tried(tree.root()));
  EXPECT_EQ(tree.tried(tree.root()), 9U);
}

TEST(Tree, ExpandLinksTheBlockToItsParent) {
  Seedling tree(ConnectFour{});
  Random random(StreamKey{3, 0, 0, 0});
  Arena::Lane lane(tree.arena());
  const ConnectFour next = after(ConnectFour{}, tree.move(tree.root(), 2));
  const Node node = tree.expand(tree.root(), 2, next, random, lane);
  EXPECT_NE(node, kNoNode);
  EXPECT_NE(node, tree.root());
  EXPECT_EQ(tree.child(tree.root(), 2), node);
  EXPECT_EQ(tree.size(node), 7U);
  EXPECT_EQ(tree.child(tree.root(), 1), kNoNode);
}

TEST(Tree, ExpandSaysWhenTheArenaIsFull) {
  Seedling tree(ConnectFour{});
  Arena::Lane lane(tree.arena());
  while (lane.allocate(Arena::kLine) != 0) continue;
  Random random(StreamKey{3, 0, 0, 0});
  EXPECT_EQ(tree.expand(tree.root(), 0, ConnectFour{}, random, lane), kNoNode);
  EXPECT_EQ(tree.child(tree.root(), 0), kNoNode);
}

TEST(Tree, BestHasTheGreatestUcb) {
  Random random(StreamKey{4, 0, 0, 0});
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::array<std::uint32_t, 2>> children;
    double total = 0;
    for (int i = 0; i < 7; ++i) {
      const std::uint32_t visits = 1 + random.below(1U << (1 + random.below(12)));
      children.push_back({visits, random.below(2 * visits + 1)});
      total += visits;
    }
    const auto value = [&](Slot slot) {
      const double n = children[slot][0];
      return children[slot][1] / (2 * n) + kC * std::sqrt(std::log(total) / n);
    };
    double greatest = 0;
    for (Slot slot = 0; slot < 7; ++slot) greatest = std::max(greatest, value(slot));
    ASSERT_NEAR(value(Rooted(children).best()), greatest, 1e-5 * greatest);
  }
}

TEST(Tree, BestIsTheFirstAmongEquals) {
  EXPECT_EQ(Rooted({{4, 4}, {4, 4}, {4, 4}, {4, 4}, {4, 4}, {4, 4}, {4, 4}}).best(), 0U);
  EXPECT_EQ(Rooted({{4, 3}, {4, 5}, {4, 4}, {4, 5}, {4, 4}, {4, 5}, {4, 4}}).best(), 1U);
}

TEST(Tree, AChildWithoutVisitsAttractsNobody) {
  // Another thread is visiting it for the first time.
  EXPECT_EQ(Rooted({{0, 0}, {9, 0}, {0, 0}, {9, 0}, {9, 0}, {9, 0}, {9, 0}}).best(), 1U);
}

TEST(Tree, BestOfNothingButClaimsIsSomeChild) {
  EXPECT_LT(Rooted({{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}).best(), 7U);
}

TEST(Tree, CountsBeyondTwoToTheTwentyFourExactly) {
  // A float would stop counting at 2^24. Of 2^25 visits, every third is won and every fifth drawn.
  constexpr std::uint32_t kVisits = scaled(1U << 25U);
  constexpr std::uint32_t kStart = (1U << 25U) - kVisits;
  Rooted rooted({{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}});
  rooted.tree.leave(rooted.tree.root(), 0, kStart, kStart);
  std::uint32_t points = 1 + kStart;
  for (std::uint32_t i = 0; i < kVisits; ++i) {
    const std::uint32_t result = i % 3 == 0 ? 2 : i % 5 == 0 ? 1 : 0;
    points += result;
    rooted.tree.leave(rooted.tree.root(), 0, 1, result);
  }
  EXPECT_EQ(rooted.tree.stat(rooted.tree.root(), 0), make_stat((1U << 25U) + 1, points));
}

TEST(Tree, BestFollowsTheEvidenceAtHeavyNodes) {
  constexpr std::uint32_t kHeavy = 1U << 26U;
  Rooted rooted({{kHeavy, kHeavy},
                 {kHeavy, kHeavy},
                 {kHeavy, kHeavy},
                 {kHeavy, kHeavy},
                 {kHeavy, kHeavy},
                 {kHeavy, kHeavy},
                 {kHeavy, kHeavy}});
  const Node root = rooted.tree.root();
  rooted.tree.leave(root, 3, 1000, 2000);  // wins: its mean rises by 7e-6
  EXPECT_EQ(rooted.best(), 3U);
  rooted.tree.leave(root, 3, 3000, 0);  // losses: it falls behind
  EXPECT_NE(rooted.best(), 3U);
  rooted.tree.leave(root, 5, 1000, 2000);
  EXPECT_EQ(rooted.best(), 5U);
}

}  // namespace
}  // namespace banyan
