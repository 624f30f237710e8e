#include "parallel/trees/packed_loss.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "core/base/stat.hpp"
#include "core/game/positions_test.hpp"
#include "core/search/scale_test.hpp"
#include "core/tree/tree.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {
namespace {

constexpr int kThreads = 4;

template <class Task>
void on_threads(Task task) {
  std::vector<std::jthread> team;
  for (int i = 0; i < kThreads; ++i) team.emplace_back(task, i);
}

TEST(PackedLoss, ShowsVisitsWithoutPointsWhileADescentIsUnderWay) {
  for (const std::uint32_t weight : {0U, 1U, 3U}) {
    const PackedLoss sharing(weight);
    PackedLoss::Cell<Stat> stat;
    stat.add(make_stat(10, 12));
    EXPECT_EQ(sharing.enter(stat), 10U);
    EXPECT_EQ(stat.load(), make_stat(10 + weight, 12));
    EXPECT_EQ(sharing.enter(stat), 10 + weight);
  }
}

TEST(PackedLoss, LeavesNothingBehind) {
  for (const std::uint32_t weight : {0U, 1U, 3U, 1000U}) {
    const PackedLoss sharing(weight);
    PackedLoss::Cell<Stat> stat;
    EXPECT_EQ(sharing.enter(stat), 0U);
    EXPECT_EQ(sharing.enter(stat), weight);
    sharing.leave(stat, 1, 2);
    sharing.leave(stat, 8, 5);
    EXPECT_EQ(stat.load(), make_stat(9, 7));
  }
}

TEST(PackedLoss, LosesNoVisitAmongThreads) {
  constexpr std::uint32_t kDescents = scaled(100'000U);
  const PackedLoss sharing(3);
  PackedLoss::Cell<Stat> stat;
  on_threads([&](int) {
    for (std::uint32_t i = 0; i < kDescents; ++i) {
      EXPECT_GE(sharing.enter(stat), i);  // at least this thread's own
      sharing.leave(stat, 1, i % 3);
    }
  });
  std::uint64_t points = 0;
  for (std::uint32_t i = 0; i < kDescents; ++i) points += i % 3;
  EXPECT_EQ(stat.load(), make_stat(std::uint64_t{kThreads} * kDescents, kThreads * points));
}

TEST(PackedLoss, OneOfManyPublishersIsFirst) {
  for (int round = 0; round < scaled(500); ++round) {
    PackedLoss::Cell<std::uint32_t> cell;
    std::atomic<int> firsts{0};
    on_threads([&](int thread) {
      const auto mine = static_cast<std::uint32_t>(thread) + 1;
      const std::uint32_t before = cell.publish(mine);
      if (before == 0) ++firsts;
      EXPECT_EQ(cell.follow(), before == 0 ? mine : before);
    });
    EXPECT_EQ(firsts, 1);
  }
}

TEST(PackedLoss, WhatIsPublishedIsSeenWhole) {
  for (int round = 0; round < scaled(500); ++round) {
    PackedLoss::Cell<std::uint32_t> cell;
    std::vector<int> data(8);  // plain memory: a race here is a finding of ThreadSanitizer
    on_threads([&](int thread) {
      if (thread == 0) {
        for (int& value : data) value = 42;
        cell.publish(1);
      } else if (cell.follow() != 0) {
        for (const int value : data) EXPECT_EQ(value, 42);
      }
    });
  }
}

using SharedTree = Tree<ConnectFour, PackedLoss>;

TEST(SharedTree, GivesEveryMoveToOneThread) {
  SharedTree tree(std::size_t{1} << 20U, Ucb1(1.4), 1, PackedLoss(1));
  for (std::uint64_t round = 0; round < scaled(300U); ++round) {
    Random random(StreamKey{round, 0, 0, 0});
    tree.start(ConnectFour{}, random);
    std::mutex mutex;
    std::multiset<Slot> claimed;
    on_threads([&](int) {
      Slot slot = 0;
      while (tree.try_next(tree.root(), slot, random)) {
        const std::lock_guard lock(mutex);
        claimed.insert(slot);
      }
    });
    EXPECT_EQ(claimed, (std::multiset<Slot>{0, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(tree.tried(tree.root()), 7U);
  }
}

TEST(SharedTree, ThreadsThatExpandOneLeafShareTheBlock) {
  SharedTree tree(std::size_t{1} << 20U, Ucb1(1.4), 1, PackedLoss(1));
  for (std::uint64_t round = 0; round < scaled(300U); ++round) {
    Random first(StreamKey{round, 0, 0, 0});
    tree.start(ConnectFour{}, first);
    const ConnectFour leaf = after(ConnectFour{}, tree.move(tree.root(), 2));
    std::mutex mutex;
    std::set<Node> blocks;
    on_threads([&](int thread) {
      Random random(StreamKey{round, 1, 0, static_cast<std::uint64_t>(thread)});
      Arena::Lane lane(tree.arena());
      const Node node = tree.expand(tree.root(), 2, leaf, random, lane);
      EXPECT_EQ(tree.size(node), 7U);
      EXPECT_LT(tree.move(node, 6), 7);
      const std::lock_guard lock(mutex);
      blocks.insert(node);
    });
    EXPECT_EQ(blocks, std::set<Node>{tree.child(tree.root(), 2)});
  }
}

TEST(SharedTree, AThreadsPackedLossSteersTheOthersAway) {
  SharedTree tree(std::size_t{1} << 20U, Ucb1(1.4), 1, PackedLoss(3));
  Random random(StreamKey{1, 0, 0, 0});
  tree.start(ConnectFour{}, random);
  Slot slot = 0;
  while (tree.try_next(tree.root(), slot, random)) {
    tree.enter(tree.root(), slot);
    tree.leave(tree.root(), slot, 10, 10);
  }
  const Slot preferred = tree.best(tree.root());
  tree.enter(tree.root(), preferred);
  EXPECT_NE(tree.best(tree.root()), preferred);
  tree.leave(tree.root(), preferred, 1, 2);
  EXPECT_EQ(tree.best(tree.root()), preferred);
}

}  // namespace
}  // namespace banyan
