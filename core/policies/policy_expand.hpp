// Policy search: giving a leaf children, of its own or those that its position has already.
#pragma once

#include <algorithm>
#include <memory>
#include <new>
#include <span>

#include "core/policies/policy_tree.hpp"
#include "core/policies/root_noise.hpp"
#include "core/trees/tree.hpp"

namespace banyan {

template <Game G>
template <class Weigh>
Node PolicyTree<G>::expand(Node parent, Slot slot, const G& position, Random& random,
                           Arena::Lane& lane, Weigh&& weigh) {
  const Node node = make_node(position, random, lane, weigh);
  if (node == kNoNode) return kNoNode;
  const Node first = link(parent, slot, node);
  if (first != node) {
    lane.undo(node);
  } else if constexpr (KeyedGame<G>) {
    if (table_) table_->insert(position.position_key(), node);
  }
  return first;
}

template <Game G>
Node PolicyTree<G>::share(Node parent, Slot slot, const G& position) {
  if constexpr (KeyedGame<G>) {
    const Node known = table_ ? table_->find(position.position_key()) : kNoNode;
    if (known != kNoNode) return link(parent, slot, known);
  }
  return kNoNode;
}

/// Makes a node the block of a leaf, unless it has one: that one then.
template <Game G>
Node PolicyTree<G>::link(Node parent, Slot slot, Node node) {
  const Stat ended = stat(parent, slot);  // before others can pass through
  Node first = kNoNode;
  // Release pairs with child(); acquire on failure, since the other's block is used.
  if (!children(parent)[slot].compare_exchange_strong(first, node, std::memory_order_release,
                                                      std::memory_order_acquire)) {
    return first;
  }
  if (layout_.with_total) add(total_of(node), ended);
  return node;
}

/// A block of children for a position that is not over; kNoNode when the arena is full.
template <Game G>
template <class Weigh>
Node PolicyTree<G>::make_node(const G& position, Random& random, Arena::Lane& lane, Weigh&& weigh) {
  const MovesOf<G> legal = shuffled_moves(position, random);
  const auto k = static_cast<std::uint32_t>(legal.size());
  const Node node = lane.allocate(layout_.size(k));
  if (node == kNoNode) return kNoNode;
  ::new (memory(node)) Head{k, {policy_.all_children ? k : 0}};
  std::uninitialized_value_construct_n(stats(node), k);
  std::uninitialized_value_construct_n(flying(node), k);
  std::uninitialized_value_construct_n(children(node), k);
  if (amaf_) std::uninitialized_value_construct_n(amafs(node), k);
  if (draws_) std::uninitialized_value_construct_n(draws_of(node), k);
  if (policy_.solver) std::uninitialized_value_construct_n(proofs(node), k);
  if (layout_.with_total) ::new (&total_of(node)) std::atomic<Stat>();
  std::copy(legal.begin(), legal.end(), moves(node));
  if (priors_) {
    weigh_children(node, position, weigh);
    sort_by_priors(node);
  }
  return node;
}

/// The greatest first; those alike in random order, as they are.
template <Game G>
void PolicyTree<G>::sort_by_priors(Node node) {
  struct Weighed {
    float prior;
    Move move;
  };
  MoveList<Weighed, G::kMaxMoves> sorted;
  for (Slot slot = 0; slot < size(node); ++slot) {
    sorted.push_back({priors(node)[slot], move(node, slot)});
  }
  const auto greater = [](const Weighed& a, const Weighed& b) { return a.prior > b.prior; };
  if (std::is_sorted(sorted.begin(), sorted.end(), greater)) return;
  std::make_heap(sorted.begin(), sorted.end(), greater);
  std::sort_heap(sorted.begin(), sorted.end(), greater);
  for (Slot slot = 0; slot < size(node); ++slot) {
    priors(node)[slot] = sorted[slot].prior;
    moves(node)[slot] = sorted[slot].move;
  }
}

template <Game G>
template <class Weigh>
void PolicyTree<G>::weigh_children(Node node, const G& position, Weigh&& weigh) {
  const std::span<float> weights(priors(node), size(node));
  weigh(position, std::span<const Move>(moves(node), size(node)), weights);
  float sum = 0;
  for (const float weight : weights) sum += weight;
  for (float& weight : weights) weight /= sum;
}

template <Game G>
void PolicyTree<G>::noisy_root(Random& random) {
  if (policy_.noise == 0 || !priors_) return;
  const double alpha = policy_.alpha > 0 ? policy_.alpha : 10.0 / size(root_);
  add_noise({priors(root_), size(root_)}, policy_.noise, alpha, random);
}

}  // namespace banyan
