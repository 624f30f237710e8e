#include "parallel/strategies/side_by_side.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game/positions_test.hpp"
#include "core/search/search.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "parallel/games_test.hpp"

namespace banyan {
namespace {

/// The positions after each first move, one subtree per move.
template <class G>
class SideBySideOf : public testing::Test {
 protected:
  SideBySideOf() : tree_(std::size_t{64} << 20U, Ucb1(1.414), 1), lane_(tree_.arena()) {
    tree_.start(G{}, random_);
    for (const auto move : G{}.legal_moves()) {
      positions_.emplace_back().play(move);
      nodes_.push_back(tree_.make_node(positions_.back(), random_, lane_));
    }
  }

  [[nodiscard]] std::uint64_t visits_below(Node node) const {
    std::uint64_t visits = 0;
    for (Slot slot = 0; slot < tree_.size(node); ++slot)
      visits += visits_of(tree_.stat(node, slot));
    return visits;
  }

  Random random_{StreamKey{1, 0, 0, 0}};
  OwnedTree<G> tree_;
  Arena::Lane lane_;
  std::vector<G> positions_;
  std::vector<Node> nodes_;
};
TYPED_TEST_SUITE(SideBySideOf, NarrowAndWide);

TYPED_TEST(SideBySideOf, MakesExactlyTheVisitsOfEverySubtree) {
  for (const bool simd : {true, false}) {
    SideBySide<OwnedTree<TypeParam>> work(this->tree_, TypeParam{}, Random(StreamKey{2, 0, 0, 0}),
                                          simd);
    std::vector<std::uint64_t> before;
    for (std::size_t i = 0; i < this->nodes_.size(); ++i) {
      before.push_back(this->visits_below(this->nodes_[i]));
      work.add(this->nodes_[i], this->positions_[i], static_cast<std::uint32_t>(1 + 50 * i), 1, 1);
    }
    work.run([] { return false; }, SinglePlayout{});
    for (std::size_t i = 0; i < this->nodes_.size(); ++i) {
      this->nodes_[i] = work.node(i);
      EXPECT_EQ(work.done(i), 1 + 50 * i);
      EXPECT_LE(work.first(i), 2 * work.done(i));
      EXPECT_EQ(this->visits_below(work.node(i)), before[i] + work.done(i));
    }
    EXPECT_EQ(work.counts().iterations,
              this->nodes_.size() + 25 * this->nodes_.size() * (this->nodes_.size() - 1));
  }
}

TYPED_TEST(SideBySideOf, LeavesOutWhatComesTooLate) {
  SideBySide<OwnedTree<TypeParam>> work(this->tree_, TypeParam{}, Random(StreamKey{2, 0, 0, 0}),
                                        true);
  for (std::size_t i = 0; i < this->nodes_.size(); ++i) {
    work.add(this->nodes_[i], this->positions_[i], 100, 1, 1);
  }
  int asked = 0;
  work.run([&] { return ++asked > 3; }, SinglePlayout{});
  std::uint32_t done = 0;
  for (std::size_t i = 0; i < this->nodes_.size(); ++i) {
    done += work.done(i);
    if (work.done(i) == 0) {
      EXPECT_EQ(work.node(i), this->nodes_[i]);
    }
  }
  EXPECT_EQ(done, 3U);
}

TEST(SideBySide, GivesALeafItsNodeAtItsSecondVisit) {
  OwnedTree<ConnectFour> tree(std::size_t{1} << 20U, Ucb1(1.414), 1);
  Random random(StreamKey{1, 0, 0, 0});
  const ConnectFour start;
  tree.start(start, random);
  for (const std::uint32_t visits : {1U, 2U}) {
    SideBySide<OwnedTree<ConnectFour>> work(tree, {}, random, true);
    work.add(kNoNode, start, visits, 0, 1);
    work.run([] { return false; }, SinglePlayout{});
    EXPECT_EQ(work.done(0), visits);
    EXPECT_EQ(work.node(0) == kNoNode, visits == 1);
  }
}

}  // namespace
}  // namespace banyan
