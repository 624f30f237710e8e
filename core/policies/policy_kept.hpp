// Policy search: what stays of the last search's tree.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "core/policies/policy_expand.hpp"
#include "core/policies/policy_tree.hpp"

namespace banyan {

template <Game G>
template <class Weigh>
void PolicyTree<G>::start_below(Node node, const G& position, Random& random, Weigh&& weigh) {
  root_ = copy_to_spare(node);
  std::swap(arena_, spare_);
  base_ = static_cast<std::byte*>(arena_->at(0));
  if (priors_ && policy_.noise > 0) weigh_children(root_, position, weigh);  // may have old noise
  noisy_root(random);
}

/// The copy's root. What finds no room any more is left out, and its parent is a leaf again.
template <Game G>
Node PolicyTree<G>::copy_to_spare(Node top) {
  spare_->reset();
  Arena::Lane lane(*spare_);
  struct Copied {
    Node from;
    std::atomic<Node>* link;
  };
  Node root = kNoNode;
  std::vector<Copied> open{{top, nullptr}};
  while (!open.empty()) {
    const Copied next = open.back();
    open.pop_back();
    const std::size_t bytes = layout_.size(size(next.from));
    const Node to = lane.allocate(bytes);
    if (next.link != nullptr) next.link->store(to, std::memory_order_relaxed);
    if (to == kNoNode) continue;
    if (root == kNoNode) root = to;
    std::byte* const block = static_cast<std::byte*>(spare_->at(to));
    std::memcpy(block, memory(next.from), bytes);
    auto* const links = reinterpret_cast<std::atomic<Node>*>(
        block + PolicyLayout::kHead + PolicyLayout::kChildren * size(next.from));
    for (Slot slot = 0; slot < size(next.from); ++slot) {
      const Node below = child(next.from, slot);
      if (below != kNoNode) open.push_back({below, &links[slot]});
    }
  }
  return root;
}

/// The node of a position in a tree whose root is `root`, if it is the root itself, or one or two
/// moves below it; kNoNode if it is not, or has no children yet.
template <class Tree>
Node find_below(const Tree& tree, Node node, const typename Tree::GameType& root,
                const typename Tree::GameType& position, int moves = 2) {
  if (node == kNoNode || root == position) return node;
  if (moves == 0 || root.over()) return kNoNode;
  for (Slot slot = 0; slot < tree.size(node); ++slot) {
    const Node child = tree.child(node, slot);
    if (child == kNoNode) continue;
    auto next = root;
    next.play(tree.move(node, slot));
    const Node found = find_below(tree, child, next, position, moves - 1);
    if (found != kNoNode) return found;
  }
  return kNoNode;
}

/// What a tree at rest holds below a node, for a search that keeps it.
struct Kept {
  std::uint64_t visits = 0;
  std::uint64_t nodes = 0;  ///< children with visits
};
template <Game G>
Kept kept_below(const PolicyTree<G>& tree, Node top) {
  Kept kept;
  for (Slot slot = 0; slot < tree.size(top); ++slot) {
    kept.visits += visits_of(tree.stat(top, slot));
  }
  std::vector<Node> open{top};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (visits_of(tree.stat(node, slot)) > 0) ++kept.nodes;
      if (const Node child = tree.child(node, slot); child != kNoNode) open.push_back(child);
    }
  }
  return kept;
}

}  // namespace banyan
