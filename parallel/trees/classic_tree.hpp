// The classic shared trees: lock-free, with a lock in every node, or under one lock.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "core/base/arena.hpp"
#include "core/rules/game.hpp"
#include "core/trees/stat.hpp"
#include "core/trees/tree.hpp"
#include "core/trees/tree_base.hpp"
#include "parallel/trees/timed_lock.hpp"
#include "parallel/trees/virtual_visits.hpp"

namespace banyan {

/// How a classic shared tree is kept whole.
enum class ClassicLock : std::uint8_t {
  kFree,    ///< atomic additions alone (Enzenberger, Müller 2010)
  kNode,    ///< "local mutexes" (Chaslot et al. 2008): a lock in every node, one held at a time
  kGlobal,  ///< "global mutex" (the same): the caller holds one lock whenever it uses the tree
};

/// What one thread met in a classic tree.
struct ClassicCounts {
  LockWaits waits;
  std::uint64_t duplicate_leaves = 0;  ///< descents to a leaf below which another was under way

  ClassicCounts& operator+=(const ClassicCounts& other) {
    waits += other.waits;
    duplicate_leaves += other.duplicate_leaves;
    return *this;
  }
};

/// A tree like Tree (core/trees/tree.hpp) that remembers apart from the statistics how many
/// descents are under way below each child. Layout of the block of a node with k moves:
///
///   offset        size   what
///   0             4      k, the number of children
///   4             4      children tried so far; more than k where threads raced for the last
///   8             4      SpinLock
///   16            8 k    Stat of each child
///   16 + 8 k      4 k    descents under way below each child
///   16 + 12 k     4 k    Node of each child, kNoNode while it is a leaf
///   16 + 16 k     m k    Move of each child, m = sizeof(Move)
///
/// Invariants, at rest: visits(child) = visits that ended at it + sum of visits(its children), and
/// nothing is under way. Every thread works through a copy of its own, which holds its counts.
template <Game G>
class ClassicTree : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;
  static constexpr bool kShared = true;

  ClassicTree(std::size_t memory, Ucb1 rule, std::uint32_t expand_after, ClassicLock lock,
              VirtualVisits shown)
      : TreeBase(memory, rule, expand_after), lock_(lock), shown_(shown) {}

  /// Starts a new tree at a position that is not over. Not thread-safe.
  void start(const G& position, Random& random) {
    arena_->reset();
    Arena::Lane lane(*arena_);
    root_ = make_node(position, random, lane);
  }

  [[nodiscard]] std::uint32_t size(Node node) const { return head(node).size; }
  [[nodiscard]] std::uint32_t tried(Node node) const {
    return std::min(head(node).tried.load(std::memory_order_relaxed), size(node));
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
  [[nodiscard]] bool all_tried(Node node) const { return tried(node) == size(node); }

  // With a lock in every node, try_next() and best() take the node's, and the enter() that follows
  // gives it back: no thread sees a child chosen before it sees the descent under way.

  /// Claims the next untried child for the caller; false if none was left.
  bool try_next(Node node, Slot& slot, Random& /*random*/) {
    hold(node);
    slot = add(head(node).tried, 1U);
    if (slot < head(node).size) return true;
    let_go(node);
    return false;
  }

  /// The child that the selection rule prefers, the first one among equals.
  [[nodiscard]] Slot best(Node node) {
    hold(node);
    const std::uint32_t k = size(node);
    std::uint64_t visits = 0;
    std::uint64_t descents = 0;
    for (Slot slot = 0; slot < k; ++slot) {
      visits += visits_of(stat(node, slot));
      descents += under_way(node, slot);
    }
    const float exploration = rule_.exploration(shown_.total(visits, descents));
    Slot best = 0;
    float best_value = -1;
    for (Slot slot = 0; slot < k; ++slot) {
      const float value = shown_.value(stat(node, slot), under_way(node, slot), exploration);
      if (value > best_value) {
        best_value = value;
        best = slot;
      }
    }
    return best;
  }

  /// A descent goes through a child: its visits before, those under way included. One that ends
  /// meanwhile may be missed, and none is counted twice: the first `expand_after` end at the child.
  /// Release pairs with acquire here, of the next descent, whose visit this one so cannot see.
  std::uint32_t enter(Node node, Slot slot) {
    const std::uint32_t visits = visits_of(stat(node, slot));
    const std::uint32_t others = add(flying(node)[slot], 1U, std::memory_order_acq_rel);
    let_go(node);
    if (others > 0 && child(node, slot) == kNoNode) ++counts_.duplicate_leaves;
    return visits + others;
  }

  /// The result of that descent: `points` of `games` playouts for the player who moved into it.
  void leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    hold(node);
    add(stats(node)[slot], make_stat(games, points));
    add(flying(node)[slot], ~0U);
    let_go(node);
  }

