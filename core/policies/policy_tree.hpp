// The tree of policy search: what each policy needs to know of a child, and no more.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/base/arena.hpp"
#include "core/policies/amaf.hpp"
#include "core/policies/policy.hpp"
#include "core/policies/policy_layout.hpp"
#include "core/policies/policy_rule.hpp"
#include "core/policies/proof.hpp"
#include "core/policies/transpositions.hpp"
#include "core/rules/game.hpp"
#include "core/rules/position_key.hpp"
#include "core/trees/stat.hpp"
#include "core/trees/tree_base.hpp"

namespace banyan {

/// A tree of any policies, for one thread or, by atomics alone, for many. What a block holds is in
/// policy_layout.hpp; how nodes are made, chosen among and kept in policy_expand.hpp,
/// policy_select.hpp and policy_kept.hpp.
///
/// Children stand in random order, or by falling priors where they differ.
///
/// Invariants, at rest: visits(child) = visits that ended at it + sum of visits(its children), and
/// nothing is under way. With transpositions several moves may lead to one block: then the visits
/// of all of these together are those that ended at them + sum of visits(its children), as
/// graph_inspect.hpp checks. Copies share the nodes.
template <Game G>
class PolicyTree : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;
  static constexpr bool kShared = true;
  static constexpr bool kProves = true;

  /// `shared`: whether many threads are to use it at once. With policy.reuse, `memory` is divided
  /// among what is searched and what is kept of it; with transpositions, an eighth is the table's.
  PolicyTree(std::size_t memory, const PolicyOptions& policy, double exploration,
             UnderWay under_way, std::uint32_t expand_after, bool shared)
      : TreeBase(policy.reuse        ? memory / 2
                 : policy.is_graph() ? memory - memory / kTableShare
                                     : memory,
                 Ucb1(policy.symmetric ? exploration / 2 : exploration), expand_after),
        policy_(policy),
        policy_rule_(policy, exploration, under_way),
        layout_(policy, sizeof(Move)),
        shared_(shared),
        amaf_(policy.uses_amaf()),
        draws_(policy.counts_draws()),
        priors_(policy.uses_priors()),
        plain_(policy.select == SelectionRule::kUcb1 && !policy.all_children && !draws_ && !amaf_ &&
               !policy.solver && !layout_.with_total) {
    if (policy.reuse) spare_ = std::make_shared<Arena>(memory / 2);
    if (policy.is_graph()) table_ = std::make_shared<TranspositionTable>(memory / kTableShare);
  }

  /// Starts a new tree at a position that is not over, for so many iterations at most.
  /// `weigh(position, moves, priors)` as in PolicyValue. Not thread-safe.
  template <class Weigh>
  void start(const G& position, Random& random, Weigh&& weigh, std::uint64_t iterations) {
    arena_->reset();
    if (table_) table_->reset(iterations);
    Arena::Lane lane(*arena_);
    root_ = make_node(position, random, lane, weigh);
    noisy_root(random);
  }

  /// Starts at a node of the tree before: copies what lies below it, without gaps, to the other
  /// half of the memory and forgets the rest. `position` is the node's. Not thread-safe.
  /// core/policies/policy_kept.hpp.
  template <class Weigh>
  void start_below(Node node, const G& position, Random& random, Weigh&& weigh);

