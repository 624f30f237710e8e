// Policy search: choosing among the children of a node.
#pragma once

#include <cstdint>
#include <limits>

#include "core/policies/policy_tree.hpp"

namespace banyan {

/// Plain UCB1 after each child was tried: as fast as it can be told.
template <Game G>
Slot PolicyTree<G>::best_by_ucb1(Node node) const {
  const std::uint32_t k = size(node);
  const auto* const stat = stats(node);
  const auto* const descents = flying(node);
  std::uint64_t visits = 0;
  std::uint64_t under_way = 0;
  for (Slot slot = 0; slot < k; ++slot) {
    visits += visits_of(stat[slot].load(std::memory_order_relaxed));
    if (shared_) under_way += descents[slot].load(std::memory_order_relaxed);
  }
  const PolicyRule::Node shared = policy_rule_.node(visits, 0, under_way, true);
  Slot best = 0;
  float best_value = -1;
  for (Slot slot = 0; slot < k; ++slot) {
    const Stat s = stat[slot].load(std::memory_order_relaxed);
    const std::uint32_t o = under_way == 0 ? 0 : descents[slot].load(std::memory_order_relaxed);
    const float value =
        o == 0 ? Ucb1::value(s, shared.exploration) : policy_rule_.value(shared, {s, 0, o, 0, 0});
    if (value > best_value) {
      best_value = value;
      best = slot;
    }
  }
  return best;
}

template <Game G>
Slot PolicyTree<G>::best_by_policy(Node node, bool root_player,
                                   AmafOfAncestors<G>& ancestors) const {
  // Untried children are alike but for their priors, which fall from one to the next: what comes
  // after the first of them cannot be better.
  const bool in_order = policy_.all_children && !amaf_ && (node != root_ || policy_.noise == 0);
  std::uint32_t k = size(node);
  std::uint64_t visits = 0;
  std::uint64_t points = 0;
  std::uint64_t descents = 0;
  for (Slot slot = 0; slot < k; ++slot) {
    const Stat s = stat(node, slot);
    const std::uint32_t o = shared_ ? under_way(node, slot) : 0;
    visits += visits_of(s);
    points += points_of(s);
    descents += o;
    if (in_order && visits_of(s) + o == 0) k = slot + 1;
  }
  const Proof known = policy_.solver ? proof_of(node, k) : Proof();
  const bool by_ancestors = amaf_ && policy_.grave > 0;
  if (by_ancestors && visits >= policy_.grave) {
    ancestors.replace(root_player);
    for (Slot slot = 0; slot < k; ++slot) {
      ancestors.set(root_player, move(node, slot), amaf(node, slot));
    }
  }
  const bool by_own = amaf_ && !by_ancestors;
  const bool by_others = by_ancestors && ancestors.knows(root_player);
  const PolicyRule::Node shared = policy_rule_.node(visits, points, descents, root_player);
  Slot best = 0;
  float best_value = -std::numeric_limits<float>::infinity();
  for (Slot slot = 0; slot < k; ++slot) {
    if (policy_.solver) {
      const Proof proven = proof(node, slot);
      if (known.exact() ? proven.low() < known.low() : proven.high() <= known.low()) continue;
    }
    ChildView child{stat(node, slot), 0, 0, 0, 0};
    if (descents > 0) child.under_way = under_way(node, slot);
    if (draws_) child.draws = draws(node, slot);
    if (priors_) child.prior = priors(node)[slot];
    if (layout_.with_total) {
      if (const Node below = this->child(node, slot); below != kNoNode) child.all = total(below);
    }
    if (by_own) child.amaf = amaf(node, slot);
    if (by_others) child.amaf = ancestors.of(root_player, move(node, slot));
    const float value = policy_rule_.value(shared, child);
    if (value > best_value) {
      best_value = value;
      best = slot;
    }
  }
  return best;
}

}  // namespace banyan
