// The tree of policy search: results of two players, for the one who moved.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/selection/kept_terms.hpp"
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
      terms_.with_rule([&](const auto& rule) { rule_out(rule, node); });
    }
    return news;
  }

  /// Adds the result of a descent: `points` of `games` results, `draws` of them draws, for the
  /// player who moved into the child. Returns whether it is the child's first result.
  bool leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points, std::uint32_t draws) {
    const Stat before = this->add(this->results(node)[slot], make_stat(games, points));
    if (draws_ && draws > 0) this->add(this->counts(node)[slot], draws);
    if (layout_.with_terms) {
      if (games == 0) return false;
      terms_.with_rule([&](const auto& rule) { note(rule, node, slot, games, points); });
      return visits_of(before) == 0;
    }
    if (layout_.with_total) this->add(total_of(node), make_stat(games, kWin * games - points));
    if (this->shared_) this->add(this->in_flights(node)[slot], ~0U);
    return visits_of(before) == 0 && games > 0;
  }

 protected:
  PointResults(std::size_t memory, const PolicyOptions& policy, double exploration,
               VirtualVisits shown, std::uint32_t expand_after, bool shared)
      : Base(memory, policy, exploration, shown, expand_after, shared),
        terms_(policy, exploration),
        draws_(policy.counts_draws()) {}

  /// A term of each child, by its number (kept_terms.hpp).
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
  KeptTerms terms_;
  bool draws_;

  /// Notes the best child of those tried.
  void find_best_of_tried(Node node) {
    terms_.with_rule([&]<class R>(const R& rule) {
      const std::uint32_t tried = this->head(node).tried.load(std::memory_order_relaxed);
      find_best(rule, node, tried, 0, terms_of<R>(node, 0), false);
    });
  }

 private:
  using Terms = KeptTerms::Terms;
  static constexpr float kNone = -std::numeric_limits<float>::infinity();
  static constexpr float kUnknown = std::numeric_limits<float>::infinity();

  template <class R>
  [[nodiscard, gnu::always_inline]] Terms terms_of(Node node, Slot slot) const {
    const Stat s = stat(node, slot);
    return KeptTerms::of<R>(visits_of(s), sum_of(points_of(s)), draws(node, slot),
                            own_prior<R>(node, slot));
  }
  /// Where the rule has a use for it.
  template <class R>
  [[nodiscard]] float own_prior(Node node, Slot slot) const {
    return R::kThird == Third::kPrior ? this->prior(node, slot) : 0;
  }
  template <class R>
  void store(Node node, Slot slot, const Terms& terms) {
    term(node, 0)[slot] = terms.a;
    term(node, 1)[slot] = terms.b;
    if constexpr (R::kThird == Third::kResults) term(node, 2)[slot] = terms.c;
  }

  /// Updates what depends on a child's results, after some were added.
  template <class R>
  void note(const R& rule, Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    this->owned(node).total += make_stat(games, points);
    std::uint32_t tried = this->head(node).tried.load(std::memory_order_relaxed);
    if (policy_.all_children && slot == tried) {
      this->head(node).tried.store(++tried, std::memory_order_relaxed);
    }
    Terms now = terms_of<R>(node, slot);
    if (policy_.solver && term(node, 0)[slot] == kNone) now.a = kNone;
    store<R>(node, slot, now);
    const bool more = tried < this->legal(node);
    if (policy_.all_children || !more) find_best(rule, node, tried, slot, now, more);
  }

  /// Notes the child that the rule prefers: of the first `tried`, of which that in `slot` now has
  /// the terms `now`, or if `more` compete the next one, which has no visits. (Untried ones differ
  /// only in priors, which do not rise.)
  ///
  /// If the child in `slot` was the best of them, its own value may show that it still is, as in
  /// WideTree::leave().
  template <class R>
  void find_best(const R& rule, Node node, std::uint32_t tried, Slot slot, const Terms& now,
                 bool more) {
    auto& owned = this->owned(node);
    const float exploration =
        KeptTerms::exploration(rule, visits_of(owned.total), this->prior(node, 0));
    const float next = more ? of_untried(rule, node, tried, exploration) : kNone;
    if (tried > KeptTerms::kLanes && slot == owned.best) {
      const float value = KeptTerms::value(rule, now, exploration);
      const float rivals = most_of_rivals(owned.value, exploration - owned.exploration);
      if (value > rivals && value >= next) return;
    }
    KeptTerms::Arrays arrays{term(node, 0), term(node, 1), nullptr};
    if constexpr (R::kThird == Third::kResults) arrays.c = term(node, 2);
    if constexpr (R::kThird == Third::kPrior) arrays.c = this->priors(node);
    const Best best = KeptTerms::best(rule, arrays, tried, exploration);
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

  /// The value of the first child without visits.
  template <class R>
  [[nodiscard]] float of_untried(const R& rule, Node node, Slot slot, float exploration) const {
    const auto fixed = policy_.first_play;
    if (fixed && !R::kNeeds.priors) return static_cast<float>(*fixed);
    const Stat all = this->owned(node).total;
    const float q = fixed ? static_cast<float>(*fixed)
                          : sum_of(points_of(all)) / static_cast<float>(visits_of(all));
    return KeptTerms::value(rule, KeptTerms::of_untried<R>(q, own_prior<R>(node, slot)),
                            exploration);
  }

  /// Stops the rule from choosing needless children (is_needless).
  template <class R>
  void rule_out(const R& /*rule*/, Node node) {
    const Proof known = proof_of(node);
    for (Slot slot = 0; slot < this->size(node); ++slot) {
      Terms now{0, 0, 0};
      if (visits(node, slot) > 0) now = terms_of<R>(node, slot);
      if (is_needless(proof(node, slot), known)) now.a = kNone;
      store<R>(node, slot, now);
    }
    this->owned(node).value = kUnknown;
  }
};

}  // namespace banyan
