// Policy search: chooses among the children of a node.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/draw.hpp"
#include "core/tree/policy/policy_tree.hpp"

namespace banyan {

/// How many children may be chosen, from the first on, in a search that widens. Those of proven
/// value do not count, since they need no more visits.
template <Game G, class Results>
std::uint32_t PolicyTree<G, Results>::widened(Node node) const {
  std::uint64_t visits = 0;
  for (Slot slot = 0; slot < size(node); ++slot) visits += this->visits(node, slot);
  std::uint32_t left = policy_.widening.children(visits);
  std::uint32_t k = 0;
  for (; k < size(node) && left > 0; ++k) {
    const bool proven = policy_.solver && this->own_proof(node, k).exact();
    if (!proven) --left;
  }
  return k;
}

template <Game G, class Results>
Slot PolicyTree<G, Results>::drawn_outcome(Node node, const G& position, Random& random) const {
  if (policy_.chance_widening.limits()) {
    MoveList<double, G::kMaxMoves> sums;
    std::uint64_t visits = 0;
    std::uint32_t different = 0;
    for (Slot slot = 0; slot < size(node); ++slot) {
      const std::uint32_t n = this->visits(node, slot);
      visits += n;
      different += n > 0 ? 1U : 0U;
      sums.push_back(static_cast<double>(visits));
    }
    if (different >= policy_.chance_widening.children(visits)) {
      return static_cast<Slot>(draw_by_sums({sums.begin(), sums.size()}, random));
    }
  }
  return this->slot_of(node, position.draw(random));
}

template <Game G, class Results>
Slot PolicyTree<G, Results>::best_by_policy(Node node, Player mover, AmafOfAncestors<G>& ancestors,
                                            bool alone) const {
  const bool gumbel = node == root_ && gumbel_ != nullptr;
  const bool widens = policy_.widening.limits();
  ChildArrays<G::kMaxMoves> children;
  children.size = size(node);
  if (widens) {
    children.size = policy_.all_children ? widened(node) : std::min(size(node), tried(node));
  }
  const Gathered all = gather_results(node, alone, !gumbel, children);
  Proof known;
  if (policy_.solver) known = this->known_of(node, widens ? size(node) : children.size);
  gather_rest(node, known, children);
  if (gumbel) [[unlikely]]
    return gumbel_->best(children.view());
  if (this->amaf_) gather_amaf(node, mover, all.visits, ancestors, children);
  const PolicyRule::Node shared = this->policy_rule_.node(all.visits, Results::sum_of(all.sum),
                                                          all.in_flight, mover == root_player_);
  return this->policy_rule_.best(shared, children.view());
}

/// Reads visits, sums and descents in flight, of no more children than can be the best, if
/// `in_order`.
template <Game G, class Results>
auto PolicyTree<G, Results>::gather_results(Node node, bool alone, bool in_order,
                                            ChildArrays<G::kMaxMoves>& children) const -> Gathered {
  // Untried children differ only in priors, and children are sorted by falling priors. So no child
  // after the first untried one can be better. Other rules depend on all of them.
  const bool stops = in_order && policy_.all_children && !this->amaf_ &&
                     has_terms(policy_.select) && (node != root_ || policy_.noise == 0);
  Gathered all;
  if constexpr (kVectors) {
    if (!this->shared_ && !stops) {
      const Stat sum = children.split_results(this->own_results(node));
      return {visits_of(sum), points_of(sum), 0};
    }
  }
  const auto scale = this->scale_of(node);
  const auto* const others = this->shared_ && !alone ? this->in_flights(node) : nullptr;
  std::uint32_t k = children.size;
  for (Slot slot = 0; slot < k; ++slot) {
    const auto seen = this->seen(node, slot, scale);
    const std::uint32_t o = others != nullptr ? others[slot].load(std::memory_order_relaxed) : 0;
    children.visits[slot] = seen.visits;
    children.sum[slot] = Results::sum_of(seen.sum);
    children.in_flight[slot] = o;
    all.visits += seen.visits;
    all.sum += seen.sum;
    all.in_flight += o;
    if (stops && seen.visits + o == 0) k = slot + 1;
  }
  children.size = k;
  children.has.in_flight = all.in_flight > 0;
  children.end(children.visits);
  children.end(children.sum);
  children.end(children.in_flight);
  return all;
}

/// Bars needless children, and reads what only some rules and results need.
template <Game G, class Results>
void PolicyTree<G, Results>::gather_rest(Node node, Proof known,
                                         ChildArrays<G::kMaxMoves>& children) const {
  children.has.bar = policy_.solver;
  if (policy_.solver) {
    children.fill(children.bar, [&](Slot slot) {
      const bool barred = is_needless(this->own_proof(node, slot), known);
      return barred ? -std::numeric_limits<float>::infinity() : 0.0F;
    });
  }
  if (policy_.uses_priors()) {
    const float* const priors = this->priors_ ? this->priors(node) : nullptr;
    const float equal = priors == nullptr ? this->prior(node, 0) : 0;
    children.fill(children.prior,
                  [&](Slot slot) { return priors != nullptr ? priors[slot] : equal; });
  }
  this->look_closer(children, node);
}

/// Reads AMAF results: the node's own, or with GRAVE those of the last node with enough visits.
template <Game G, class Results>
void PolicyTree<G, Results>::gather_amaf(Node node, Player mover, std::uint64_t visits,
                                         AmafOfAncestors<G>& ancestors,
                                         ChildArrays<G::kMaxMoves>& children) const {
  const auto* const amafs = this->amafs(node);
  const auto own = [&](Slot slot) { return amafs[slot].load(std::memory_order_relaxed); };
  if (policy_.grave == 0) {
    if (kVectors && !this->shared_) return children.split_amaf(this->own_amafs(node));
    return children.fill_amaf(own);
  }
  const Move* const moves = this->moves(node);
  if (visits >= policy_.grave) {
    ancestors.replace(mover);
    for (Slot slot = 0; slot < children.size; ++slot) ancestors.set(mover, moves[slot], own(slot));
  }
  if (!ancestors.knows(mover)) return;
  children.fill_amaf([&](Slot slot) { return ancestors.of(mover, moves[slot]); });
}

template <Game G, class Results>
std::vector<float> PolicyTree<G, Results>::gumbel_scores(Node node) const {
  std::vector<float> scores;
  if (gumbel_ == nullptr || node != root_) return scores;
  const auto scale = this->scale_of(root_);
  std::uint32_t most = 0;
  for (Slot slot = 0; slot < size(root_); ++slot) most = std::max(most, this->visits(root_, slot));
  for (Slot slot = 0; slot < size(root_); ++slot) {
    const auto seen = this->seen(root_, slot, scale);
    const auto visits = static_cast<float>(std::max(seen.visits, 1U));
    scores.push_back(gumbel_->score(slot, Results::sum_of(seen.sum) / visits, most));
  }
  return scores;
}

}  // namespace banyan
