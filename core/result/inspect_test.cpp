#include "core/result/inspect.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/playout/playout.hpp"
#include "core/search/search.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {
namespace {

/// A tree of vectors with the interface that inspection needs, and open to corruption.
struct OpenTree {
  using GameType = ConnectFour;
  struct Child {
    std::uint32_t move;
    std::uint32_t visits;
    std::uint32_t points;
    Node below = kNoNode;
  };
  struct Block {
    std::vector<Child> children;
    std::uint32_t tried;
  };
  std::vector<Block> blocks;  // node n is blocks[n - 1]

  [[nodiscard]] static Node root() { return 1; }
  [[nodiscard]] static std::uint32_t expand_after() { return 1; }
  [[nodiscard]] std::uint32_t size(Node node) const {
    return static_cast<std::uint32_t>(blocks[node - 1].children.size());
  }
  [[nodiscard]] std::uint32_t tried(Node node) const { return blocks[node - 1].tried; }
  [[nodiscard]] const Child& at(Node node, Slot slot) const {
    return blocks[node - 1].children[slot];
  }
  [[nodiscard]] Child& at(Node node, Slot slot) { return blocks[node - 1].children[slot]; }
  [[nodiscard]] std::uint32_t move(Node node, Slot slot) const { return at(node, slot).move; }
  [[nodiscard]] Stat stat(Node node, Slot slot) const {
    return make_stat(at(node, slot).visits, at(node, slot).points);
  }
  [[nodiscard]] Node child(Node node, Slot slot) const { return at(node, slot).below; }
};

/// Seven iterations by one thread. Own visits: one at every child.
OpenTree sound_tree() {
  OpenTree tree;
  tree.blocks.push_back({{{5, 2, 3, 3}, {2, 4, 3, 2}, {9, 1, 0}, {3, 0, 0}}, 3});
  tree.blocks.push_back({{{4, 1, 2}, {6, 2, 3, 4}, {8, 0, 0}}, 2});
  tree.blocks.push_back({{{7, 1, 0}, {3, 0, 0}}, 1});
  tree.blocks.push_back({{{1, 1, 1}, {2, 0, 0}}, 1});
  return tree;
}

void expect_defect(const std::function<void(OpenTree&)>& corrupt, const std::string& words,
                   bool exact = false) {
  OpenTree tree = sound_tree();
  corrupt(tree);
  const std::optional<std::string> defect = find_defect(tree, exact);
  ASSERT_TRUE(defect.has_value()) << words;
  EXPECT_NE(defect->find(words), std::string::npos) << *defect;
}

TEST(FindDefect, FindsNothingInASoundTree) {
  EXPECT_EQ(find_defect(sound_tree(), true), std::nullopt);
  EXPECT_EQ(find_defect(sound_tree(), false), std::nullopt);
}

TEST(FindDefect, FindsALostVisit) {
  const auto lose = [](OpenTree& tree) { tree.at(1, 1) = {2, 3, 3, 2}; };
  expect_defect(lose, "fewer visits");
}

TEST(FindDefect, FindsALostVisitDeepInTheTree) {
  const auto lose = [](OpenTree& tree) { tree.at(2, 1) = {6, 1, 2, 4}; };
  expect_defect(lose, "node 2, child 1: fewer visits");
}

TEST(FindDefect, FindsAResidualVisitWhereCountsAreExact) {
  const auto linger = [](OpenTree& tree) { ++tree.at(1, 1).visits; };
  expect_defect(linger, "expanded late", true);
  OpenTree tree = sound_tree();
  linger(tree);  // several threads may well visit a leaf before one of them expands it
  EXPECT_EQ(find_defect(tree, false), std::nullopt);
}

TEST(FindDefect, FindsAResidualVisitBelowAnUntriedMove) {
  expect_defect([](OpenTree& tree) { tree.at(1, 3).visits = 1; }, "tried moves disagree");
}

TEST(FindDefect, FindsATriedMoveWithoutVisits) {
  expect_defect([](OpenTree& tree) { ++tree.blocks[2].tried; }, "tried moves disagree");
}

TEST(FindDefect, FindsMorePointsThanVisitsAllow) {
  expect_defect([](OpenTree& tree) { tree.at(1, 2).points = 3; }, "more points than visits");
}

TEST(FindDefect, FindsPointsThatTheChildrenDoNotAccountFor) {
  const auto invent = [](OpenTree& tree) { tree.at(1, 1).points = 5; };
  expect_defect(invent, "do not account for");
  const auto lose = [](OpenTree& tree) { tree.at(1, 0).points = 1; };
  expect_defect(lose, "do not account for");
}

TEST(FindDefect, FindsADisturbedChildOfARealTree) {
  Tree<ConnectFour> tree(std::size_t{1} << 20U, Ucb1(1.4), 1);
  Random random(StreamKey{1, 0, 0, 0});
  tree.start(ConnectFour{}, random);
  UctIteration<Tree<ConnectFour>> iteration(tree, ConnectFour{}, random);
  for (int i = 0; i < 500; ++i) iteration.run(SinglePlayout{});
  ASSERT_EQ(find_defect(tree, true), std::nullopt);
  tree.leave(tree.root(), 4, 1, 0);
  EXPECT_NE(find_defect(tree, true), std::nullopt);
}

TEST(RootChildren, AreInOrderOfMove) {
  const std::vector<RootChild> children = root_children(sound_tree());
  ASSERT_EQ(children.size(), 4U);
  EXPECT_EQ(children[0].move, 2U);
  EXPECT_EQ(children[0].visits, 4U);
  EXPECT_EQ(children[0].points, 3U);
  EXPECT_EQ(children[1].move, 3U);
  EXPECT_EQ(children[2].move, 5U);
  EXPECT_EQ(children[3].move, 9U);
}

TEST(PrincipalVariation, FollowsTheMostVisitedMoves) {
  EXPECT_EQ(principal_variation(sound_tree(), 2), (std::vector<std::uint32_t>{2, 6, 1}));
}

TEST(PrincipalVariation, BeginsWithTheMoveGiven) {
  EXPECT_EQ(principal_variation(sound_tree(), 5), (std::vector<std::uint32_t>{5, 7}));
  EXPECT_EQ(principal_variation(sound_tree(), 9), (std::vector<std::uint32_t>{9}));
}

}  // namespace
}  // namespace banyan
