// The tree of leased subtrees: shared on top, owned by one thread at a time below.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "core/base/arena.hpp"
#include "core/rules/game.hpp"
#include "core/search/search.hpp"
#include "core/trees/stat.hpp"
#include "core/trees/tree_base.hpp"

namespace banyan {

/// One tree in two layers. Nodes with many visits are *top* nodes: shared, one atomic word a child.
/// Below each child of a top node that is not itself one hangs a *bottom* subtree of the fastest
/// sequential tree, which knows nothing of threads: whoever works there holds the child's lease, a
/// bit in its word. A subtree's root that has become busy is *promoted*, that is copied into a top
/// node; its lease holder does so and publishes it.
///
///   bit 63       the lease
///   bits 62..32  visits
///   bits 31..0   points for the player who moves into the child
///
/// Memory order: all that is plain lies in bottom subtrees and is touched between lease(), an
/// acquire, and give_back(), a release; a top node is published by the release store of its number
/// into its parent, whose readers acquire. Numbers by themselves are relaxed.
///
/// To readers at rest it is a tree like any other (core/trees/inspect.hpp).
template <Game G>
class LeasedTree {
 public:
  using GameType = G;
  using Move = typename G::Move;
  using Bottom = OwnedTree<G>;

  LeasedTree(std::size_t memory, Ucb1 rule, std::uint32_t expand_after)
      : bottom_(std::min(memory, kMaxMemory), rule, expand_after) {}

  /// As of TreeBase; shared nodes are never given up. Not thread-safe.
  void prune_when_full(bool prunes) { bottom_.prune_when_full(prunes); }

  /// Starts a new tree at a position that is not over. Not thread-safe.
  void start(const G& position, Random& random) {
    bottom_.start(position, random);
    root_ = bottom_.root();
  }

  // What every tree has.
  [[nodiscard]] Node root() const { return root_; }
  [[nodiscard]] std::uint32_t expand_after() const { return bottom_.expand_after(); }
  [[nodiscard]] Arena& arena() { return bottom_.arena(); }
  [[nodiscard]] const Arena& arena() const { return bottom_.arena(); }
  [[nodiscard]] std::uint32_t size(Node node) const {
    return is_top(node) ? head(node).size : bottom_.size(node);
  }
  [[nodiscard]] std::uint32_t tried(Node node) const {
    return is_top(node) ? head(node).size : bottom_.tried(node);
  }
  [[nodiscard]] Stat stat(Node node, Slot slot) const {
    if (!is_top(node)) return bottom_.stat(node, slot);
    return words(node)[slot].load(std::memory_order_relaxed) & ~kLease;
  }
  [[nodiscard]] Move move(Node node, Slot slot) const {
    return is_top(node) ? moves(node)[slot] : bottom_.move(node, slot);
  }
  [[nodiscard]] Node child(Node node, Slot slot) const {
    if (!is_top(node)) return bottom_.child(node, slot);
    return children(node)[slot].load(std::memory_order_acquire);
  }

  /// A handle for one thread on the bottom subtrees.
  [[nodiscard]] Bottom bottom() const { return bottom_; }

  static bool is_top(Node node) { return (node & kTop) != 0; }

  /// Makes the root a top node, if there is memory for one. Not thread-safe.
  bool share_root(Arena::Lane& lane) {
    const Node top = promote(root_, lane);
    if (top == kNoNode) return false;
    root_ = top;
    return true;
  }

  /// Adds to a child; what is added may be negative, by wrapping around.
  void add(Node node, Slot slot, Stat change) {
    words(node)[slot].fetch_add(change, std::memory_order_relaxed);
  }

  /// Whether to read a node is left to whoever has its lease.
  static bool others_own(Node node) { return !is_top(node); }
  /// Halves the statistics of children of a top node with so many visits; others may go on.
  void halve(Node node, std::uint32_t least) {
    for (Slot slot = 0; slot < size(node); ++slot) {
      add(node, slot, Stat{0} - half_of(stat(node, slot), least));
    }
  }

  /// Takes the lease of a child whose statistics were `seen`, and adds what is sent there; false
  /// if another thread has it or had it since.
  bool lease(Node node, Slot slot, Stat seen, Stat change) {
    return words(node)[slot].compare_exchange_strong(
        seen, (seen + change) | kLease, std::memory_order_acquire, std::memory_order_relaxed);
  }

  /// Adds what was done under the lease, less what was sent, and ends it.
  void give_back(Node node, Slot slot, Stat change) {
    words(node)[slot].fetch_add(change - kLease, std::memory_order_release);
  }

  /// Under the lease of a child: the root of its subtree, and setting it.
  [[nodiscard]] Node leased(Node node, Slot slot) const {
    return children(node)[slot].load(std::memory_order_relaxed);
  }
  void plant(Node node, Slot slot, Node subtree) {
    children(node)[slot].store(subtree, std::memory_order_release);
  }

  /// Copies a bottom node, all of whose children were tried, into a new top node; kNoNode when the
  /// arena is full.
  Node promote(Node from, Arena::Lane& lane) {
    const std::uint32_t k = bottom_.size(from);
    const Node line = lane.allocate(words_offset(k) + sizeof(Stat) * k);
    if (line == kNoNode) return kNoNode;
    const Node top = line | kTop;
    ::new (&head(top)) Head{k};
    for (Slot slot = 0; slot < k; ++slot) {
      ::new (&words(top)[slot]) std::atomic<Stat>(bottom_.stat(from, slot));
      ::new (&children(top)[slot]) std::atomic<Node>(bottom_.child(from, slot));
      moves(top)[slot] = bottom_.move(from, slot);
    }
    return top;
  }

 private:
  static constexpr Stat kLease = Stat{1} << 63U;
  static constexpr Node kTop = Node{1} << 31U;
  static constexpr std::size_t kMaxMemory = (Arena::kLine << 31U) - Arena::kChunk;

  /// A top node: the head, the numbers of the children's nodes, their moves, and from the next
  /// cache line on, since it is written so much more often, a word for each child.
  struct Head {
    std::uint32_t size;
  };
  static constexpr std::size_t words_offset(std::size_t size) {
    const std::size_t bytes = sizeof(Head) + (sizeof(Node) + sizeof(Move)) * size;
    return (bytes + Arena::kLine - 1) / Arena::kLine * Arena::kLine;
  }

  [[nodiscard]] std::byte* bytes(Node top) const {
    return static_cast<std::byte*>(bottom_.memory(top & ~kTop));
  }
  [[nodiscard]] Head& head(Node top) const { return *reinterpret_cast<Head*>(bytes(top)); }
  [[nodiscard]] std::atomic<Stat>* words(Node top) const {
    return reinterpret_cast<std::atomic<Stat>*>(bytes(top) + words_offset(head(top).size));
  }
  [[nodiscard]] std::atomic<Node>* children(Node top) const {
    return reinterpret_cast<std::atomic<Node>*>(bytes(top) + sizeof(Head));
  }
  [[nodiscard]] Move* moves(Node top) const {
    return reinterpret_cast<Move*>(children(top) + head(top).size);
  }

  Bottom bottom_;
  Node root_ = kNoNode;
};

}  // namespace banyan
