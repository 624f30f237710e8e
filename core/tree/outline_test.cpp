#include "core/tree/outline.hpp"

#include <gtest/gtest.h>

#include "core/search/search.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {
namespace {

class Outline : public testing::Test {
 protected:
  Outline() { search_.search(ConnectFour{}, {2000, 0, {}}, {1, 0, 0, 0}); }

  [[nodiscard]] std::vector<OutlineNode> of(OutlineSize size) const {
    return outline(search_.tree(), size);
  }

  SequentialSearch<ConnectFour> search_{SearchOptions{}};
};

TEST_F(Outline, ShowsTheMostVisitedChildrenFirst) {
  const auto nodes = of({1, 100});
  ASSERT_EQ(nodes.size(), 7U);
  std::uint64_t visits = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (i > 0) {
      EXPECT_LE(nodes[i].visits, nodes[i - 1].visits);
    }
    visits += nodes[i].visits;
    EXPECT_TRUE(nodes[i].children.empty());
  }
  EXPECT_EQ(visits, 2000U);
}

TEST_F(Outline, KeepsToItsDepthAndWidth) {
  const auto nodes = of({2, 3});
  ASSERT_EQ(nodes.size(), 3U);
  for (const OutlineNode& node : nodes) {
    EXPECT_EQ(node.children.size(), 3U);
    for (const OutlineNode& child : node.children) EXPECT_TRUE(child.children.empty());
  }
}

TEST_F(Outline, OfLinesFollowsTheMostVisitedMovesBelowEachOfTheRoot) {
  const auto nodes = of({6, 4, true});
  ASSERT_EQ(nodes.size(), 4U);
  const OutlineNode* whole = nullptr;
  const auto all = of({6, 100});
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const OutlineNode* line = &nodes[i];
    for (whole = &all[i]; !whole->children.empty(); whole = &whole->children.front()) {
      ASSERT_EQ(line->children.size(), 1U);
      EXPECT_EQ(line->move, whole->move);
      line = &line->children.front();
    }
    EXPECT_TRUE(line->children.empty());
  }
}

TEST_F(Outline, ShowsValuesThatChildrenAccountFor) {
  for (const OutlineNode& node : of({2, 100})) {
    double value = 0;
    std::uint64_t visits = 0;
    for (const OutlineNode& child : node.children) {
      value += (1 - child.value) * static_cast<double>(child.visits);
      visits += child.visits;
    }
    // Every playout but the node's own first one went through its children.
    ASSERT_EQ(visits + 1, node.visits);
    EXPECT_NEAR(value / static_cast<double>(visits), node.value,
                1.0 / static_cast<double>(node.visits));
  }
}

}  // namespace
}  // namespace banyan
