// The tree of policy search: what all kinds of results share.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/base/stat.hpp"
#include "core/game/game.hpp"
#include "core/selection/policy.hpp"
#include "core/selection/policy_rule.hpp"
#include "core/selection/virtual_visits.hpp"
#include "core/tree/policy/layout.hpp"
#include "core/tree/proof.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// Blocks of children linked by Nodes; policy_layout.hpp has their content. Results are a Stat for
/// the player who moved (PointResults), or, with `HasReturns`, every player's (ReturnResults).
/// Accesses are relaxed unless stated, since each number stands by itself.
template <Game G, bool HasReturns>
class PolicyBlocks : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;
  static constexpr bool kShared = true;
  static constexpr bool kProves = true;

  [[nodiscard]] std::uint32_t size(Node node) const { return head(node).size; }
  /// With one thread nothing is in flight.
  [[nodiscard]] std::uint32_t in_flight(Node node, Slot slot) const {
    return shared_ ? in_flights(node)[slot].load(std::memory_order_relaxed) : 0;
  }
  [[nodiscard]] Move move(Node node, Slot slot) const { return moves(node)[slot]; }
  /// Acquire pairs with the release in expand(), so that the child's block is seen whole.
  [[nodiscard]] Node child(Node node, Slot slot) const {
    return children(node)[slot].load(std::memory_order_acquire);
  }
  /// Whether the rule of selection looks at priors.
  [[nodiscard]] bool uses_priors() const { return policy_.uses_priors(); }
  /// There is none at chance nodes.
  [[nodiscard]] float prior(Node node, Slot slot) const {
    return priors_ ? priors(node)[slot] : 1.0F / static_cast<float>(legal(node));
  }
  [[nodiscard]] Stat amaf(Node node, Slot slot) const {
    return amaf_ ? amafs(node)[slot].load(std::memory_order_relaxed) : 0;
  }
  /// Moves of a block that grows which have no child yet.
  [[nodiscard]] std::uint32_t undrawn_moves(Node node) const { return legal(node) - size(node); }
  /// Whether results are proven.
  [[nodiscard]] bool proves() const { return policy_.solver; }

 protected:
  /// The type in which results are summed.
  using Number = std::conditional_t<HasReturns, std::int64_t, Stat>;

  struct Head {
    std::uint32_t size;
    std::atomic<std::uint32_t> tried;
  };
  /// What one thread keeps of a node besides, where children have terms.
  struct OwnedNode {
    Stat total;       // of all children
    Slot best;        // by the selection rule
    Node best_child;  // its block
    // From when all children were last compared:
    float value;        // of the best child
    float exploration;  // the term that all share
  };
  /// The same of a block that grows.
  struct GrowingNode {
    std::uint32_t legal;  // moves, of which the block holds the first `size` that were drawn
    std::uint32_t room;   // children that the block has room for
  };
  static_assert(sizeof(OwnedNode) == PolicyLayout<HasReturns>::kOwned);
  static_assert(sizeof(GrowingNode) == PolicyLayout<HasReturns>::kGrown);
  static_assert(sizeof(std::atomic<Stat>) == sizeof(Stat));

  PolicyBlocks(std::size_t memory, const PolicyOptions& policy, double exploration,
               VirtualVisits shown, std::uint32_t expand_after, bool shared)
      : TreeBase(memory, Ucb1(policy.symmetric ? exploration / 2 : exploration), expand_after),
        policy_(policy),
        shown_(shown),
        policy_rule_(policy, exploration, shown),
        layout_(policy, {sizeof(Move), shared, bytes_of_set()}),
        shared_(shared),
        amaf_(policy.uses_amaf()),
        priors_(layout_.with_priors) {}

  /// The moves that are still to be drawn, in a block that grows.
  static constexpr bool kHasSets = MoveSetGame<G> && G::kMaxMoves > 16;
  [[nodiscard]] auto& undrawn(Node node) const requires kHasSets {
    using MoveSet = decltype(std::declval<const G&>().legal_set());
    static_assert(alignof(MoveSet) <= 8);
    return *reinterpret_cast<MoveSet*>(&growing(node) + 1);
  }

  // Where these are constants, loops over children are a tenth faster or more.
  [[nodiscard]] bool grows() const { return !HasReturns && kHasSets && layout_.grows; }
  [[nodiscard]] std::size_t head_bytes() const {
    return HasReturns ? PolicyLayout<true>::kHead : layout_.head;
  }

  template <class T>
  [[nodiscard]] T* array(Node node, std::size_t at) const {
    std::byte* const block = static_cast<std::byte*>(memory(node));
    return reinterpret_cast<T*>(block + head_bytes() + at * room(node));
  }
  [[nodiscard]] Head& head(Node node) const { return *static_cast<Head*>(memory(node)); }
  [[nodiscard]] OwnedNode& owned(Node node) const {
    return *reinterpret_cast<OwnedNode*>(&head(node) + 1);
  }
  [[nodiscard]] GrowingNode& growing(Node node) const {
    return *reinterpret_cast<GrowingNode*>(&owned(node) + 1);
  }
  /// The moves of a node.
  [[nodiscard]] std::uint32_t legal(Node node) const {
    return grows() ? growing(node).legal : size(node);
  }
  /// How many children its block has room for.
  [[nodiscard]] std::uint32_t room(Node node) const {
    return grows() ? growing(node).room : size(node);
  }
  [[nodiscard]] auto* results(Node node) const {
    return array<std::atomic<Number>>(node, PolicyLayout<HasReturns>::kResults);
  }
  // Those of one thread, for vectors of them.
  [[nodiscard]] Stat* own_results(Node node) const requires(!HasReturns) {
    return array<Stat>(node, PolicyLayout<HasReturns>::kResults);
  }
  [[nodiscard]] auto* in_flights(Node node) const {
    return array<std::atomic<std::uint32_t>>(node, layout_.in_flight);
  }
  [[nodiscard]] auto* children(Node node) const {
    return array<std::atomic<Node>>(node, layout_.children);
  }
  [[nodiscard]] auto* amafs(Node node) const {
    return array<std::atomic<Stat>>(node, layout_.amaf);
  }
  [[nodiscard]] Stat* own_amafs(Node node) const { return array<Stat>(node, layout_.amaf); }
  [[nodiscard]] auto* counts(Node node) const {
    return array<std::atomic<std::uint32_t>>(node, layout_.counts);
  }
  [[nodiscard]] auto* priors(Node node) const { return array<float>(node, layout_.priors); }
  [[nodiscard]] auto* moves(Node node) const { return array<Move>(node, layout_.moves); }
  [[nodiscard]] auto* proofs(Node node) const {
    return array<std::atomic<std::uint8_t>>(node, layout_.proofs);
  }

  /// Adds to a number and returns its value before.
  template <class T>
  T add(std::atomic<T>& number, T more, std::memory_order order = std::memory_order_relaxed) const {
    if (shared_) return number.fetch_add(more, order);
    const T before = number.load(std::memory_order_relaxed);
    number.store(before + more, std::memory_order_relaxed);
    return before;
  }

  /// The player who moves at a node, or kChance.
  [[nodiscard]] Player& mover_of(Node node) const requires HasReturns {
    return *reinterpret_cast<Player*>(&head(node) + 1);
  }
  /// What is proven of a child, for the player who chooses it. Sequentially consistent, like
  /// prove(): if two threads prove the last two children of a node and then each look at all of
  /// them, at least one sees both proofs.
  [[nodiscard]] Proof own_proof(Node node, Slot slot) const {
    if (!policy_.solver) return {};
    std::size_t row = 0;
    if constexpr (HasReturns) row = static_cast<std::size_t>(mover_of(node)) * size(node);
    return Proof(proofs(node)[row + slot].load(std::memory_order_seq_cst));
  }
  /// The same for a node, from its first k children. Valid if nothing is known of the
  /// others, and of one of these, or if there are no others.
  [[nodiscard]] Proof known_of(Node node, std::uint32_t k) const {
    return proof_of_choice(k, [&](Slot slot) { return own_proof(node, slot); });
  }

  static constexpr std::size_t bytes_of_set() {
    if constexpr (kHasSets) {
      return (sizeof(std::declval<const G&>().legal_set()) + 7) / 8 * 8;
    } else {
      return 0;
    }
  }

  PolicyOptions policy_;
  VirtualVisits shown_;
  PolicyRule policy_rule_;
  PolicyLayout<HasReturns> layout_;
  bool shared_;
  bool amaf_;
  bool priors_;
};

}  // namespace banyan
