// The tree of policy search: results of two players, for the one who moved.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/selection/best_child.hpp"
#include "core/selection/policy_terms.hpp"
#include "core/tree/policy/blocks.hpp"

namespace banyan {

/// A child's results in one word, in half points of the player who moved into it. The opponent has
/// the rest.
template <Game G>
class PointResults : public PolicyBlocks<G, false> {
  using Base = PolicyBlocks<G, false>;

 public:
  [[nodiscard]] Stat stat(Node node, Slot slot) const {
    return this->results(node)[slot].load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint32_t visits(Node node, Slot slot) const {
    return visits_of(stat(node, slot));
  }
  [[nodiscard]] std::uint32_t draws(Node node, Slot slot) const {
    return draws_ ? this->counts(node)[slot].load(std::memory_order_relaxed) : 0;
  }
  /// Whether total() is kept: with UCT2.
  [[nodiscard]] bool has_totals() const { return layout_.with_total; }
  /// The results of a node over all moves that reach it, for the player who moved there.
  [[nodiscard]] Stat total(Node node) const {
    return layout_.with_total ? total_of(node).load(std::memory_order_relaxed) : 0;
  }
  /// Whether results are corrected on their way up, so that points need not add up.
  [[nodiscard]] bool clamps() const { return this->proves(); }

  /// What is proven of a child, for the player who chooses it.
  [[nodiscard]] Proof proof(Node node, Slot slot) const { return this->own_proof(node, slot); }
  /// Descents end at a child of exact value. They reach it only if its parent's is exact, too.
  [[nodiscard]] bool is_settled(Node node, Slot slot) const {
    return policy_.solver && proof(node, slot).exact();
  }
  /// What the children of a node prove for the player who chooses among them.
  [[nodiscard]] Proof proof_of(Node node) const {
    const Proof known = this->known_of(node, this->size(node));
    return this->size(node) < this->legal(node) ? Proof(known.low(), kWin) : known;
  }
  /// Adds to what is proven of a child; returns whether any of it is new.
  bool prove(Node node, Slot slot, Proof known) {
    const std::uint8_t before =
        this->proofs(node)[slot].fetch_or(known.bits(), std::memory_order_seq_cst);
    const bool news = (before | known.bits()) != before;
    if (news && layout_.with_terms) {
      terms_.with_form([&]<PolicyTerms::Form F>() { rule_out<F>(node); });
    }
    return news;
  }

  /// The child that plain UCB1 prefers once all were tried, except needless ones. Optimised for
  /// speed.
  [[nodiscard]] Slot best(Node node) const {
    if (layout_.with_terms) return this->owned(node).best;
    const std::uint32_t k = this->size(node);
    if constexpr (G::kMaxMoves > kFewMoves) {
      if (k > kFewMoves) return best_of_many(node);
    }
    std::uint64_t visits = 0;
    std::uint64_t descents = 0;
    for (Slot slot = 0; slot < k; ++slot) {
      visits += this->visits(node, slot);
      descents += this->under_way(node, slot);
    }
    const PolicyRule::Node shared = this->policy_rule_.node(visits, 0, descents, true);
    const Proof known = policy_.solver ? proof_of(node) : Proof();
    Best best{0, -1};
    for (Slot slot = 0; slot < k; ++slot) {
      if (policy_.solver && is_needless(proof(node, slot), known)) continue;
      const std::uint32_t others = descents == 0 ? 0 : this->under_way(node, slot);
      const float here = value(stat(node, slot), others, shared);
      if (here > best.value) best = {slot, here};
    }
    return best.index;
  }

  /// Adds the result of a descent: `points` of `games` results, `draws` of them draws, for the
  /// player who moved into the child. Returns whether it is the child's first result.
  bool leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points, std::uint32_t draws) {
    const Stat before = this->add(this->results(node)[slot], make_stat(games, points));
    if (draws_ && draws > 0) this->add(this->counts(node)[slot], draws);
    if (layout_.with_terms) {
      if (games == 0) return false;
      terms_.with_form([&]<PolicyTerms::Form F>() { note<F>(node, slot, games, points); });
      return visits_of(before) == 0;
    }
    if (layout_.with_total) this->add(total_of(node), make_stat(games, kWin * games - points));
    if (this->shared_) this->add(this->flying(node)[slot], ~0U);
    return visits_of(before) == 0 && games > 0;
  }

