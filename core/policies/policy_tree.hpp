// The tree of policy search: what each policy needs to know of a child, and no more.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>

#include "core/base/arena.hpp"
#include "core/policies/amaf.hpp"
#include "core/policies/point_results.hpp"
#include "core/policies/return_results.hpp"
#include "core/policies/root/gumbel.hpp"
#include "core/policies/transpositions.hpp"
#include "core/rules/position_key.hpp"
#include "core/trees/kept.hpp"

namespace banyan {

/// What a tree of game G remembers of results: of two players' wins, draws and losses one word a
/// child, else every player's returns.
template <Game G>
struct ResultsOf {
  using Type = ReturnResults<G>;
};
template <TwoPlayerGame G>
struct ResultsOf<G> {
  using Type = PointResults<G>;
};

/// A tree of any policies, for games of any kind and one thread or, by atomics alone, many. What a
/// block holds is in policy_layout.hpp; what its results are in point_results.hpp and
/// return_results.hpp; how nodes are made and chosen among in policy_expand.hpp and
/// policy_select.hpp.
///
/// Children stand in random order, or by falling priors where they differ; outcomes of chance as
/// the game has them.
///
/// Invariants, at rest: visits(child) = visits that ended at it + sum of visits(its children), and
/// nothing is under way. With transpositions several moves may lead to one block: then the visits
/// of all of these together are those that ended at them + sum of visits(its children), as
/// graph_inspect.hpp checks. Copies share the nodes.
template <Game G, class Results = typename ResultsOf<G>::Type>
class PolicyTree : public Results {
 public:
  using Move = typename G::Move;
  using Results::best;
  using Results::child;
  using Results::move;
  using Results::size;
  using Results::under_way;

  /// `shared`: whether many threads are to use it at once. With policy.reuse, `memory` is divided
  /// among what is searched and what is kept of it; with transpositions, an eighth is the table's.
  PolicyTree(std::size_t memory, const PolicyOptions& policy, double exploration,
             VirtualVisits shown, std::uint32_t expand_after, bool shared)
      : Results(policy.reuse        ? memory / 2
                : policy.is_graph() ? memory - memory / kTableShare
                                    : memory,
                policy, exploration, shown, expand_after, shared) {
    if (policy.reuse) this->keep_spare();
    if (policy.is_graph()) table_ = std::make_shared<TranspositionTable>(memory / kTableShare);
  }

  /// Starts a new tree at a position that is not over, for so many iterations at most.
  /// `weigh(position, moves, priors)` as in PolicyValue. Not thread-safe.
  template <class Weigh>
  void start(const G& position, Random& random, Weigh&& weigh, std::uint64_t iterations) {
    arena_->reset();
    if (table_) table_->reset(iterations);
    if constexpr (kReturns) this->set_players(players_of(position));
    root_player_ = position.to_move();
    Arena::Lane lane(*arena_);
    root_ = this->rooted(make_node(position, random, lane, weigh));
    noisy_root(random);
    gumbel_.reset();
    if (policy_.gumbel > 0 && this->priors_) {
      gumbel_ = std::make_shared<const GumbelRoot>(priors_of(root_), policy_.gumbel, policy_.gumbel_scale,
                                                   std::max<std::uint64_t>(1, iterations), random);
    }
  }

  /// Starts at a node of the search before, which is of that position: core/trees/kept.hpp. Not
  /// thread-safe.
  template <class Late, class Weigh>
  std::optional<Kept> start_below(Node node, const G& position, Random& random, const Late& late,
                                  Weigh&& weigh, std::uint64_t /*iterations*/) {
    std::uint64_t visits = 0;
    for (Slot slot = 0; slot < size(node); ++slot) visits += this->visits(node, slot);
    if (visits > kMaxVisits / 2) return std::nullopt;  // they might overflow
    const PolicyTree before = *this;
    this->begin_anew();
    const Kept kept = copy_below(before, node, *this, root_, late);
    root_player_ = position.to_move();
    const bool may_have_old_noise = this->priors_ && policy_.noise > 0;
    if (may_have_old_noise) {
      weigh(position, moves_of(root_), priors_of(root_));
      normalise_priors(root_);
    }
    noisy_root(random);
    return kept;
  }
  Node copy(const PolicyTree& from, Node node, Arena::Lane& lane) {
    const std::size_t bytes = layout_.size(from.size(node));
    const Node to = lane.allocate(bytes);
    if (to != kNoNode) std::memcpy(this->memory(to), from.memory(node), bytes);
    return to;
  }
  void link(Node parent, Slot slot, Node node) {
    this->children(parent)[slot].store(node, std::memory_order_relaxed);
  }

  /// Children with visits, or on their way to the first.
  [[nodiscard]] std::uint32_t tried(Node node) const {
    if (!policy_.all_children) {
      return std::min(this->head(node).tried.load(std::memory_order_relaxed), size(node));
    }
    std::uint32_t tried = 0;
    for (Slot slot = 0; slot < size(node); ++slot) {
      if (this->visits(node, slot) + under_way(node, slot) > 0) ++tried;
    }
    return tried;
  }
  /// Whether several moves may lead to one block.
  [[nodiscard]] bool is_graph() const { return table_ != nullptr; }
  /// Whether the selection rule has the say: every child was tried, or untried ones compete.
  [[nodiscard]] bool all_tried(Node node) const {
    return this->head(node).tried.load(std::memory_order_relaxed) >= size(node);
  }

