// What every kind of tree has: an arena, the selection rule, a root.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "core/base/arena.hpp"
#include "core/base/random.hpp"
#include "core/selection/rules/ucb1.hpp"

namespace banyan {

/// Throws std::runtime_error: `bytes` of memory do not hold the root of a tree.
[[noreturn]] void throw_no_room(std::size_t bytes);

/// The guard of a node that has no lock.
struct NotLocked {
  static void unlock() {}
};

/// The guard of a node that may have one: holds `lock`, which is locked, until unlock() or its own
/// end; or nothing.
template <class Lock>
class NodeGuard {
 public:
  explicit NodeGuard(Lock* lock = nullptr) : lock_(lock) {}
  NodeGuard(const NodeGuard&) = delete;
  NodeGuard& operator=(const NodeGuard&) = delete;
  ~NodeGuard() { unlock(); }
  void unlock() {
    if (lock_ != nullptr) std::exchange(lock_, nullptr)->unlock();
  }

 private:
  Lock* lock_;
};

/// A handle on a tree: copies share its nodes. A thread that works on its own nodes does so through
/// its own copy.
class TreeBase {
 public:
  static constexpr bool kShared = false;  ///< whether several threads may work on one node
  static constexpr bool kProves = false;  ///< whether results may be proven

  [[nodiscard]] Node root() const { return root_; }
  /// The visits that end at a node before it gets children, at least 1.
  [[nodiscard]] std::uint32_t expand_after() const { return expand_after_; }
  [[nodiscard]] Arena& arena() { return *arena_; }
  [[nodiscard]] const Arena& arena() const { return *arena_; }
  /// Whether nodes are freed once the arena is full (core/tree/pruning.hpp), if the tree can do
  /// so. Otherwise it stops growing.
  [[nodiscard]] bool prunes() const { return prunes_; }
  void prune_when_full(bool prunes) { prunes_ = prunes; }
  /// Takes a second arena of the same size, so that the tree can go on from search to search
  /// (core/tree/kept.hpp).
  void keep_spare() { spare_arena_ = std::make_shared<Arena>(arena_->capacity()); }
  void use_huge_pages(bool huge) {
    arena_->use_huge_pages(huge);
    if (spare_arena_) spare_arena_->use_huge_pages(huge);
  }
  /// Forgets all nodes of this handle. Its copies keep theirs, which are now in the spare arena.
  void begin_anew() {
    std::swap(arena_, spare_arena_);
    arena_->reset();
    base_ = static_cast<std::byte*>(arena_->at(0));
    root_ = kNoNode;
  }
  [[nodiscard]] void* memory(Node node) const { return base_ + node * Arena::kLine; }
  void prefetch(Node node) const { __builtin_prefetch(memory(node)); }
  /// Copies a node's block from another tree, links included; kNoNode if there is no room.
  Node copy_block(const TreeBase& from, Node node, std::size_t bytes, Arena::Lane& lane) {
    const Node to = lane.allocate(bytes);
    if (to != kNoNode) std::memcpy(memory(to), from.memory(node), bytes);
    return to;
  }

  /// Keeps other threads from choosing at a node: the guard unlocks it, by unlock() or at its end.
  static NotLocked lock(Node /*node*/) { return {}; }
  /// Whether another thread owns a node, so that this one must not read it during a search.
  static bool others_own(Node /*node*/) { return false; }

  /// The node where a descent from `node` begins: `node`, unless the tree replaces its nodes.
  template <class G>
  Node open(Node node, const G& /*position*/, Random& /*random*/, Arena::Lane& /*lane*/) const {
    return node;
  }

 protected:
  /// Returns `node`, the root, or throws if there was no memory for it.
  Node rooted(Node node) const {
    if (node == kNoNode) throw_no_room(arena_->capacity());
    return node;
  }

  TreeBase(std::size_t memory, Ucb1 rule, std::uint32_t expand_after)
      : arena_(std::make_shared<Arena>(memory)),
        base_(static_cast<std::byte*>(arena_->at(0))),
        rule_(rule),
        expand_after_(expand_after) {}

  std::shared_ptr<Arena> arena_;
  std::shared_ptr<Arena> spare_arena_;  // if the tree is kept
  std::byte* base_;                     // the arena's base, copied to save a step
  Ucb1 rule_;
  std::uint32_t expand_after_;
  Node root_ = kNoNode;
  bool prunes_ = false;
};

/// What iterations (core/search/iteration.hpp) need from a tree. A node has a move and a child for
/// each slot below size(node). A descent walks from node to node. It claims a slot by try_next()
/// while untried ones are left, and chooses one after that:
///
///   open(node, position)            the node where a descent begins, or its replacement
///   lock(node)                      a guard that holds the node's lock, if it has one, from the
///                                   choice of a child to enter()
///   enter(node, slot)               goes through a child; returns the child's visits before
///   is_settled(node, slot)          whether its result is proven, if a descent may get there
///   arrive(node, slot, position)    arrives at the child's node; kNoNode at a leaf
template <class T>
concept WalkedTree = std::derived_from<T, TreeBase> &&
    requires(T tree, const T& as_read, Node node, Slot slot, const typename T::GameType& position,
             Random& random, Arena::Lane& lane) {
  { T::kShared } -> std::convertible_to<bool>;
  { T::kProves } -> std::convertible_to<bool>;
  { tree.open(node, position, random, lane) } -> std::same_as<Node>;
  { as_read.all_tried(node) } -> std::same_as<bool>;
  { tree.try_next(node, slot, random) } -> std::same_as<bool>;
  tree.lock(node).unlock();
  { tree.enter(node, slot) } -> std::same_as<std::uint32_t>;
  { as_read.move(node, slot) } -> std::convertible_to<typename T::GameType::Move>;
  { tree.arrive(node, slot, position, random, lane) } -> std::same_as<Node>;
  as_read.prefetch(node);
};

/// What plain UCT needs besides:
///
///   best(node)                        the slot by the selection rule
///   untry(node, slot)                 takes back the trial of a child whose playout was stopped;
///                                     false if others may have been there
///   expand(node, slot, position)      gives a leaf children; kNoNode if there is no room
///   leave(node, slot, games, points)  adds the result, for the player who moved there
///
/// and where kProves (core/tree/proof.hpp; best() never is a needless child):
///
///   prove(node, slot, proof)          adds to what is proven of a child; returns whether it is new
///   proof_of(node)                    what that proves for the player who moves at the node
///   within_proof(node, slot, games, points)   the points, clamped to what is proven
///
/// The models are Tree, which threads may share (core/tree/sharing.hpp), NarrowTree and WideTree.
/// Only the latter two may prove.
template <class T>
concept SearchTree = WalkedTree<T> &&
    requires(T tree, Node node, Slot slot, const typename T::GameType& position, Random& random,
             Arena::Lane& lane, std::uint32_t number) {
  { tree.best(node) } -> std::same_as<Slot>;
  { tree.untry(node, slot) } -> std::same_as<bool>;
  { tree.expand(node, slot, position, random, lane) } -> std::same_as<Node>;
  tree.leave(node, slot, number, number);
};

}  // namespace banyan