 protected:
  PointResults(std::size_t memory, const PolicyOptions& policy, double exploration,
               VirtualVisits shown, std::uint32_t expand_after, bool shared)
      : Base(memory, policy, exploration, shown, expand_after, shared),
        terms_(policy, exploration),
        draws_(policy.counts_draws()),
        plain_(policy.select == SelectionRule::kUcb1 && !policy.all_children && !draws_ &&
               !policy.uses_amaf() && !policy.widening.limits() && !layout_.with_total) {}

  /// Whether selection is plain UCB1.
  [[nodiscard]] bool is_plain() const { return plain_; }

  /// A term of each child, by its number (policy_terms.hpp).
  [[nodiscard]] float* term(Node node, std::size_t number) const {
    return this->template array<float>(node, sizeof(Stat) + layout_.kTerm * number);
  }

  // What PolicyTree's selection needs of results.

  /// The exact sum of points, for the player to choose.
  using Sum = std::uint64_t;
  /// A sum of results from 0 to 1.
  template <class Points>
  [[nodiscard]] static float sum_of(Points points) {
    return 0.5F * static_cast<float>(points);
  }
  struct Seen {
    std::uint32_t visits;
    std::uint32_t sum;
  };
  struct Scale {};
  [[nodiscard]] Scale scale_of(Node /*node*/) const { return {}; }
  [[nodiscard]] Seen seen(Node node, Slot slot, Scale /*scale*/) const {
    const Stat s = stat(node, slot);
    return {visits_of(s), points_of(s)};
  }
  /// Reads what only these results have.
  template <class Arrays>
  void look_closer(Arrays& children, Node node) const {
    children.has.draws = draws_;
    if (draws_) {
      children.fill(children.draws, [&](Slot slot) { return draws(node, slot); });
    }
    children.has.sum_of_all = layout_.with_total;
    if (layout_.with_total) {
      children.fill(children.sum_of_all, [&](Slot slot) {
        ChildView child{.visits = children.visits[slot], .sum = children.sum[slot]};
        if (const Node below = this->child(node, slot); below != kNoNode) child.all = total(below);
        return PolicyRule::sum_of_all(child);
      });
    }
  }

  [[nodiscard]] std::atomic<Stat>& total_of(Node node) const {
    std::byte* const block = static_cast<std::byte*>(this->memory(node));
    return *reinterpret_cast<std::atomic<Stat>*>(block + layout_.total(this->size(node)));
  }

  using Base::layout_;
  using Base::policy_;
  PolicyTerms terms_;
  bool draws_;
  bool plain_;

  /// Notes the best child of those tried.
  void find_best_of_tried(Node node) {
    terms_.with_form([&]<PolicyTerms::Form F>() {
      const std::uint32_t tried = this->head(node).tried.load(std::memory_order_relaxed);
      find_best<F>(node, tried, 0, terms_of<F>(node, 0), false);
    });
  }

 private:
  /// By plain UCB1.
  [[nodiscard]] float value(Stat stat, std::uint32_t under_way,
                            const PolicyRule::Node& shared) const {
    if (under_way == 0) return Ucb1::value(stat, shared.exploration);
    return this->policy_rule_.value(
        shared, {visits_of(stat), sum_of(points_of(stat)), 0, under_way, 0, 0, 0});
  }

  /// The same as best(), by vectors; see Tree::best_of_many().
  [[nodiscard]] Slot best_of_many(Node node) const {
    const std::uint32_t k = this->size(node);
    ChildStats<G::kMaxMoves> seen;  // those without descents in flight
    MoveList<Slot, G::kMaxMoves> flying;
    std::uint64_t visits = 0;
    std::uint64_t descents = 0;
    const Proof known = policy_.solver ? proof_of(node) : Proof();
    for (Slot slot = 0; slot < k; ++slot) {
      const Stat here = stat(node, slot);
      const std::uint32_t others = this->under_way(node, slot);
      visits += visits_of(here);
      descents += others;
      seen.set(slot, others == 0 ? here : 0);
      if (policy_.solver && is_needless(proof(node, slot), known)) {
        seen.rule_out(slot);
      } else if (others > 0) {
        flying.push_back(slot);
      }
    }
    const PolicyRule::Node shared = this->policy_rule_.node(visits, 0, descents, true);
    Best best = seen.best(k, shared.exploration, 0);
    for (const Slot slot : flying) {
      keep_better(best, slot, value(stat(node, slot), this->under_way(node, slot), shared));
    }
    return best.index;
  }

