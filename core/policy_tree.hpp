// The tree of policy search: what each policy needs to know of a child, and no more.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/amaf.hpp"
#include "core/arena.hpp"
#include "core/game.hpp"
#include "core/policy.hpp"
#include "core/policy_rule.hpp"
#include "core/proof.hpp"
#include "core/stat.hpp"
#include "core/tree_base.hpp"

namespace banyan {

/// A tree of any policies, for one thread or, by atomics alone, for many. Layout of the block of a
/// node with k moves; what only some policies need takes memory for these alone:
///
///   size   what
///   4      k, the number of children
///   4      children tried so far; more than k where threads raced for the last
///   8 k    Stat of each child
///   4 k    descents under way below each child
///   4 k    Node of each child, kNoNode while it is a leaf
///   8 k    AMAF Stat of each child                            AMAF
///   4 k    draws among the results of each child              where they count otherwise than half
///   4 k    prior of each child, which add up to 1             PUCT
///   m k    Move of each child, m = sizeof(Move)
///   k      Proof of each child                                solver
///
/// Children stand in random order, or by falling priors where they differ.
///
/// Invariants, at rest: visits(child) = visits that ended at it + sum of visits(its children), and
/// nothing is under way. Copies share the nodes. How nodes are made, chosen among and kept is in
/// policy_expand.hpp, policy_select.hpp and policy_kept.hpp.
template <Game G>
class PolicyTree : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;

  /// `shared`: whether many threads are to use it at once. With policy.reuse, `memory` is divided
  /// among what is searched and what is kept of it.
  PolicyTree(std::size_t memory, const PolicyOptions& policy, double exploration,
             UnderWay under_way, std::uint32_t expand_after, bool shared)
      : TreeBase(policy.reuse ? memory / 2 : memory,
                 Ucb1(policy.symmetric ? exploration / 2 : exploration), expand_after),
        policy_(policy),
        policy_rule_(policy, exploration, under_way),
        shared_(shared),
        amaf_(policy.uses_amaf()),
        draws_(policy.counts_draws()),
        priors_(policy.uses_priors()),
        plain_(policy.select == SelectionRule::kUcb1 && !policy.all_children && !draws_ && !amaf_ &&
               !policy.solver) {
    if (policy.reuse) spare_ = std::make_shared<Arena>(memory / 2);
  }

  /// Starts a new tree at a position that is not over. `weigh(position, moves, priors)` as in
  /// PolicyValue. Not thread-safe.
  template <class Weigh>
  void start(const G& position, Random& random, Weigh&& weigh) {
    arena_->reset();
    Arena::Lane lane(*arena_);
    root_ = make_node(position, random, lane, weigh);
    noisy_root(random);
  }