  /// Claims the next untried child for the caller; false if none was left.
  bool try_next(Node node, Slot& slot, Random& /*random*/) {
    slot = this->add(this->head(node).tried, 1U);
    return slot < size(node);
  }

  /// Takes the last trial back, as Tree::untry() does.
  bool untry(Node node, Slot slot) {
    if (this->shared_) return false;
    this->head(node).tried.store(slot, std::memory_order_relaxed);
    return true;
  }

  /// The child that the selection rule prefers, the first one among equals, and never one that is
  /// proven to be no better than another; but where the node's value is proven, a child of that
  /// value. `ancestors` are the AMAF results from further up; if they are to come from here on,
  /// they are replaced.
  Slot best(Node node, Player mover, AmafOfAncestors<G>& ancestors) const {
    return this->is_plain() ? best(node) : best_by_policy(node, mover, ancestors);
  }

  /// The child of the root to play by Gumbel search, if this is one and has visits.
  [[nodiscard]] std::optional<Slot> best_by_gumbel() const;

  /// A descent goes through a child: its visits before, those under way included. Another one that
  /// ends meanwhile is missed or counts twice, as in Tree::enter().
  /// Release pairs with acquire here, of the next descent, whose visit this one so cannot see.
  std::uint32_t enter(Node node, Slot slot) {
    const std::uint32_t visits = this->visits(node, slot);
    if (!this->shared_) return visits;
    return visits + this->add(this->flying(node)[slot], 1U, std::memory_order_acq_rel);
  }

  /// The result of an iteration for the moves that `player`, to choose here, made first after it.
  void credit(Node node, const FirstMovers<G>& movers, Player player, std::uint32_t games,
              std::uint32_t points) {
    for (Slot slot = 0; slot < size(node); ++slot) {
      if (movers.is_first(move(node, slot), player)) {
        this->add(this->amafs(node)[slot], make_stat(games, points));
      }
    }
  }

  /// Gives a leaf its block of children; `position` is the leaf's and not over. Returns the block
  /// (another thread's if it was first), or kNoNode when the arena is full.
  /// core/policies/policy_expand.hpp.
  template <class Weigh>
  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane,
              Weigh&& weigh);

  /// Gives it the block that its position has by other moves; kNoNode when none is known.
  Node share(Node parent, Slot slot, const G& position);

  // The same in steps, for who evaluates many leaves together: a block is made, its priors are
  // written, and only then it is linked.

  /// A block of children for a position that is not over, of no leaf yet; kNoNode when the arena is
  /// full.
  Node make_block(const G& position, Random& random, Arena::Lane& lane);
  /// Whether children of this position are to have priors.
  [[nodiscard]] bool has_priors(const G& position) const {
    return this->priors_ && !at_chance(position);
  }
  [[nodiscard]] std::span<const Move> moves_of(Node node) const {
    return {this->moves(node), size(node)};
  }
  [[nodiscard]] std::span<float> priors_of(Node node) const {
    return {this->priors(node), size(node)};
  }
  /// Makes weights above 0 priors that add up to 1, and sorts the children by them.
  void settle_priors(Node node);
  /// Makes the block that of a leaf, unless it has one: that one then.
  Node attach(Node parent, Slot slot, Node node);

  /// Gives up a node, in a tree of one thread without transpositions (core/trees/pruning.hpp).
  void release(Node node, Arena::Lane& lane) { lane.free(node, layout_.size(size(node))); }

  /// A descent that went through a child is given up.
  void cancel(Node node, Slot slot) {
    if (this->shared_) this->add(this->flying(node)[slot], ~0U);
  }

  /// Where a descent goes on after it went through a child.
  Node arrive(Node parent, Slot slot, const G& /*position*/, Random& /*random*/,
              Arena::Lane& /*lane*/) const {
    return child(parent, slot);
  }

 private:
  using Results::arena_;
  using Results::layout_;
  using Results::policy_;
  using Results::root_;
  static constexpr bool kReturns = std::same_as<Results, ReturnResults<G>>;
  static constexpr std::size_t kTableShare = 8;  // of the memory: one part in so many

  // core/policies/policy_select.hpp.
  [[nodiscard]] Slot best_by_policy(Node node, Player mover, AmafOfAncestors<G>& ancestors) const;
  struct Child {  // without initial values, which would cost more than looking twice
    std::uint32_t visits;
    float sum;
    std::uint32_t under_way;
  };
  [[nodiscard]] Slot best_by_gumbel(std::span<const Child> children, Proof known) const;

  // core/policies/policy_expand.hpp.
  template <class Weigh>
  Node make_node(const G& position, Random& random, Arena::Lane& lane, Weigh&& weigh);
  void normalise_priors(Node node);
  void sort_by_priors(Node node);
  void noisy_root(Random& random);

  Player root_player_ = 0;
  std::shared_ptr<TranspositionTable> table_;  // if it shares blocks
  std::shared_ptr<const GumbelRoot> gumbel_;   // if the root is one
};

/// The tree of games of any kind, two players' wins among them.
template <Game G>
using GeneralTree = PolicyTree<G, ReturnResults<G>>;

}  // namespace banyan