  using Form = PolicyTerms::Form;
  static constexpr float kNone = -std::numeric_limits<float>::infinity();
  static constexpr float kUnknown = std::numeric_limits<float>::infinity();

  template <Form F>
  [[nodiscard, gnu::always_inline]] PolicyTerms::Terms terms_of(Node node, Slot slot) const {
    const Stat s = stat(node, slot);
    const float prior = F == Form::kPriors ? this->prior(node, slot) : 0;
    return PolicyTerms::of<F>(visits_of(s), sum_of(points_of(s)), draws(node, slot), prior);
  }
  template <Form F>
  void store(Node node, Slot slot, const PolicyTerms::Terms& terms) {
    term(node, 0)[slot] = terms.a;
    term(node, 1)[slot] = terms.b;
    if constexpr (F == Form::kTuned) term(node, 2)[slot] = terms.c;
  }

  /// Updates what depends on a child's results, after some were added.
  template <Form F>
  void note(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    this->owned(node).total += make_stat(games, points);
    std::uint32_t tried = this->head(node).tried.load(std::memory_order_relaxed);
    if (policy_.all_children && slot == tried) {
      this->head(node).tried.store(++tried, std::memory_order_relaxed);
    }
    PolicyTerms::Terms now = terms_of<F>(node, slot);
    if (policy_.solver && term(node, 0)[slot] == kNone) now.a = kNone;
    store<F>(node, slot, now);
    const bool more = tried < this->legal(node);
    if (policy_.all_children || !more) find_best<F>(node, tried, slot, now, more);
  }

  /// Notes the child that the rule prefers: of the first `tried`, of which that in `slot` now has
  /// the terms `now`, or if `more` compete the next one, which has no visits. (Untried ones differ
  /// only in priors, which do not rise.)
  ///
  /// If the child in `slot` was the best of them, its own value may show that it still is, as in
  /// WideTree::leave().
  template <Form F>
  void find_best(Node node, std::uint32_t tried, Slot slot, const PolicyTerms::Terms& now,
                 bool more) {
    auto& owned = this->owned(node);
    const std::uint32_t visits = visits_of(owned.total);
    const float equal = F == Form::kPuct ? this->prior(node, 0) : 0;
    const float exploration = terms_.exploration<F>(visits, equal);
    float next = kNone;
    if (more) {
      const bool fixed = policy_.first_play.has_value();
      const float q = fixed ? static_cast<float>(*policy_.first_play)
                            : sum_of(points_of(owned.total)) / static_cast<float>(visits);
      const float prior = F == Form::kPriors ? this->prior(node, tried) : 0;
      next = fixed && !PolicyTerms::uses_priors(F) ? q : terms_.untried<F>(q, exploration, prior);
    }
    if (tried > PolicyTerms::kLanes && slot == owned.best) {
      const float value = terms_.value<F>(now, exploration);
      const float rivals = most_of_rivals(owned.value, exploration - owned.exploration);
      if (value > rivals && value >= next) return;
    }
    PolicyTerms::Arrays arrays{term(node, 0), term(node, 1), nullptr};
    if constexpr (F == Form::kTuned) arrays.c = term(node, 2);
    if constexpr (F == Form::kPriors) arrays.c = this->priors(node);
    const Best best = terms_.best<F>(arrays, tried, exploration);
    owned.value = best.value;
    owned.exploration = exploration;
    owned.best = best.index;
    // If another one wins, untried ones are needless.
    if (next > best.value && !(policy_.solver && this->known_of(node, tried).low() == kWin)) {
      owned.best = tried;
      owned.value = kUnknown;  // the others must be compared again
    }
    // A root with noise, whose children are not tried in order, may have a block there already.
    const bool is_drawn = owned.best < this->size(node);
    owned.best_child =
        is_drawn ? this->children(node)[owned.best].load(std::memory_order_relaxed) : kNoNode;
  }

  /// Stops the rule from choosing needless children (is_needless).
  template <Form F>
  void rule_out(Node node) {
    const Proof known = proof_of(node);
    for (Slot slot = 0; slot < this->size(node); ++slot) {
      PolicyTerms::Terms now{0, 0, 0};
      if (visits(node, slot) > 0) now = terms_of<F>(node, slot);
      if (is_needless(proof(node, slot), known)) now.a = kNone;
      store<F>(node, slot, now);
    }
    this->owned(node).value = kUnknown;
  }
};

}  // namespace banyan
