// The search tree: blocks of children in an arena, moves and statistics only, never states.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "core/base/arena.hpp"
#include "core/rules/game.hpp"
#include "core/trees/stat.hpp"
#include "core/trees/tree_base.hpp"
#include "core/trees/ucb.hpp"

namespace banyan {

/// The legal moves in random order (Fisher and Yates 1938), so that whatever takes them in order,
/// first trials and ties alike, takes them at random.
template <Game G>
MovesOf<G> shuffled_moves(const G& position, Random& random) {
  MovesOf<G> moves = position.legal_moves();
  for (std::size_t left = moves.size(); left > 1; --left) {
    std::swap(moves[random.below(static_cast<std::uint32_t>(left))], moves[left - 1]);
  }
  return moves;
}

/// A tree over game G. A node that has been expanded owns one block, which holds the statistics of
/// all its children; a leaf has no memory of its own. Layout of the block of a node with k moves,
/// where the children stand in random order (so ties and untried moves go to a random child):
///
///   offset        size   what
///   0             4      k, the number of children
///   4             4      children tried so far; more than k where threads raced for the last
///   8             8 k    Stat of each child
///   8 + 8 k       4 k    Node of each child, kNoNode while it is a leaf
///   8 + 12 k      m k    Move of each child, m = sizeof(Move)
///
/// Invariant, at rest: visits(child) = visits that ended at it + sum of visits(its children).
/// `Sharing` says whether one thread owns the tree (Exclusive) or several share it.
template <Game G, class Sharing = Exclusive>
class Tree : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;
  template <class T>
  using Cell = typename Sharing::template Cell<T>;
  static constexpr bool kShared = !std::same_as<Sharing, Exclusive>;

  /// `expand_after`: the visits that end at a node before it gets children, at least 1.
  Tree(std::size_t memory, Ucb1 rule, std::uint32_t expand_after, Sharing sharing = {})
      : TreeBase(memory, rule, expand_after), sharing_(sharing) {}

  /// Starts a new tree at a position that is not over. Not thread-safe.
  void start(const G& position, Random& random) {
    arena_->reset();
    Arena::Lane lane(*arena_);
    root_ = make_block(position, random, lane);
  }

  [[nodiscard]] std::uint32_t size(Node node) const { return head(node).size; }
  [[nodiscard]] std::uint32_t tried(Node node) const {
    return std::min(head(node).tried.load(), size(node));
  }
  [[nodiscard]] Stat stat(Node node, Slot slot) const { return stats(node)[slot].load(); }
  [[nodiscard]] Move move(Node node, Slot slot) const { return moves(node)[slot]; }
  [[nodiscard]] Node child(Node node, Slot slot) const { return children(node)[slot].follow(); }

  [[nodiscard]] bool all_tried(Node node) const {
    return head(node).tried.load() >= head(node).size;
  }

  /// Claims the next untried child for the caller; false if none was left.
  bool try_next(Node node, Slot& slot, Random& /*random*/) {
    slot = head(node).tried.add(1);
    return slot < head(node).size;
  }

  /// The child that the selection rule prefers, the first one among equals.
  [[nodiscard]] Slot best(Node node) const {
    const std::uint32_t k = size(node);
    const Cell<Stat>* const stat = stats(node);
    std::uint32_t total = 0;
    for (Slot slot = 0; slot < k; ++slot) total += visits_of(stat[slot].load());
    const float exploration = rule_.exploration(total);
    Slot best = 0;
    float best_value = -1;
    for (Slot slot = 0; slot < k; ++slot) {
      const Stat shown = stat[slot].load();
      // Without a virtual loss a child that waits for its first result appears as one visit that
      // brought nothing: the thread that was first there may have lost its core.
      const bool waits = kShared && visits_of(shown) == 0;
      const float value = waits ? exploration : Ucb1::value(shown, exploration);
      if (value > best_value) {
        best_value = value;
        best = slot;
      }
    }
    return best;
  }

  /// A descent goes through a child: its visits before.
  std::uint32_t enter(Node node, Slot slot) { return sharing_.enter(stats(node)[slot]); }

  /// The result of that descent: `points` of `games` playouts for the player who moved into it.
  void leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    sharing_.leave(stats(node)[slot], games, points);
  }

  /// The same for results that no descent announced by enter().
  void record(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    stats(node)[slot].add(make_stat(games, points));
  }

  /// Gives a leaf its block of children; `position` is the leaf's and not over. Returns the block
  /// (another thread's if it was first), or kNoNode when the arena is full.
  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    const Node node = make_block(position, random, lane);
    if (node == kNoNode) return kNoNode;
    const Node first = children(parent)[slot].publish(node);
    if (first == kNoNode) return node;
    lane.undo(node);
    return first;
  }

  /// The root of a subtree of its own; kNoNode when the arena is full. `position` is not over.
  Node make_node(const G& position, Random& random, Arena::Lane& lane) {
    return make_block(position, random, lane);
  }

  /// Where a descent goes on after it went through a child: `position` is the child's.
  Node arrive(Node parent, Slot slot, const G& /*position*/, Random& /*random*/,
              Arena::Lane& /*lane*/) {
    return child(parent, slot);
  }
  /// The same for a node that is the root of a subtree.
  Node open(Node node, const G& /*position*/, Random& /*random*/, Arena::Lane& /*lane*/) const {
    return node;
  }

  void prefetch(Node node) const { __builtin_prefetch(memory(node)); }

 private:
  struct Head {
    std::uint32_t size;
    Cell<std::uint32_t> tried;
  };
  static_assert(sizeof(Head) == 8);
  static_assert(sizeof(Cell<Stat>) == 8 && sizeof(Cell<Node>) == 4);

  // Narrow games reserve room for every move they can have, so that offsets are constants.
  static constexpr std::size_t room(std::size_t size) {
    return G::kMaxMoves <= 8 ? G::kMaxMoves : size;
  }

  [[nodiscard]] std::byte* bytes(Node node) const { return static_cast<std::byte*>(memory(node)); }
  [[nodiscard]] Head& head(Node node) const { return *reinterpret_cast<Head*>(bytes(node)); }
  [[nodiscard]] Cell<Stat>* stats(Node node) const {
    return reinterpret_cast<Cell<Stat>*>(bytes(node) + 8);
  }
  [[nodiscard]] Cell<Node>* children(Node node) const {
    return reinterpret_cast<Cell<Node>*>(bytes(node) + 8 + 8 * room(size(node)));
  }
  [[nodiscard]] Move* moves(Node node) const {
    return reinterpret_cast<Move*>(bytes(node) + 8 + 12 * room(size(node)));
  }

  Node make_block(const G& position, Random& random, Arena::Lane& lane) {
    const MovesOf<G> legal = shuffled_moves(position, random);
    const auto k = static_cast<std::uint32_t>(legal.size());
    const Node node = lane.allocate(8 + (12 + sizeof(Move)) * room(k));
    if (node == kNoNode) return kNoNode;
    ::new (bytes(node)) Head{k, {}};
    std::uninitialized_value_construct_n(stats(node), k);
    std::uninitialized_value_construct_n(children(node), k);
    std::copy(legal.begin(), legal.end(), moves(node));
    return node;
  }

  [[no_unique_address]] Sharing sharing_;
};

}  // namespace banyan
