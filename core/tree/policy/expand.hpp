// Policy search: gives a leaf children, its own or those that its position already has.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <span>

#include "core/base/ranks.hpp"
#include "core/game/reward_game.hpp"
#include "core/selection/root/noise.hpp"
#include "core/tree/policy/policy_tree.hpp"
#include "core/tree/tree.hpp"

namespace banyan {

template <Game G, class Results>
template <class WritePriors>
Node PolicyTree<G, Results>::expand(Node parent, Slot slot, const G& position, Random& random,
                                    Arena::Lane& lane, WritePriors&& write_priors) {
  // A block that found no room to grow stays a leaf.
  if (this->grows() && child(parent, slot) != kNoNode) return kNoNode;
  const Node node = make_node(position, random, lane, write_priors, false);
  if (node == kNoNode) return kNoNode;
  const Node first = attach(parent, slot, node);
  if (first != node) {
    lane.undo(node);
  } else if constexpr (KeyedGame<G>) {
    if (table_) table_->insert(position.position_key(), node);
  }
  return first;
}

template <Game G, class Results>
Node PolicyTree<G, Results>::share(Node parent, Slot slot, const G& position) {
  if constexpr (KeyedGame<G>) {
    const Node known = table_ ? table_->find(position.position_key()) : kNoNode;
    if (known != kNoNode) return attach(parent, slot, known);
  }
  return kNoNode;
}

template <Game G, class Results>
Node PolicyTree<G, Results>::attach(Node parent, Slot slot, Node node) {
  Stat ended = 0;  // read before others can pass through
  if constexpr (!kReturns) ended = this->stat(parent, slot);
  Node first = kNoNode;
  // Release pairs with child(). Acquire on failure, since the other thread's block is used.
  if (!this->children(parent)[slot].compare_exchange_strong(first, node, std::memory_order_release,
                                                            std::memory_order_acquire)) {
    return first;
  }
  note_child(parent, slot, node);
  if constexpr (!kReturns) {
    if (layout_.with_total) this->add(this->total_of(node), ended);
  }
  return node;
}

template <Game G, class Results>
template <class WritePriors>
Node PolicyTree<G, Results>::make_node(const G& position, Random& random, Arena::Lane& lane,
                                       WritePriors&& write_priors, bool whole) {
  const Node node = make_block(position, random, lane, whole);
  if (node != kNoNode && has_priors(position)) {
    write_priors(position, moves_of(node), priors_of(node));
    finish_priors(node);
  }
  return node;
}

template <Game G, class Results>
Node PolicyTree<G, Results>::make_block(const G& position, Random& random, Arena::Lane& lane,
                                        bool whole) {
  if constexpr (Results::kHasSets) {
    if (this->grows() && !whole) return make_growing_block(position, lane);
  }
  const bool chance = at_chance(position);
  const MovesOf<G> legal = chance ? position.legal_moves() : shuffled_moves(position, random);
  const auto k = static_cast<std::uint32_t>(legal.size());
  const Node node = lane.allocate(layout_.size(k));
  if (node == kNoNode) return kNoNode;
  const bool competes = (policy_.all_children && !layout_.with_terms) || chance;
  ::new (this->memory(node)) typename Results::Head{k, {competes ? k : 0}};
  if constexpr (kReturns) this->mover_of(node) = position.to_move();
  if (layout_.with_terms) {
    ::new (&this->owned(node)) typename Results::OwnedNode{0, 0, kNoNode, 0, 0};
  }
  if (this->grows()) ::new (&this->growing(node)) typename Results::GrowingNode{k, k};
  std::uninitialized_value_construct_n(this->results(node), layout_.numbers() * k);
  if constexpr (!kReturns) {
    if (layout_.with_terms) {
      std::uninitialized_value_construct_n(this->term(node, 0), layout_.numbers_of_terms() * k);
    }
  }
  if (this->shared_) std::uninitialized_value_construct_n(this->in_flights(node), k);
  std::uninitialized_value_construct_n(this->children(node), k);
  if (this->amaf_) std::uninitialized_value_construct_n(this->amafs(node), k);
  if (layout_.counts < layout_.priors) std::uninitialized_value_construct_n(this->counts(node), k);
  const std::size_t proofs = layout_.end - layout_.proofs;
  if (proofs > 0) std::uninitialized_value_construct_n(this->proofs(node), proofs * k);
  if constexpr (!kReturns) {
    if (layout_.with_total) ::new (&this->total_of(node)) std::atomic<Stat>();
  }
  std::copy(legal.begin(), legal.end(), this->moves(node));
  return node;
}

template <Game G, class Results>
void PolicyTree<G, Results>::finish_priors(Node node) {
  normalise_priors(node);
  sort_by_priors(node);
}

/// The greatest first; equal ones keep their random order.
template <Game G, class Results>
void PolicyTree<G, Results>::sort_by_priors(Node node) {
  const std::span<float> weights = priors_of(node);
  if (std::is_sorted(weights.begin(), weights.end(), std::greater<>())) return;
  MoveList<float, G::kMaxMoves> unsorted;
  MoveList<Move, G::kMaxMoves> moves;
  MoveList<std::uint32_t, G::kMaxMoves> ranks;
  for (Slot slot = 0; slot < size(node); ++slot) {
    unsorted.push_back(weights[slot]);
    moves.push_back(move(node, slot));
    ranks.push_back(0);
  }
  rank_by_weight({unsorted.begin(), unsorted.end()}, {ranks.begin(), ranks.end()});
  for (Slot slot = 0; slot < size(node); ++slot) {
    weights[ranks[slot]] = unsorted[slot];
    this->moves(node)[ranks[slot]] = moves[slot];
  }
}

template <Game G, class Results>
void PolicyTree<G, Results>::normalise_priors(Node node) {
  const std::span<float> weights = priors_of(node);
  float sum = 0;
  for (const float weight : weights) sum += weight;
  for (float& weight : weights) weight /= sum;
}

template <Game G, class Results>
void PolicyTree<G, Results>::noisy_root(Random& random) {
  if (policy_.noise == 0 || !this->priors_) return;
  const double alpha = policy_.alpha > 0 ? policy_.alpha : 10.0 / size(root_);
  add_noise({this->priors(root_), size(root_)}, policy_.noise, alpha, random);
}

}  // namespace banyan