  [[nodiscard]] std::uint32_t size(Node node) const { return head(node).size; }
  /// Children with visits, or on their way to the first.
  [[nodiscard]] std::uint32_t tried(Node node) const {
    if (!policy_.all_children) {
      return std::min(head(node).tried.load(std::memory_order_relaxed), size(node));
    }
    std::uint32_t tried = 0;
    for (Slot slot = 0; slot < size(node); ++slot) {
      if (visits_of(stat(node, slot)) + under_way(node, slot) > 0) ++tried;
    }
    return tried;
  }
  [[nodiscard]] Stat stat(Node node, Slot slot) const {
    return stats(node)[slot].load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint32_t under_way(Node node, Slot slot) const {
    return flying(node)[slot].load(std::memory_order_relaxed);
  }
  [[nodiscard]] Move move(Node node, Slot slot) const { return moves(node)[slot]; }
  /// Acquire: pairs with the release in expand(), so that the child's block is seen whole.
  [[nodiscard]] Node child(Node node, Slot slot) const {
    return children(node)[slot].load(std::memory_order_acquire);
  }
  [[nodiscard]] float prior(Node node, Slot slot) const {
    return priors_ ? priors(node)[slot] : 1.0F / static_cast<float>(size(node));
  }
  [[nodiscard]] std::uint32_t draws(Node node, Slot slot) const {
    return draws_ ? draws_of(node)[slot].load(std::memory_order_relaxed) : 0;
  }
  [[nodiscard]] Stat amaf(Node node, Slot slot) const {
    return amaf_ ? amafs(node)[slot].load(std::memory_order_relaxed) : 0;
  }
  /// Whether total() is kept: with UCT2.
  [[nodiscard]] bool has_totals() const { return layout_.with_total; }
  /// The results of a node by whichever move it was reached, for the player who moved there.
  [[nodiscard]] Stat total(Node node) const {
    return layout_.with_total ? total_of(node).load(std::memory_order_relaxed) : 0;
  }
  /// Sequentially consistent, as prove() is: of two threads that prove the last two children of a
  /// node, each of which then looks at all, at least one sees both.
  [[nodiscard]] Proof proof(Node node, Slot slot) const {
    return policy_.solver ? Proof(proofs(node)[slot].load(std::memory_order_seq_cst)) : Proof();
  }
  /// Where the value of a child is exact, which is only where its parent's is too, descents end.
  [[nodiscard]] bool is_settled(Node node, Slot slot) const {
    return policy_.solver && proof(node, slot).exact();
  }
  /// What the children of a node prove for the player who chooses among them; the first k of them,
  /// if nothing is known of the others and one of these.
  [[nodiscard]] Proof proof_of(Node node) const { return proof_of(node, size(node)); }
  [[nodiscard]] Proof proof_of(Node node, std::uint32_t k) const {
    Points low = kLoss;
    Points high = kLoss;
    for (Slot slot = 0; slot < k; ++slot) {
      low = std::max(low, proof(node, slot).low());
      high = std::max(high, proof(node, slot).high());
    }
    return {low, high};
  }
  /// Whether several moves may lead to one block.
  [[nodiscard]] bool is_graph() const { return table_ != nullptr; }
  /// Whether results are corrected on their way up, so that points need not add up.
  [[nodiscard]] bool clamps() const { return policy_.solver; }

  /// Whether the selection rule has the say: every child was tried, or untried ones compete.
  [[nodiscard]] bool all_tried(Node node) const {
    return head(node).tried.load(std::memory_order_relaxed) >= head(node).size;
  }

  /// Claims the next untried child for the caller; false if none was left.
  bool try_next(Node node, Slot& slot, Random& /*random*/) {
    slot = add(head(node).tried, 1U);
    return slot < head(node).size;
  }

  /// The child that the selection rule prefers, the first one among equals, and never one that is
  /// proven to be no better than another; but where the node's value is proven, a child of that
  /// value. `ancestors` are the AMAF results from further up; if they are to come from here on,
  /// they are replaced.
  Slot best(Node node, bool root_player, AmafOfAncestors<G>& ancestors) const {
    return plain_ ? best_by_ucb1(node) : best_by_policy(node, root_player, ancestors);
  }

  /// A descent goes through a child: its visits before, those under way included. One that ends
  /// meanwhile may be missed, and none is counted twice: the first `expand_after` end at the child.
  /// Release pairs with acquire here, of the next descent, whose visit this one so cannot see.
  std::uint32_t enter(Node node, Slot slot) {
    const std::uint32_t visits = visits_of(stat(node, slot));
    return shared_ ? visits + add(flying(node)[slot], 1U, std::memory_order_acq_rel) : visits;
  }

  /// The result of that descent: `points` of `games` results, `draws` of them draws, for the player
  /// who moved into it. Whether it is the first of the child.
  bool leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points, std::uint32_t draws) {
    const Stat before = add(stats(node)[slot], make_stat(games, points));
    if (draws_ && draws > 0) add(draws_of(node)[slot], draws);
    if (layout_.with_total) add(total_of(node), make_stat(games, kWin * games - points));
    if (shared_) add(flying(node)[slot], ~0U);
    return visits_of(before) == 0;
  }

  /// The result of an iteration for the moves that `player`, to choose here, made first after it.
  void credit(Node node, const FirstMovers<G>& movers, Player player, std::uint32_t games,
              std::uint32_t points) {
    for (Slot slot = 0; slot < size(node); ++slot) {
      if (movers.is_first(move(node, slot), player)) {
        add(amafs(node)[slot], make_stat(games, points));
      }
    }
  }

