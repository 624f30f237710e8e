// The tree of policy search: it stores what each policy needs of a child, and no more.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/base/arena.hpp"
#include "core/game/position_key.hpp"
#include "core/selection/root/gumbel.hpp"
#include "core/tree/kept.hpp"
#include "core/tree/policy/amaf.hpp"
#include "core/tree/policy/point_results.hpp"
#include "core/tree/policy/return_results.hpp"
#include "core/tree/policy/transpositions.hpp"

namespace banyan {

/// How a tree of game G stores results: one word per child for two players' wins, draws and losses,
/// otherwise every player's returns.
template <Game G>
struct ResultsOf {
  using Type = ReturnResults<G>;
};
template <TwoPlayerGame G>
struct ResultsOf<G> {
  using Type = PointResults<G>;
};

/// A tree of any policies, for games of any kind, for one thread or (by atomics, without locks)
/// many. policy_layout.hpp says what a block holds; point_results.hpp and return_results.hpp what
/// results are. policy_expand.hpp makes nodes, policy_select.hpp chooses among them. With one
/// thread, most policies keep the best child from the backup (core/selection/kept_terms.hpp), and
/// blocks grow (policy_growth.hpp).
///
/// Children stand in random order, or by falling priors where they differ. Outcomes of chance keep
/// the game's order.
///
/// Invariants at rest: visits(child) = visits that ended at it + sum of visits(its children), and
/// nothing is in flight. With transpositions several moves may lead to one block. Then the
/// invariant holds for the sums over all these moves, as graph_inspect.hpp checks. Copies share the
/// nodes.
template <Game G, class Results = typename ResultsOf<G>::Type>
class PolicyTree : public Results {
 public:
  using Move = typename G::Move;
  using Results::child;
  using Results::in_flight;
  using Results::move;
  using Results::size;

  /// `shared`: whether many threads will use it at once. With transpositions, the table gets an
  /// eighth of the memory.
  PolicyTree(std::size_t memory, const PolicyOptions& policy, double exploration,
             VirtualVisits shown, std::uint32_t expand_after, bool shared)
      : Results(policy.is_graph() ? memory - memory / kTableShare : memory, policy, exploration,
                shown, expand_after, shared) {
    if (policy.is_graph()) table_ = std::make_shared<TranspositionTable>(memory / kTableShare);
  }

  /// Starts a new tree at a position that is not over.
  /// `write_priors(position, moves, priors)` is that of PolicyValue. Not thread-safe.
  template <class WritePriors>
  void start(const G& position, Random& random, WritePriors&& write_priors, const RootPlan& plan) {
    arena_->reset();
    spares_ = {};
    if (table_) table_->reset(plan.visits);
    if constexpr (kReturns) this->start_at(position);
    root_player_ = position.to_move();
    Arena::Lane lane(*arena_);
    root_ = this->rooted(make_node(position, random, lane, write_priors, true));
    noisy_root(random);
    gumbel_.reset();
    if (policy_.gumbel > 0 && this->priors_) {
      const std::span<const Move> moves = moves_of(root_);
      const std::vector<std::uint32_t> numbers(moves.begin(), moves.end());
      gumbel_ = std::make_shared<GumbelRoot>(priors_of(root_), numbers, policy_.gumbel,
                                             policy_.gumbel_scale,
                                             std::max<std::uint64_t>(1, plan.visits), plan.key);
    }
  }

  /// Starts at a node of the last search, with position `position` (core/tree/kept.hpp). Not
  /// thread-safe.
  template <class Late, class WritePriors>
  std::optional<Kept> start_below(Node node, const G& position, Random& random, const Late& late,
                                  WritePriors&& write_priors, const RootPlan& /*plan*/) {
    std::uint64_t visits = 0;
    for (Slot slot = 0; slot < size(node); ++slot) visits += this->visits(node, slot);
    if (visits > kMaxVisits / 2) return std::nullopt;  // they might overflow
    const PolicyTree before = *this;
    this->begin_anew();
    spares_ = {};
    const Kept kept = copy_below(before, node, *this, root_, late);
    Arena::Lane lane(*arena_);
    root_ = this->rooted(complete(this->rooted(root_), random, lane));
    root_player_ = position.to_move();
    const bool may_have_old_noise = this->priors_ && policy_.noise > 0;
    if (may_have_old_noise) {
      write_priors(position, moves_of(root_), priors_of(root_));
      normalise_priors(root_);
    }
    noisy_root(random);
    return kept;
  }
  Node copy(const PolicyTree& from, Node node, Arena::Lane& lane) {
    return this->copy_block(from, node, layout_.size(from.room(node)), lane);
  }
  void link(Node parent, Slot slot, Node node) {
    this->children(parent)[slot].store(node, std::memory_order_relaxed);
    note_child(parent, slot, node);
  }

