// Policy search: choosing among the children of a node.
#pragma once

#include <cstdint>
#include <limits>

#include "core/policies/policy_tree.hpp"

namespace banyan {

template <Game G, class Results>
Slot PolicyTree<G, Results>::best_by_policy(Node node, Player mover,
                                            AmafOfAncestors<G>& ancestors) const {
  const bool amaf = this->amaf_;
  // Untried children are alike but for their priors, which fall from one to the next: what comes
  // after the first of them cannot be better.
  const bool in_order = policy_.all_children && !amaf && (node != root_ || policy_.noise == 0);
  const auto scale = this->scale_of(node);
  std::uint32_t k = size(node);
  std::uint64_t visits = 0;
  typename Results::Sum sum = 0;
  std::uint64_t descents = 0;
  struct Child {  // without initial values, which would cost more than looking twice
    std::uint32_t visits;
    float sum;
    std::uint32_t under_way;
  };
  MoveList<Child, G::kMaxMoves> children;
  for (Slot slot = 0; slot < k; ++slot) {
    const auto seen = this->seen(node, slot, scale);
    const std::uint32_t o = this->shared_ ? under_way(node, slot) : 0;
    children.push_back({seen.visits, Results::sum_of(seen.sum), o});
    visits += seen.visits;
    sum += seen.sum;
    descents += o;
    if (in_order && seen.visits + o == 0) k = slot + 1;
  }
  const Proof known = policy_.solver ? this->known_of(node, k) : Proof();
  const bool by_ancestors = amaf && policy_.grave > 0;
  if (by_ancestors && visits >= policy_.grave) {
    ancestors.replace(mover);
    for (Slot slot = 0; slot < k; ++slot) {
      ancestors.set(mover, move(node, slot), this->amaf(node, slot));
    }
  }
  const bool by_own = amaf && !by_ancestors;
  const bool by_others = by_ancestors && ancestors.knows(mover);
  const PolicyRule::Node shared =
      this->policy_rule_.node(visits, Results::sum_of(sum), descents, mover == root_player_);
  Slot best = 0;
  float best_value = -std::numeric_limits<float>::infinity();
  for (Slot slot = 0; slot < k; ++slot) {
    if (policy_.solver && is_needless(this->own_proof(node, slot), known)) continue;
    const Child& seen = children[slot];
    ChildView view{.visits = seen.visits, .sum = seen.sum, .under_way = seen.under_way};
    if (this->priors_) view.prior = this->priors(node)[slot];
    this->look_closer(view, node, slot);
    if (by_own) view.amaf = this->amaf(node, slot);
    if (by_others) view.amaf = ancestors.of(mover, move(node, slot));
    const float value = this->policy_rule_.value(shared, view);
    if (value > best_value) {
      best_value = value;
      best = slot;
    }
  }
  return best;
}

}  // namespace banyan
