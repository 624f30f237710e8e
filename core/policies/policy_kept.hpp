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
#include "core/trees/kept.hpp"

namespace banyan {

template <Game G, class Results>
template <class Weigh>
void PolicyTree<G, Results>::start_below(Node node, const G& position, Random& random,
                                         Weigh&& weigh) {
  root_ = copy_to_spare(node);
  std::swap(arena_, spare_);
  root_player_ = position.to_move();
  this->base_ = static_cast<std::byte*>(arena_->at(0));
  const bool may_have_old_noise = this->priors_ && policy_.noise > 0;
  if (may_have_old_noise) {
    weigh(position, moves_of(root_), priors_of(root_));
    normalise_priors(root_);
  }
  noisy_root(random);
}

/// The copy's root. What finds no room any more is left out, and its parent is a leaf again.
template <Game G, class Results>
Node PolicyTree<G, Results>::copy_to_spare(Node top) {
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
    std::memcpy(block, this->memory(next.from), bytes);
    auto* const links = reinterpret_cast<std::atomic<Node>*>(block + layout_.kHead +
                                                             layout_.children() * size(next.from));
    for (Slot slot = 0; slot < size(next.from); ++slot) {
      const Node below = child(next.from, slot);
      if (below != kNoNode) open.push_back({below, &links[slot]});
    }
  }
  return root;
}

/// Starts a tree at a position, or goes on with what it holds of it and says what that is; `last`
/// was the root's position, if the tree is to be kept.
template <class Tree, class Weigh>
Kept plant(Tree& tree, const typename Tree::GameType* last, const typename Tree::GameType& position,
           Random& random, Weigh& weigh, std::uint64_t iterations) {
  const Node node = last == nullptr ? kNoNode : find_below(tree, *last, position);
  Kept kept;
  if (node != kNoNode) kept = kept_below(tree, node);
  if (node == kNoNode || kept.visits > kMaxVisits / 2) {  // lest visits overflow
    tree.start(position, random, weigh, iterations);
    return {};
  }
  tree.start_below(node, position, random, weigh);
  return kept;
}

}  // namespace banyan