  /// Starts at a node of the tree before: copies what lies below it, without gaps, to the other
  /// half of the memory and forgets the rest. `position` is the node's. Not thread-safe.
  template <class Weigh>
  void start_below(Node node, const G& position, Random& random, Weigh&& weigh) {
    root_ = copy_to_spare(node);
    std::swap(arena_, spare_);
    base_ = static_cast<std::byte*>(arena_->at(0));
    if (priors_ && policy_.noise > 0) weigh_children(root_, position, weigh);  // may have old noise
    noisy_root(random);
  }

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
  /// Sequentially consistent, as prove() is: of two threads that prove the last two children of a
  /// node, each of which then looks at all, at least one sees both.
  [[nodiscard]] Proof proof(Node node, Slot slot) const {
    return policy_.solver ? Proof(proofs(node)[slot].load(std::memory_order_seq_cst)) : Proof();
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
  /// Whether results are corrected on their way up, so that points need not add up.
  [[nodiscard]] bool clamps() const { return policy_.solver; }

  /// Whether the selection rule has the say: every child was tried, or untried ones compete.
  [[nodiscard]] bool all_tried(Node node) const {
    return head(node).tried.load(std::memory_order_relaxed) >= head(node).size;
  }

  /// Claims the next untried child for the caller; false if none was left.
  bool try_next(Node node, Slot& slot) {
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

  /// A descent goes through a child: its visits before, those under way included.
  std::uint32_t enter(Node node, Slot slot) {
    const std::uint32_t visits = visits_of(stat(node, slot));
    return shared_ ? visits + add(flying(node)[slot], 1U) : visits;
  }

  /// The result of that descent: `points` of `games` results, `draws` of them draws, for the player
  /// who moved into it.
  void leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points, std::uint32_t draws) {
    add(stats(node)[slot], make_stat(games, points));
    if (draws_ && draws > 0) add(draws_of(node)[slot], draws);
    if (shared_) add(flying(node)[slot], ~0U);
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
  template <class Weigh>
  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane,
              Weigh&& weigh) {
    const Node node = make_node(position, random, lane, weigh);
    if (node == kNoNode) return kNoNode;
    // Release pairs with child(); acquire on failure, since the other's block is used.
    Node first = kNoNode;
    if (children(parent)[slot].compare_exchange_strong(first, node, std::memory_order_release,
                                                       std::memory_order_acquire)) {
      return node;
    }
    lane.undo(node);
    return first;
  }

  void prefetch(Node node) const { __builtin_prefetch(memory(node)); }

 private:
  struct Head {
    std::uint32_t size;
    std::atomic<std::uint32_t> tried;
  };
  static_assert(sizeof(Head) == 8);

  // Each array lies this many bytes a child behind the head.
  static constexpr std::size_t kFlyingAt = 8;
  static constexpr std::size_t kChildrenAt = 12;
  static constexpr std::size_t kAmafAt = 16;
  [[nodiscard]] std::size_t draws_at() const { return kAmafAt + (amaf_ ? 8 : 0); }
  [[nodiscard]] std::size_t priors_at() const { return draws_at() + (draws_ ? 4 : 0); }
  [[nodiscard]] std::size_t moves_at() const { return priors_at() + (priors_ ? 4 : 0); }
  [[nodiscard]] std::size_t proofs_at() const { return moves_at() + sizeof(Move); }
  [[nodiscard]] std::size_t block_size(std::size_t k) const {
    return sizeof(Head) + k * (proofs_at() + (policy_.solver ? 1 : 0));
  }

  template <class T>
  [[nodiscard]] T* array(Node node, std::size_t at) const {
    std::byte* const block = static_cast<std::byte*>(memory(node));
    return reinterpret_cast<T*>(block + sizeof(Head) + at * size(node));
  }
  [[nodiscard]] Head& head(Node node) const { return *static_cast<Head*>(memory(node)); }
  [[nodiscard]] auto* stats(Node node) const { return array<std::atomic<Stat>>(node, 0); }
  [[nodiscard]] auto* flying(Node node) const {
    return array<std::atomic<std::uint32_t>>(node, kFlyingAt);
  }
  [[nodiscard]] auto* children(Node node) const {
    return array<std::atomic<Node>>(node, kChildrenAt);
  }
  [[nodiscard]] auto* amafs(Node node) const { return array<std::atomic<Stat>>(node, kAmafAt); }
  [[nodiscard]] auto* draws_of(Node node) const {
    return array<std::atomic<std::uint32_t>>(node, draws_at());
  }
  [[nodiscard]] auto* priors(Node node) const { return array<float>(node, priors_at()); }
  [[nodiscard]] auto* moves(Node node) const { return array<Move>(node, moves_at()); }
  [[nodiscard]] auto* proofs(Node node) const {
    return array<std::atomic<std::uint8_t>>(node, proofs_at());
  }

  /// Adds and returns the number before. Relaxed: each number stands by itself.
  template <class T>
  T add(std::atomic<T>& number, T more) const {
    if (shared_) return number.fetch_add(more, std::memory_order_relaxed);
    const T before = number.load(std::memory_order_relaxed);
    number.store(before + more, std::memory_order_relaxed);
    return before;
  }

  // core/policy_select.hpp.
  [[nodiscard]] Slot best_by_ucb1(Node node) const;
  [[nodiscard]] Slot best_by_policy(Node node, bool root_player,
                                    AmafOfAncestors<G>& ancestors) const;

  // core/policy_expand.hpp.
  template <class Weigh>
  Node make_node(const G& position, Random& random, Arena::Lane& lane, Weigh&& weigh);
  template <class Weigh>
  void weigh_children(Node node, const G& position, Weigh&& weigh);
  void sort_by_priors(Node node);
  void noisy_root(Random& random);

  /// core/policy_kept.hpp.
  Node copy_to_spare(Node top);

  PolicyOptions policy_;
  PolicyRule policy_rule_;
  bool shared_;
  bool amaf_;
  bool draws_;
  bool priors_;
  bool plain_;
  std::shared_ptr<Arena> spare_;  // the other half, if the tree is kept
};

}  // namespace banyan
