// Tests of which cache lines a traced tree reports.
#include "parallel/simulation/traced_tree.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>

#include "core/search/checks_test.hpp"
#include "games/hex/hex.hpp"

namespace banyan {
namespace {

using namespace std::chrono_literals;

/// The root of Hex 11x11 is a top node: 121 words in 16 lines, and the links in others.
struct TracedTreeTest : testing::Test {
  using Traced = TracedTree<Hex<11>>;

  TracedTreeTest() : tree(std::size_t{1} << 20U, Ucb1(1), 1), random(seeded(1)) {
    tree.start(Hex<11>{}, random);
    Arena::Lane lane(tree.arena());
    tree.share_root(lane);
    root = tree.root();
  }

  /// The transfers of `second` by one worker after `first` by another, of lines new to both.
  std::uint64_t transfers(const std::function<void()>& first, const std::function<void()>& second) {
    SharedLines lines(50ns);
    tree.trace(&lines);
    lines.begin(0, 0);
    first();
    lines.begin(1, 1000);
    second();
    tree.trace(nullptr);
    return lines.transfers();
  }
  std::function<void()> adds(Slot slot) {
    return [this, slot] { tree.add(root, slot, 0); };
  }
  std::function<void()> reads(Slot slot) {
    return [this, slot] { (void)tree.stat(root, slot); };
  }
  std::function<void()> follows(Slot slot) {
    return [this, slot] { (void)tree.child(root, slot); };
  }
  std::function<void()> plants(Slot slot) {
    return [this, slot] { tree.plant(root, slot, kNoNode); };
  }

  Traced tree;
  Random random;
  Node root = kNoNode;
};

TEST_F(TracedTreeTest, PutsEightWordsIntoALine) {
  EXPECT_EQ(transfers(adds(0), reads(7)), 1U);
  EXPECT_EQ(transfers(adds(0), reads(8)), 0U);
  EXPECT_EQ(transfers(adds(119), adds(112)), 1U);
}

TEST_F(TracedTreeTest, KeepsLinksApartFromWords) {
  EXPECT_EQ(transfers(adds(0), follows(0)), 0U);
  EXPECT_EQ(transfers(plants(0), follows(14)), 1U);
  EXPECT_EQ(transfers(plants(0), follows(15)), 0U);
  EXPECT_EQ(transfers(plants(0), [this] { (void)tree.size(root); }), 1U);
}

TEST_F(TracedTreeTest, ReportsTriesToLeaseAsWrites) {
  EXPECT_EQ(transfers([this] { tree.lease(root, 0); }, [this] { tree.lease(root, 1); }), 1U);
  EXPECT_EQ(transfers(reads(0), [this] { EXPECT_FALSE(tree.lease(root, 0)); }), 1U);
  EXPECT_EQ(transfers(reads(0), [this] { tree.give_back(root, 0, 0); }), 1U);
}

TEST_F(TracedTreeTest, ReportsNothingUnlessAsked) {
  const auto untraced = [this] {
    tree.trace(nullptr);
    tree.add(root, 0, 0);
  };
  EXPECT_EQ(transfers(untraced, adds(0)), 0U);
  EXPECT_EQ(transfers(adds(0), untraced), 0U);
}

}  // namespace
}  // namespace banyan
