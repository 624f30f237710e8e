// What every kind of tree has: an arena, the selection rule, a root.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/base/arena.hpp"
#include "core/base/random.hpp"
#include "core/trees/ucb.hpp"

namespace banyan {

/// A node's place in the arena; kNoNode for none.
using Node = std::uint32_t;
inline constexpr Node kNoNode = 0;
/// A child's place in its parent.
using Slot = std::uint32_t;

/// Throws std::runtime_error: so many bytes of memory do not hold the root of a tree.
[[noreturn]] void throw_no_room(std::size_t bytes);

/// A handle on a tree: copies share its nodes. A thread that works on nodes of its own does so
/// through a copy of its own.
class TreeBase {
 public:
  static constexpr bool kShared = false;  ///< whether several threads may work on one node
  static constexpr bool kProves = false;  ///< whether results may be proven

  [[nodiscard]] Node root() const { return root_; }
  /// The visits that end at a node before it gets children, at least 1.
  [[nodiscard]] std::uint32_t expand_after() const { return expand_after_; }
  [[nodiscard]] Arena& arena() { return *arena_; }
  [[nodiscard]] const Arena& arena() const { return *arena_; }
  /// Whether nodes are given up once the arena is full (core/trees/pruning.hpp), where it can be
  /// done; else the tree grows no more.
  [[nodiscard]] bool prunes() const { return prunes_; }
  void prune_when_full(bool prunes) { prunes_ = prunes; }
  /// Takes a second arena as large as the first, so that the tree can go on from search to search
  /// (core/trees/kept.hpp).
  void keep_spare() { spare_arena_ = std::make_shared<Arena>(arena_->capacity()); }
  void use_huge_pages(bool huge) {
    arena_->use_huge_pages(huge);
    if (spare_arena_) spare_arena_->use_huge_pages(huge);
  }
  /// Forgets all nodes that this handle has, but not those of its copies: they are in the spare
  /// arena then.
  void begin_anew() {
    std::swap(arena_, spare_arena_);
    arena_->reset();
    base_ = static_cast<std::byte*>(arena_->at(0));
    root_ = kNoNode;
  }
  /// Where a node lies.
  [[nodiscard]] void* memory(Node node) const { return base_ + node * Arena::kLine; }
  void prefetch(Node node) const { __builtin_prefetch(memory(node)); }

  /// Whether only somebody else may read a node while workers are running.
  static bool others_own(Node /*node*/) { return false; }

  /// Where a descent begins that is to begin at a node: there, unless a tree replaces its nodes.
  template <class G>
  Node open(Node node, const G& /*position*/, Random& /*random*/, Arena::Lane& /*lane*/) const {
    return node;
  }

 protected:
  /// A tree's root, unless there was no memory for it. Without a root there is nothing to search.
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
  std::shared_ptr<Arena> spare_arena_;  // of a tree that is kept
  std::byte* base_;                     // the arena's, one step nearer
  Ucb1 rule_;
  std::uint32_t expand_after_;
  Node root_ = kNoNode;
  bool prunes_ = false;
};

/// What iterations (core/search/iteration.hpp) ask of a tree. A node has a move and a child for
/// each slot below size(node); a descent is a walk from node to node, which claims a slot by
/// try_next() while not all were tried, and chooses one then:
///
///   open(node, position)            where a descent begins: the node, or what has replaced it
///   enter(node, slot)               it goes through a child: the child's visits before
///   is_settled(node, slot)          whether it ends there, the result proven; if it may get there
///   arrive(node, slot, position)    and finds itself there; kNoNode at a leaf
template <class T>
concept WalkedTree = std::derived_from<T, TreeBase> &&
    requires(T tree, const T& as_read, Node node, Slot slot, const typename T::GameType& position,
             Random& random, Arena::Lane& lane) {
  { T::kShared } -> std::convertible_to<bool>;
  { T::kProves } -> std::convertible_to<bool>;
  { tree.open(node, position, random, lane) } -> std::same_as<Node>;
  { as_read.all_tried(node) } -> std::same_as<bool>;
  { tree.try_next(node, slot, random) } -> std::same_as<bool>;
  { tree.enter(node, slot) } -> std::same_as<std::uint32_t>;
  { as_read.move(node, slot) } -> std::convertible_to<typename T::GameType::Move>;
  { tree.arrive(node, slot, position, random, lane) } -> std::same_as<Node>;
  as_read.prefetch(node);
};

/// What plain UCT asks besides:
///
///   best(node)                        the slot by the selection rule
///   untry(node, slot)                 takes back the trial of a child whose playout was stopped;
///                                     false if others may have been there
///   expand(node, slot, position)      gives a leaf children; kNoNode if there is no room
///   leave(node, slot, games, points)  the result comes back, for the player who moved there
///
/// and where kProves (core/trees/proof.hpp; best() never is a child that is proven to be needless):
///
///   prove(node, slot, proof)          adds to what is proven of a child; whether that is news
///   proof_of(node)                    what that proves for the player who moves at the node
///   within_proof(node, slot, games, points)   the points, no better or worse than is proven
///
/// These are Tree, which threads may share (core/trees/sharing.hpp), NarrowTree and WideTree, of
/// which the latter two may prove.
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
