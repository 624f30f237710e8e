// Policy search: blocks of one thread that grow with the number of children tried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "core/base/arena.hpp"
#include "core/tree/policy/policy_tree.hpp"

namespace banyan {

// In wide games most nodes try few of their children: with 121 moves, a block of all takes 2 kB.
// Where untried children differ in nothing, a block therefore holds the children drawn so far and
// the set of other moves. A child's move is drawn from that set when it is tried. A descent that
// arrives at a full block replaces it by one of twice as many cache lines.

/// The children stand in the order in which they are drawn, so `slot` is at most the next one's.
template <Game G, class Results>
void PolicyTree<G, Results>::draw(Node node, Slot slot, Random& random) {
  if constexpr (Results::kHasSets) {
    if (!this->grows() || slot < size(node) || slot == this->room(node)) return;
    const std::uint32_t left = this->legal(node) - slot;
    const int drawn = this->undrawn(node).take_nth(random.below(left));
    this->moves(node)[slot] = static_cast<Move>(drawn);
    this->results(node)[slot].store(0, std::memory_order_relaxed);
    this->children(node)[slot].store(kNoNode, std::memory_order_relaxed);
    if (layout_.counts < layout_.priors) {
      this->counts(node)[slot].store(0, std::memory_order_relaxed);
    }
    if (policy_.solver) {
      this->proofs(node)[slot].store(0, std::memory_order_relaxed);
      if constexpr (!kReturns) this->term(node, 0)[slot] = 0;
    }
    this->head(node).size = slot + 1;
  }
}

template <Game G, class Results>
Node PolicyTree<G, Results>::make_growing_block(const G& position, Arena::Lane& lane) {
  if constexpr (Results::kHasSets) {
    const auto set = position.legal_set();
    const auto legal = static_cast<std::uint32_t>(set.size());
    const std::uint32_t room = layout_.room_in(layout_.first_lines(), legal);
    const Node node = take(room, lane);
    if (node == kNoNode) return kNoNode;
    ::new (this->memory(node)) typename Results::Head{0, {0}};
    ::new (&this->owned(node)) typename Results::OwnedNode{0, 0, kNoNode, 0, 0};
    ::new (&this->growing(node)) typename Results::GrowingNode{legal, room};
    this->undrawn(node) = set;
    return node;
  } else {
    return kNoNode;
  }
}

/// If there is no memory, no more children compete. If each must be tried, the block is a leaf.
template <Game G, class Results>
Node PolicyTree<G, Results>::with_more_room(Node parent, Slot slot, Node node, Arena::Lane& lane) {
  const std::size_t lines = layout_.lines(this->room(node));
  const Node larger = grow(node, layout_.room_in(2 * lines, this->legal(node)), lane);
  if (larger == kNoNode) {
    if (!policy_.all_children) return kNoNode;
    if constexpr (!kReturns) this->find_best_of_tried(node);
    return node;
  }
  link(parent, slot, larger);
  return larger;
}

/// Replaces a block by one that has room for `room` children.
template <Game G, class Results>
Node PolicyTree<G, Results>::grow(Node node, std::uint32_t room, Arena::Lane& lane) {
  const Node larger = take(room, lane);
  if (larger == kNoNode) return kNoNode;
  std::memcpy(this->memory(larger), this->memory(node), layout_.head);
  this->growing(larger).room = room;
  layout_.for_each_array([&](std::size_t at, std::size_t bytes) {
    std::memcpy(this->template array<std::byte>(larger, at),
                this->template array<std::byte>(node, at), bytes * size(node));
  });
  const std::size_t lines = layout_.lines(this->room(node));
  if (lines < spares_.size()) {
    this->head(node).size = std::exchange(spares_[lines], node);
  } else {
    release(node, lane);
  }
  return larger;
}

/// Draws all moves of a node, which may have to be replaced.
template <Game G, class Results>
Node PolicyTree<G, Results>::complete(Node node, Random& random, Arena::Lane& lane) {
  if (!this->grows()) return node;
  const std::uint32_t legal = this->legal(node);
  if (this->room(node) < legal) node = grow(node, legal, lane);
  while (node != kNoNode && size(node) < legal) draw(node, size(node), random);
  return node;
}

/// Memory for a block.
template <Game G, class Results>
Node PolicyTree<G, Results>::take(std::uint32_t room, Arena::Lane& lane) {
  const std::size_t lines = layout_.lines(room);
  if (lines >= spares_.size() || spares_[lines] == kNoNode) {
    return lane.allocate(layout_.size(room));
  }
  const Node node = spares_[lines];
  spares_[lines] = this->head(node).size;
  return node;
}

}  // namespace banyan
