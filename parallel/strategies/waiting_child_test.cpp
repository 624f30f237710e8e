// A child that one thread was the first to visit, and whose result takes long to arrive.
#include <gtest/gtest.h>

#include <cstdint>

#include "core/game/knowledge.hpp"
#include "core/tree/policy/expand.hpp"
#include "core/tree/policy/select.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/trees/counted_descents.hpp"
#include "parallel/trees/packed_loss.hpp"

namespace banyan {
namespace {

constexpr std::size_t kMemory = std::size_t{1} << 20U;

/// All children of the root but one lost a hundred times. If a thread loses its core on the way to
/// that one's first result, the others must still be able to go there.
template <class Tree, class Lose>
void expect_waiting_child_is_chosen(Tree tree, Lose lose) {
  Random random(StreamKey{1, 0, 0, 0});
  if constexpr (requires { tree.start(TicTacToe{}, random); }) {
    tree.start(TicTacToe{}, random);
  } else {
    tree.start(TicTacToe{}, random, PriorsOf<TicTacToe>(false), {1000, {}});
  }
  const Node root = tree.root();
  Slot slot = 0;
  const auto claim = [&] {
    if constexpr (requires { tree.try_next(root, slot, random); }) {
      ASSERT_TRUE(tree.try_next(root, slot, random));
    } else {
      ASSERT_TRUE(tree.try_next(root, slot));
    }
    tree.enter(root, slot);
  };
  claim();
  const Slot waiting = slot;
  while (!tree.all_tried(root)) {
    claim();
    lose(tree, root, slot);
  }
  if constexpr (requires { tree.best(root); }) {
    EXPECT_EQ(tree.best(root), waiting);
  } else {
    AmafOfAncestors<TicTacToe> none;
    EXPECT_EQ(tree.best(root, 0, none), waiting);
  }
}

TEST(WaitingChild, IsChosenBeforeChildrenThatLose) {
  const Ucb1 rule(1.414);
  const auto lose = [](auto& tree, Node node, Slot slot) { tree.leave(node, slot, 100, 0); };
  for (const std::uint32_t weight : {0U, 1U, 3U}) {
    SCOPED_TRACE(weight);
    expect_waiting_child_is_chosen(
        Tree<TicTacToe, PackedLoss>(kMemory, rule, 1, PackedLoss(weight)), lose);
  }
  for (const VirtualVisits shown : {VirtualVisits::losses(0), VirtualVisits::losses(0.1),
                                    VirtualVisits::losses(3), VirtualVisits::mean()}) {
    SCOPED_TRACE(shown.weight());
    for (const ClassicLock lock : {ClassicLock::kFree, ClassicLock::kGlobal}) {
      expect_waiting_child_is_chosen(
          ClassicTree<TicTacToe>(kMemory, rule, 1, CountedDescents(lock, shown)), lose);
    }
    expect_waiting_child_is_chosen(
        PolicyTree<TicTacToe>(kMemory, {}, 1.414, shown, 1, true),
        [](auto& tree, Node node, Slot slot) { tree.leave(node, slot, 100, 0, 0); });
    expect_waiting_child_is_chosen(GeneralTree<TicTacToe>(kMemory, {}, 1.414, shown, 1, true),
                                   [](auto& tree, Node node, Slot slot) {
                                     tree.leave(node, slot, 100, {0, 100});
                                   });
  }
}

}  // namespace
}  // namespace banyan
