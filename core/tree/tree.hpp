// The search tree: blocks of children in an arena, with moves and statistics but no states.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "core/base/arena.hpp"
#include "core/base/stat.hpp"
#include "core/game/game.hpp"
#include "core/selection/best_child.hpp"
#include "core/selection/rules/ucb1.hpp"
#include "core/tree/sharing.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// The legal moves in random order (Fisher and Yates 1938). Code that takes them in order, for
/// first trials and ties, then takes them at random.
template <Game G>
MovesOf<G> shuffled_moves(const G& position, Random& random) {
  MovesOf<G> moves = position.legal_moves();
  for (std::size_t left = moves.size(); left > 1; --left) {
    std::swap(moves[random.below(static_cast<std::uint32_t>(left))], moves[left - 1]);
  }
  return moves;
}

/// A tree over game G. A node that has been expanded owns one block, which holds the statistics of
/// all its children; a leaf has no memory of its own. The children stand in random order, so ties
/// and untried moves go to a random child. Layout of the block of a node with k moves:
///
///   size   what
///   4      k, the number of children
///   4      children tried so far; more than k if threads raced for the last one
///   8      Lock of the node                                  where nodes are locked
///   8 k    Stat of each child
///   4 k    descents in flight below each child               where they are counted
///   4 k    Node of each child, kNoNode while it is a leaf
///   m k    Move of each child, m = sizeof(Move)
///
/// Invariants at rest: visits(child) = visits that ended at it + sum of visits(its children), and
/// nothing is in flight. `Sharing` says how threads share the tree. One thread with one seed grows
/// the same tree under every `Sharing`. Copies share the nodes. If the sharing keeps counts, each
/// thread works through its own copy.
template <Game G, TreeSharing Sharing = Exclusive>
class Tree : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;
  template <class T>
  using Cell = typename Sharing::template Cell<T>;
  static constexpr bool kShared = Sharing::kShared;

  /// `expand_after`: the visits that end at a node before it gets children, at least 1.
  Tree(std::size_t memory, Ucb1 rule, std::uint32_t expand_after, Sharing sharing = {})
      : TreeBase(memory, rule, expand_after), sharing_(sharing) {}

  /// Starts a new tree at a position that is not over. Not thread-safe.
  void start(const G& position, Random& random) {
    arena_->reset();
    Arena::Lane lane(*arena_);
    root_ = rooted(make_node(position, random, lane));
  }

  [[nodiscard]] std::uint32_t size(Node node) const { return head(node).size; }
  [[nodiscard]] std::uint32_t tried(Node node) const {
    return std::min(head(node).tried.load(), size(node));
  }
  [[nodiscard]] Stat stat(Node node, Slot slot) const { return stats(node)[slot].load(); }
  /// The descents in flight below a child; 0 if they are not counted.
  [[nodiscard]] std::uint32_t in_flight(Node node, Slot slot) const {
    if constexpr (kCounts) {
      return in_flights(node)[slot].load();
    } else {
      return 0;
    }
  }
  [[nodiscard]] Move move(Node node, Slot slot) const { return moves(node)[slot]; }
  [[nodiscard]] Node child(Node node, Slot slot) const { return children(node)[slot].follow(); }

  /// If nodes have locks: held from the choice to enter(), so that no thread sees a chosen child
  /// before the descent in flight below it. The game may throw meanwhile.
  [[nodiscard]] auto lock(Node node) { return sharing_.lock(head(node).lock); }
  [[nodiscard]] bool all_tried(Node node) const {
    return head(node).tried.load() >= head(node).size;
  }

  /// Claims the next untried child for the caller; false if none was left.
  bool try_next(Node node, Slot& slot, Random& /*random*/) {
    slot = sharing_.add(head(node).tried, 1U);
    return slot < head(node).size;
  }

  /// Takes back the last trial, which was of that child. False if other threads may have gone
  /// through the child meanwhile.
  bool untry(Node node, Slot slot) { return !kShared && head(node).tried.replace(slot + 1, slot); }

  /// The child that the selection rule prefers, the first one among equals.
  [[nodiscard]] Slot best(Node node) const {
    const std::uint32_t k = size(node);
    if constexpr (G::kMaxMoves > kFewMoves) {
      if (k > kFewMoves) return best_of_many(node);
    }
    std::uint32_t visits = 0;
    std::uint32_t descents = 0;
    for (Slot slot = 0; slot < k; ++slot) {
      visits += visits_of(stat(node, slot));
      descents += in_flight(node, slot);
    }
    const float exploration = rule_.exploration(sharing_.total(visits, descents));
    Best best{0, -1};
    for (Slot slot = 0; slot < k; ++slot) {
      const std::uint32_t others = descents == 0 ? 0 : in_flight(node, slot);
      const float value = sharing_.value(stat(node, slot), others, exploration);
      if (value > best.value) best = {slot, value};
    }
    return best.index;
  }

  /// A descent goes through a child. Returns the child's visits before, plus those in flight if
  /// they are counted. A concurrent descent that ends is missed or counted twice. So the child may
  /// be expanded one visit late or early, but never before a descent has ended there.
  std::uint32_t enter(Node node, Slot slot) {
    if constexpr (kCounts) {
      const std::uint32_t visits = visits_of(stat(node, slot));
      const std::uint32_t others = sharing_.enter(in_flights(node)[slot]);
      if (others > 0 && child(node, slot) == kNoNode) sharing_.count_duplicate_leaf();
      return visits + others;
    } else {
      return sharing_.enter(stats(node)[slot]);
    }
  }

  /// Adds the result of that descent: `points` of `games` playouts for the player who moved there.
  void leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    if constexpr (kCounts) {
      [[maybe_unused]] const auto locked = lock(node);
      sharing_.leave(stats(node)[slot], in_flights(node)[slot], games, points);
    } else {
      sharing_.leave(stats(node)[slot], games, points);
    }
  }

  /// Other trees leave the best child stale here until refresh(); this one finds it on descent.
  void record(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    leave(node, slot, games, points);
  }
  void refresh(Node /*node*/) {}

  /// Halves the statistics of all children with at least `least` visits. Other threads may go on.
  void halve(Node node, std::uint32_t least) {
    [[maybe_unused]] const auto locked = lock(node);
    for (Slot slot = 0; slot < size(node); ++slot) {
      Cell<Stat>& cell = stats(node)[slot];
      sharing_.add(cell, Stat{0} - half_of(cell.load(), least));
    }
  }

  /// Gives a leaf its block of children; `position` is the leaf's and not over. Returns the block
  /// (another thread's if it was first), or kNoNode when the arena is full.
  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    [[maybe_unused]] const auto locked = lock(parent);
    if (const Node others = child(parent, slot); others != kNoNode) return others;
    const Node node = make_node(position, random, lane);
    if (node == kNoNode) return kNoNode;
    const Node first = children(parent)[slot].publish(node);
    if (first == kNoNode) return node;
    lane.undo(node);
    return first;
  }

  /// Makes a block of children, the root of a separate subtree, for a position that is not over.
  /// kNoNode when the arena is full.
  Node make_node(const G& position, Random& random, Arena::Lane& lane) {
    const MovesOf<G> legal = shuffled_moves(position, random);
    const auto k = static_cast<std::uint32_t>(legal.size());
    const Node node = lane.allocate(block_bytes(k));
    if (node == kNoNode) return kNoNode;
    ::new (bytes(node)) Head{k, {}, {}};
    std::uninitialized_value_construct_n(stats(node), k);
    if constexpr (kCounts) std::uninitialized_value_construct_n(in_flights(node), k);
    std::uninitialized_value_construct_n(children(node), k);
    std::copy(legal.begin(), legal.end(), moves(node));
    return node;
  }

  /// The node where a descent goes on after it went through a child; `position` is the child's.
  Node arrive(Node parent, Slot slot, const G& /*position*/, Random& /*random*/,
              Arena::Lane& /*lane*/) {
    return child(parent, slot);
  }

  /// Frees a node (core/tree/pruning.hpp).
  void release(Node node, Arena::Lane& lane) requires(!kShared) {
    lane.free(node, block_bytes(size(node)));
  }
  void link(Node parent, Slot slot, Node node) requires(!kShared) {
    children(parent)[slot].replace(child(parent, slot), node);
  }

  [[nodiscard]] const Sharing& sharing() const { return sharing_; }

 private:
  static constexpr bool kCounts = Sharing::kCountsDescents;

  /// The same as best(), by vectors: faster for more than kFewMoves children, slower for fewer.
  [[nodiscard]] Slot best_of_many(Node node) const {
    const std::uint32_t k = size(node);
    ChildStats<G::kMaxMoves> seen;  // those without descents in flight
    MoveList<Slot, G::kMaxMoves> waiting;
    std::uint32_t visits = 0;
    std::uint32_t descents = 0;
    for (Slot slot = 0; slot < k; ++slot) {
      const Stat here = stat(node, slot);
      const std::uint32_t others = in_flight(node, slot);
      visits += visits_of(here);
      descents += others;
      seen.set(slot, others == 0 ? here : 0);
      if (others > 0) waiting.push_back(slot);
    }
    const float exploration = rule_.exploration(sharing_.total(visits, descents));
    Best best = seen.best(k, exploration, sharing_.value(0, 0, exploration));
    for (const Slot slot : waiting) {
      keep_better(best, slot, sharing_.value(stat(node, slot), in_flight(node, slot), exploration));
    }
    return best.index;
  }

  struct Head {
    std::uint32_t size;
    Cell<std::uint32_t> tried;
    [[no_unique_address]] typename Sharing::Lock lock;
  };
  static_assert(sizeof(Cell<Stat>) == 8 && sizeof(Cell<Node>) == 4);
  static constexpr std::size_t kHead = (sizeof(Head) + 7) / 8 * 8;
  static_assert(kHead == 8 || !std::is_empty_v<typename Sharing::Lock>);
  // Where a child's numbers lie, in bytes per child behind the head.
  static constexpr std::size_t kChildren = kCounts ? 12 : 8;
  static constexpr std::size_t kNumbers = kChildren + 4;

  // Narrow games reserve room for every move they can have, so that offsets are constants.
  static constexpr std::size_t room(std::size_t size) {
    return G::kMaxMoves <= 8 ? G::kMaxMoves : size;
  }

  static constexpr std::size_t block_bytes(std::size_t size) {
    return kHead + (kNumbers + sizeof(Move)) * room(size);
  }

  [[nodiscard]] std::byte* bytes(Node node) const { return static_cast<std::byte*>(memory(node)); }
  [[nodiscard]] Head& head(Node node) const { return *reinterpret_cast<Head*>(bytes(node)); }
  [[nodiscard]] Cell<Stat>* stats(Node node) const {
    return reinterpret_cast<Cell<Stat>*>(bytes(node) + kHead);
  }
  [[nodiscard]] Cell<std::uint32_t>* in_flights(Node node) const {
    return reinterpret_cast<Cell<std::uint32_t>*>(bytes(node) + kHead + 8 * room(size(node)));
  }
  [[nodiscard]] Cell<Node>* children(Node node) const {
    return reinterpret_cast<Cell<Node>*>(bytes(node) + kHead + kChildren * room(size(node)));
  }
  [[nodiscard]] Move* moves(Node node) const {
    return reinterpret_cast<Move*>(bytes(node) + kHead + kNumbers * room(size(node)));
  }

  [[no_unique_address]] Sharing sharing_;
};

}  // namespace banyan