  /// Threads choose at a Gumbel root one by one: two that gave one child the same visit would upset
  /// the order of the most visited.
  [[nodiscard]] NodeGuard<std::mutex> lock(Node node) const {
    if (!this->shared_ || gumbel_ == nullptr || node != root_) return NodeGuard<std::mutex>();
    gumbel_->mutex.lock();
    return NodeGuard<std::mutex>(&gumbel_->mutex);
  }
  /// The children with visits, or with a first visit in flight.
  [[nodiscard]] std::uint32_t tried(Node node) const {
    if (!policy_.all_children) {
      return std::min(this->head(node).tried.load(std::memory_order_relaxed), size(node));
    }
    std::uint32_t tried = 0;
    for (Slot slot = 0; slot < size(node); ++slot) {
      if (this->visits(node, slot) + in_flight(node, slot) > 0) ++tried;
    }
    return tried;
  }
  /// Whether several moves may lead to one block.
  [[nodiscard]] bool is_graph() const { return table_ != nullptr; }
  /// Whether the selection rule decides: every child that may be was tried, or untried ones
  /// compete.
  [[nodiscard]] bool all_tried(Node node) const {
    if (layout_.with_terms && policy_.all_children) return true;
    const std::uint32_t tried = this->head(node).tried.load(std::memory_order_relaxed);
    return tried >= this->legal(node) || (policy_.widening.limits() && tried >= widened(node));
  }

  /// Claims the next untried child for the caller; false if none was left.
  bool try_next(Node node, Slot& slot, Random& random) {
    slot = this->add(this->head(node).tried, 1U);
    draw(node, slot, random);
    return slot < size(node);
  }

  /// Takes back the last trial, as Tree::untry() does.
  bool untry(Node node, Slot slot) {
    if (this->shared_) return false;
    this->head(node).tried.store(slot, std::memory_order_relaxed);
    return true;
  }

  /// The child that the selection rule prefers, the first one among equals, but never a needless
  /// one. If the node's value is proven, the child has that value. `ancestors` holds the AMAF
  /// results from further up. If this node is to provide them from here on, it replaces them. In a
  /// block that grows, it may be the next child, whose move draw() is to draw.
  Slot best(Node node, Player mover, AmafOfAncestors<G>& ancestors) const {
    if constexpr (!kReturns) {
      if (layout_.with_terms && !(node == root_ && root_is_special())) {
        return this->owned(node).best;
      }
    }
    if constexpr (kReturns) {
      if (this->is_plain()) return this->best_by_ucb1(node);
    }
    return best_by_policy(node, mover, ancestors, false);
  }

  /// An outcome of chance: drawn by the game, or, once there are as many as may be, among these.
  Slot drawn_outcome(Node node, const G& position, Random& random) const;
  /// Draws the move of the next child, if the block has none yet. core/tree/policy/growth.hpp.
  void draw(Node node, Slot slot, Random& random);
  /// The same as if nothing were in flight.
  Slot best_alone(Node node, Player mover, AmafOfAncestors<G>& ancestors) const {
    return best_by_policy(node, mover, ancestors, true);
  }

  /// The scores by which a Gumbel search compares the children of its root; empty at other nodes
  /// and in other searches.
  [[nodiscard]] std::vector<float> gumbel_scores(Node node) const;

  /// A descent goes through a child. Returns the child's visits before, plus those in flight. A
  /// concurrent descent that ends is missed or counted twice, as in Tree::enter(). Release pairs
  /// with the acquire of the next descent's call, so that this one cannot see that visit.
  std::uint32_t enter(Node node, Slot slot) {
    const std::uint32_t visits = this->visits(node, slot);
    if (!this->shared_) return visits;
    return visits + this->add(this->in_flights(node)[slot], 1U, std::memory_order_acq_rel);
  }

  /// Adds an iteration's result to AMAF, for moves that `player`, to choose here, made first.
  void credit(Node node, const FirstMovers<G>& movers, Player player, std::uint32_t games,
              std::uint32_t points) {
    const Stat result = make_stat(games, points);
    const Move* const moves = this->moves(node);
    if (!this->shared_) {
      movers.add_to_first(this->own_amafs(node), moves, size(node), player, result);
      return;
    }
    for (Slot slot = 0; slot < size(node); ++slot) {
      if (!movers.is_first(moves[slot], player)) continue;
      this->amafs(node)[slot].fetch_add(result, std::memory_order_relaxed);
    }
  }

  /// Gives a leaf its block of children; `position` is the leaf's and not over. Returns the block
  /// (another thread's if it was first), or kNoNode when the arena is full.
  /// core/tree/policy/expand.hpp.
  template <class WritePriors>
  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane,
              WritePriors&& write_priors);

  /// Links the leaf to the block that its position has by other moves; kNoNode if there is none.
  Node share(Node parent, Slot slot, const G& position);

  // The same in steps, for callers that evaluate many leaves together: a block is made, its priors
  // are written, and only then is it linked.