  /// Gives a leaf its block of children; `position` is the leaf's and not over. Returns the block
  /// (another thread's if it was first), or kNoNode when the arena is full.
  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    const Held held(*this, parent);  // the game may throw
    Node node = child(parent, slot);
    if (node == kNoNode) {
      node = make_node(position, random, lane);
      if (node != kNoNode) node = publish(children(parent)[slot], node, lane);
    }
    return node;
  }

  /// A block of children for a position that is not over; kNoNode when the arena is full.
  Node make_node(const G& position, Random& random, Arena::Lane& lane) {
    const MovesOf<G> legal = shuffled_moves(position, random);
    const auto k = static_cast<std::uint32_t>(legal.size());
    const Node node = lane.allocate(sizeof(Head) + (16 + sizeof(Move)) * room(k));
    if (node == kNoNode) return kNoNode;
    ::new (memory(node)) Head{k, {}, {}, 0};
    std::uninitialized_value_construct_n(stats(node), k);
    std::uninitialized_value_construct_n(flying(node), k);
    std::uninitialized_value_construct_n(children(node), k);
    std::copy(legal.begin(), legal.end(), moves(node));
    return node;
  }

  /// Where a descent goes on after it went through a child.
  Node arrive(Node parent, Slot slot, const G& /*position*/, Random& /*random*/,
              Arena::Lane& /*lane*/) {
    return child(parent, slot);
  }
  Node open(Node node, const G& /*position*/, Random& /*random*/, Arena::Lane& /*lane*/) const {
    return node;
  }
  void prefetch(Node node) const { __builtin_prefetch(memory(node)); }

  [[nodiscard]] const ClassicCounts& counts() const { return counts_; }

 private:
  struct Head {
    std::uint32_t size;
    std::atomic<std::uint32_t> tried;
    SpinLock lock;
    std::uint32_t unused;
  };
  static_assert(sizeof(Head) == 16);

  // Narrow games reserve room for every move they can have, so that offsets are constants.
  static constexpr std::size_t room(std::size_t size) {
    return G::kMaxMoves <= 8 ? G::kMaxMoves : size;
  }

  [[nodiscard]] std::byte* bytes(Node node) const { return static_cast<std::byte*>(memory(node)); }
  [[nodiscard]] Head& head(Node node) const { return *reinterpret_cast<Head*>(bytes(node)); }
  [[nodiscard]] std::atomic<Stat>* stats(Node node) const {
    return reinterpret_cast<std::atomic<Stat>*>(bytes(node) + sizeof(Head));
  }
  [[nodiscard]] std::atomic<std::uint32_t>* flying(Node node) const {
    return reinterpret_cast<std::atomic<std::uint32_t>*>(stats(node) + room(size(node)));
  }
  [[nodiscard]] std::atomic<Node>* children(Node node) const {
    return reinterpret_cast<std::atomic<Node>*>(flying(node) + room(size(node)));
  }
  [[nodiscard]] Move* moves(Node node) const {
    return reinterpret_cast<Move*>(children(node) + room(size(node)));
  }

  void hold(Node node) {
    if (lock_ == ClassicLock::kNode) acquire(head(node).lock, counts_.waits);
  }
  void let_go(Node node) {
    if (lock_ == ClassicLock::kNode) head(node).lock.unlock();
  }

  /// A node's lock, for as long as this lives.
  class Held {
   public:
    Held(ClassicTree& tree, Node node) : tree_(&tree), node_(node) { tree.hold(node); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { tree_->let_go(node_); }

   private:
    ClassicTree* tree_;
    Node node_;
  };

  /// Adds and returns the number before. Relaxed: each number stands by itself. Whoever holds the
  /// lock is the only writer and needs no atomic addition.
  template <class T>
  T add(std::atomic<T>& number, T more, std::memory_order order = std::memory_order_relaxed) const {
    if (lock_ == ClassicLock::kFree) return number.fetch_add(more, order);
    const T before = number.load(std::memory_order_relaxed);
    number.store(before + more, std::memory_order_relaxed);
    return before;
  }

  /// Release pairs with child(); acquire on failure, since the other's block is used.
  static Node publish(std::atomic<Node>& link, Node node, Arena::Lane& lane) {
    Node first = kNoNode;
    if (link.compare_exchange_strong(first, node, std::memory_order_release,
                                     std::memory_order_acquire)) {
      return node;
    }
    lane.undo(node);
    return first;
  }

  ClassicLock lock_;
  VirtualVisits shown_;
  ClassicCounts counts_;  // of this copy's thread
};

}  // namespace banyan