  /// Adds to what is known of a child; whether anything of it is new. See proof().
  bool prove(Node node, Slot slot, Proof known) {
    const std::uint8_t before =
        proofs(node)[slot].fetch_or(known.bits(), std::memory_order_seq_cst);
    return (before | known.bits()) != before;
  }

  /// Gives a leaf its block of children; `position` is the leaf's and not over. Returns the block
  /// (another thread's if it was first), or kNoNode when the arena is full.
  /// core/policies/policy_expand.hpp.
  template <class Weigh>
  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane,
              Weigh&& weigh);

  /// Gives it the block that its position has by other moves; kNoNode when none is known.
  Node share(Node parent, Slot slot, const G& position);

  /// Where a descent goes on after it went through a child.
  Node arrive(Node parent, Slot slot, const G& /*position*/, Random& /*random*/,
              Arena::Lane& /*lane*/) const {
    return child(parent, slot);
  }

 private:
  struct Head {
    std::uint32_t size;
    std::atomic<std::uint32_t> tried;
  };
  static_assert(sizeof(Head) == PolicyLayout::kHead);
  static constexpr std::size_t kTableShare = 8;  // of the memory: one part in so many

  template <class T>
  [[nodiscard]] T* array(Node node, std::size_t at) const {
    std::byte* const block = static_cast<std::byte*>(memory(node));
    return reinterpret_cast<T*>(block + PolicyLayout::kHead + at * size(node));
  }
  [[nodiscard]] Head& head(Node node) const { return *static_cast<Head*>(memory(node)); }
  [[nodiscard]] auto* stats(Node node) const {
    return array<std::atomic<Stat>>(node, PolicyLayout::kStats);
  }
  [[nodiscard]] auto* flying(Node node) const {
    return array<std::atomic<std::uint32_t>>(node, PolicyLayout::kFlying);
  }
  [[nodiscard]] auto* children(Node node) const {
    return array<std::atomic<Node>>(node, PolicyLayout::kChildren);
  }
  [[nodiscard]] auto* amafs(Node node) const {
    return array<std::atomic<Stat>>(node, PolicyLayout::kAmaf);
  }
  [[nodiscard]] auto* draws_of(Node node) const {
    return array<std::atomic<std::uint32_t>>(node, layout_.draws);
  }
  [[nodiscard]] auto* priors(Node node) const { return array<float>(node, layout_.priors); }
  [[nodiscard]] auto* moves(Node node) const { return array<Move>(node, layout_.moves); }
  [[nodiscard]] auto* proofs(Node node) const {
    return array<std::atomic<std::uint8_t>>(node, layout_.proofs);
  }
  [[nodiscard]] std::atomic<Stat>& total_of(Node node) const {
    std::byte* const block = static_cast<std::byte*>(memory(node));
    return *reinterpret_cast<std::atomic<Stat>*>(block + layout_.total(size(node)));
  }

  /// Adds and returns the number before. Relaxed: each number stands by itself.
  template <class T>
  T add(std::atomic<T>& number, T more, std::memory_order order = std::memory_order_relaxed) const {
    if (shared_) return number.fetch_add(more, order);
    const T before = number.load(std::memory_order_relaxed);
    number.store(before + more, std::memory_order_relaxed);
    return before;
  }

  // core/policies/policy_select.hpp.
  [[nodiscard]] Slot best_by_ucb1(Node node) const;
  [[nodiscard]] Slot best_by_policy(Node node, bool root_player,
                                    AmafOfAncestors<G>& ancestors) const;

  // core/policies/policy_expand.hpp.
  Node link(Node parent, Slot slot, Node node);
  template <class Weigh>
  Node make_node(const G& position, Random& random, Arena::Lane& lane, Weigh&& weigh);
  template <class Weigh>
  void weigh_children(Node node, const G& position, Weigh&& weigh);
  void sort_by_priors(Node node);
  void noisy_root(Random& random);

  /// core/policies/policy_kept.hpp.
  Node copy_to_spare(Node top);

  PolicyOptions policy_;
  PolicyRule policy_rule_;
  PolicyLayout layout_;
  bool shared_;
  bool amaf_;
  bool draws_;
  bool priors_;
  bool plain_;
  std::shared_ptr<Arena> spare_;               // the other half, if the tree is kept
  std::shared_ptr<TranspositionTable> table_;  // if it shares blocks
};

}  // namespace banyan