  /// Makes a block of children that no leaf has yet, for a position that is not over. kNoNode when
  /// the arena is full.
  Node make_block(const G& position, Random& random, Arena::Lane& lane, bool whole = true);
  /// Whether children of this position get priors.
  [[nodiscard]] bool has_priors(const G& position) const {
    return this->priors_ && !at_chance(position);
  }
  [[nodiscard]] std::span<const Move> moves_of(Node node) const {
    return {this->moves(node), size(node)};
  }
  [[nodiscard]] std::span<float> priors_of(Node node) const {
    return {this->priors(node), size(node)};
  }
  /// Scales weights above 0 to priors that add up to 1, and sorts the children by them.
  void finish_priors(Node node);
  /// Links the block to a leaf. If the leaf has one already, returns that one.
  Node attach(Node parent, Slot slot, Node node);

  /// Pruning a node must lose only detail: one thread owns it, it has one parent, and statistics do
  /// not depend on the nodes below.
  void prune_when_full(bool prunes) {
    const bool can = !this->shared_ && !is_graph() && policy_.backup == Backup::kMean;
    Results::prune_when_full(prunes && can);
  }
  /// Frees a node of a tree that prunes (core/tree/pruning.hpp).
  void release(Node node, Arena::Lane& lane) { lane.free(node, layout_.size(this->room(node))); }

  /// Cancels a descent that went through a child.
  void cancel(Node node, Slot slot) {
    if (this->shared_) this->add(this->in_flights(node)[slot], ~0U);
  }

  /// The node where a descent goes on after it went through a child. A block without room for the
  /// next child grows here.
  Node arrive(Node parent, Slot slot, const G& /*position*/, Random& /*random*/,
              Arena::Lane& lane) {
    const bool best = layout_.with_terms && slot == this->owned(parent).best;
    const Node node = best ? this->owned(parent).best_child : child(parent, slot);
    if (!this->grows() || node == kNoNode || !is_full(node)) return node;
    return with_more_room(parent, slot, node, lane);
  }

  void prefetch(Node node) const {
    Results::prefetch(node);
    if (!layout_.with_terms) return;
    const char* const block = static_cast<const char*>(this->memory(node));
    __builtin_prefetch(block + Arena::kLine);
    __builtin_prefetch(block + 2 * Arena::kLine);
  }

 protected:
  using Results::policy_;

  // core/tree/policy/expand.hpp.
  template <class WritePriors>
  Node make_node(const G& position, Random& random, Arena::Lane& lane, WritePriors&& write_priors,
                 bool whole);

 private:
  using Results::arena_;
  using Results::layout_;
  using Results::root_;
  static constexpr bool kReturns = std::same_as<Results, ReturnResults<G>>;
  static constexpr bool kVectors = !kReturns && G::kMaxMoves > kFewMoves;
  static constexpr std::size_t kTableShare = 8;  // the table gets 1/8 of the memory

  // core/tree/policy/select.hpp.
  [[nodiscard]] std::uint32_t widened(Node node) const;
  [[nodiscard]] Slot best_by_policy(Node node, Player mover, AmafOfAncestors<G>& ancestors,
                                    bool alone) const;
  /// Sums over the children of a node.
  struct Gathered {
    std::uint64_t visits = 0;
    typename Results::Sum sum = 0;
    std::uint64_t in_flight = 0;
  };
  Gathered gather_results(Node node, bool alone, bool in_order,
                          ChildArrays<G::kMaxMoves>& children) const;
  void gather_rest(Node node, Proof known, ChildArrays<G::kMaxMoves>& children) const;
  void gather_amaf(Node node, Player mover, std::uint64_t visits, AmafOfAncestors<G>& ancestors,
                   ChildArrays<G::kMaxMoves>& children) const;

  // core/tree/policy/expand.hpp.
  void normalise_priors(Node node);
  void sort_by_priors(Node node);
  void noisy_root(Random& random);

  /// Whether the root has a selection of its own, so that its children are not tried in order.
  [[nodiscard]] bool root_is_special() const {
    return gumbel_ != nullptr || (policy_.noise > 0 && this->priors_);
  }

  void note_child(Node parent, Slot slot, Node node) {
    if (layout_.with_terms && slot == this->owned(parent).best) {
      this->owned(parent).best_child = node;
    }
  }

  // core/tree/policy/growth.hpp.
  [[nodiscard]] bool is_full(Node node) const {
    return size(node) == this->room(node) && size(node) < this->legal(node);
  }
  Node make_growing_block(const G& position, Arena::Lane& lane);
  Node take(std::uint32_t room, Arena::Lane& lane);
  Node with_more_room(Node parent, Slot slot, Node node, Arena::Lane& lane);
  Node grow(Node node, std::uint32_t room, Arena::Lane& lane);
  Node complete(Node node, Random& random, Arena::Lane& lane);

  Player root_player_ = 0;
  std::array<Node, 17> spares_{};  // free blocks by cache lines, linked by their first word
  std::shared_ptr<TranspositionTable> table_;  // if it shares blocks
  std::shared_ptr<GumbelRoot> gumbel_;         // if the root is one
};

/// The tree of games of any kind, two players' wins among them.
template <Game G>
using GeneralTree = PolicyTree<G, ReturnResults<G>>;

}  // namespace banyan
