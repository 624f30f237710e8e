// The tree of leased subtrees: shared at the top, owned by one thread at a time below.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "core/base/arena.hpp"
#include "core/base/stat.hpp"
#include "core/game/game.hpp"
#include "core/search/search.hpp"
#include "core/tree/kept.hpp"
#include "core/tree/proof.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// One tree in two layers. Nodes with many visits are *top* nodes: shared, one atomic word per
/// child. Below each child of a top node that is not itself one hangs a *bottom* subtree of the
/// fastest sequential tree, which knows nothing of threads. A thread works there only with the
/// child's lease, a bit in the child's word. When a subtree's root becomes busy it is *promoted*:
/// its lease holder copies it into a top node and publishes it.
///
///   bit 63       the lease
///   bits 62..32  visits
///   bits 31..0   points for the player who moves into the child
///
/// Memory order: all plain data is in bottom subtrees and is accessed only between lease(), an
/// acquire, and give_back(), a release. A top node is published by the release store of its number
/// into its parent; its readers acquire. Single numbers are relaxed.
///
/// Top nodes are never freed, so they get only a part of the memory: a tree full of them could not
/// grow where the search is.
///
/// If bottom trees prove results, it proves them too (core/tree/proof.hpp). A top node has the
/// Proof of each child. Bit 31 of a child's word marks a ruled-out child, which descents need not
/// visit. Both are only ever set.
///
/// At rest, readers see an ordinary tree (core/result/inspect.hpp).
template <Game G, class BottomTree = OwnedTree<G>>
class LeasedTree {
 public:
  using GameType = G;
  using Move = typename G::Move;
  using Bottom = BottomTree;
  static constexpr bool kProves = Bottom::kProves;

  LeasedTree(std::size_t memory, Ucb1 rule, std::uint32_t expand_after)
      : bottom_(std::min(memory, kMaxMemory), rule, expand_after) {}

  /// See TreeBase; shared nodes are never freed. Not thread-safe.
  void prune_when_full(bool prunes) { bottom_.prune_when_full(prunes); }

  /// Starts a new tree at a position that is not over. Not thread-safe.
  void start(const G& position, Random& random) {
    bottom_.start(position, random);
    root_ = bottom_.root();
    top_bytes_->store(0, std::memory_order_relaxed);
  }

  /// Starts at a node of the last search, with position `position` (core/tree/kept.hpp).
  template <class Late>
  std::optional<Kept> start_below(Node node, const G& position, Random& random,
                                  const Late& late) requires(KeptTree<Bottom, Late>) {
    top_bytes_->store(0, std::memory_order_relaxed);
    if (!is_top(node)) {
      const auto kept = bottom_.start_below(node, position, random, late);
      if (kept) root_ = bottom_.root();
      return kept;
    }
    const LeasedTree before = *this;
    bottom_.begin_anew();
    const Kept kept = copy_below(before, node, *this, root_, late);
    assert(root_ != kNoNode);
    return kept;
  }
  Node copy(const LeasedTree& from, Node node, Arena::Lane& lane) {
    if (!is_top(node)) return bottom_.copy(from.bottom_, node, lane);
    const std::size_t bytes = top_bytes(from.size(node));
    const Node to = bottom_.copy_block(from.bottom_, node & ~kTop, bytes, lane);
    if (to == kNoNode) return kNoNode;
    top_bytes_->fetch_add(bytes, std::memory_order_relaxed);
    return to | kTop;
  }
  void link(Node parent, Slot slot, Node child) {
    if (is_top(parent)) {
      plant(parent, slot, child);
    } else {
      bottom_.link(parent, slot, child);
    }
  }
  /// See TreeBase.
  void keep_spare() { bottom_.keep_spare(); }

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
    return words(node)[slot].load(std::memory_order_relaxed) & ~(kLease | kRuledOut);
  }
  [[nodiscard]] Move move(Node node, Slot slot) const {
    return is_top(node) ? moves(node)[slot] : bottom_.move(node, slot);
  }
  [[nodiscard]] Node child(Node node, Slot slot) const {
    if (!is_top(node)) return bottom_.child(node, slot);
    return children(node)[slot].load(std::memory_order_acquire);
  }

  /// What is proven of a child, for the player who chooses it. Sequentially consistent, like
  /// prove(): if two threads prove the last two children of a node and then each look at all of
  /// them, at least one sees both proofs.
  [[nodiscard]] Proof proof(Node node, Slot slot) const requires(kProves) {
    if (!is_top(node)) return bottom_.proof(node, slot);
    return Proof(proofs(node)[slot].load(std::memory_order_seq_cst));
  }
  /// What the children of a node prove for the player who chooses among them.
  [[nodiscard]] Proof proof_of(Node node) const requires(kProves) {
    if (!is_top(node)) return bottom_.proof_of(node);
    return proof_of_choice(size(node), [&](Slot slot) { return proof(node, slot); });
  }
  /// Adds to what is proven of a child of a top node; returns whether any of it is new.
  bool prove(Node node, Slot slot, Proof more) requires(kProves) {
    const std::uint8_t before = proofs(node)[slot].fetch_or(more.bits(), std::memory_order_seq_cst);
    if ((before | more.bits()) == before) return false;
    rule_out(node);
    return true;
  }
  [[nodiscard]] bool is_ruled_out(Node node, Slot slot) const requires(kProves) {
    return (words(node)[slot].load(std::memory_order_relaxed) & kRuledOut) != 0;
  }
  /// Whether the value of the root is proven.
  [[nodiscard]] bool proven() const {
    if constexpr (kProves) {
      return proof_of(root_).exact();
    } else {
      return false;
    }
  }
  /// Proofs correct results on their way up, so points need not add up.
  [[nodiscard]] static bool clamps() requires(kProves) { return true; }

  /// One thread's handle on the bottom subtrees.
  [[nodiscard]] Bottom bottom() const { return bottom_; }

  static bool is_top(Node node) { return (node & kTop) != 0; }

  /// Makes the root a top node, if there is memory for one. Not thread-safe.
  bool share_root(Arena::Lane& lane) {
    const Node top = make_top(root_, lane);
    if (top == kNoNode) return false;
    root_ = top;
    return true;
  }

  /// Adds to a child's word; `change` may be negative, by wrapping around.
  void add(Node node, Slot slot, Stat change) {
    words(node)[slot].fetch_add(change, std::memory_order_relaxed);
  }

  /// Whether only the lease holder may read a node.
  static bool others_own(Node node) { return !is_top(node); }
  /// Halves the statistics of a top node's children with at least `least` visits; others may go on.
  void halve(Node node, std::uint32_t least) {
    for (Slot slot = 0; slot < size(node); ++slot) {
      add(node, slot, Stat{0} - half_of(stat(node, slot), least));
    }
  }

  /// Takes the lease of a child whose statistics were `seen`, and adds `change`. False if another
  /// thread holds the lease or has held it since.
  bool lease(Node node, Slot slot, Stat seen, Stat change) {
    return words(node)[slot].compare_exchange_strong(
        seen, (seen + change) | kLease, std::memory_order_acquire, std::memory_order_relaxed);
  }

  /// Takes the lease whatever the statistics are; false if another thread holds it.
  bool lease(Node node, Slot slot) {
    return (words(node)[slot].fetch_or(kLease, std::memory_order_acquire) & kLease) == 0;
  }

  /// Adds what was done under the lease, minus what was sent, and ends the lease.
  void give_back(Node node, Slot slot, Stat change) {
    words(node)[slot].fetch_add(change - kLease, std::memory_order_release);
  }

  /// With a child's lease: returns or sets the root of its subtree.
  [[nodiscard]] Node leased(Node node, Slot slot) const {
    return children(node)[slot].load(std::memory_order_relaxed);
  }
  /// Writes only what is new: other cores keep their copies of the line. An old bottom subtree is
  /// published by give_back().
  void plant(Node node, Slot slot, Node subtree) {
    std::atomic<Node>& child = children(node)[slot];
    if (child.load(std::memory_order_relaxed) == subtree) return;
    child.store(subtree, std::memory_order_release);
  }

  /// Copies a bottom node, all of whose children were tried, into a new top node. kNoNode when the
  /// arena is full, or when top nodes have used their part of it.
  Node promote(Node from, Arena::Lane& lane) {
    const std::size_t most = arena().capacity() / kTopShare;
    if (top_bytes_->load(std::memory_order_relaxed) >= most) return kNoNode;
    return make_top(from, lane);
  }

 private:
  Node make_top(Node from, Arena::Lane& lane) {
    const std::uint32_t k = bottom_.size(from);
    const Node line = lane.allocate(top_bytes(k));
    if (line == kNoNode) return kNoNode;
    top_bytes_->fetch_add(top_bytes(k), std::memory_order_relaxed);
    const Node top = line | kTop;
    ::new (&head(top)) Head{k};
    for (Slot slot = 0; slot < k; ++slot) {
      ::new (&words(top)[slot]) std::atomic<Stat>(bottom_.stat(from, slot));
      ::new (&children(top)[slot]) std::atomic<Node>(bottom_.child(from, slot));
      moves(top)[slot] = bottom_.move(from, slot);
      if constexpr (kProves) {
        ::new (&proofs(top)[slot]) std::atomic<std::uint8_t>(bottom_.proof(from, slot).bits());
      }
    }
    if constexpr (kProves) rule_out(top);
    return top;
  }

  static constexpr Stat kLease = Stat{1} << 63U;
  static constexpr Stat kRuledOut = kProves ? Stat{1} << 31U : 0;
  static constexpr Node kTop = Node{1} << 31U;
  static constexpr std::size_t kTopShare = 8;  // top nodes get 1/8 of the memory
  static constexpr std::size_t kMaxMemory = (Arena::kLine << 31U) - Arena::kChunk;

  /// A top node: the head, the numbers of the children's nodes, their moves and proofs. One word
  /// per child follows from the next cache line on, since words are written far more often.
  struct Head {
    std::uint32_t size;
  };
  static constexpr std::size_t words_offset(std::size_t size) {
    constexpr std::size_t kEach = sizeof(Node) + sizeof(Move) + (kProves ? 1 : 0);
    const std::size_t bytes = sizeof(Head) + kEach * size;
    return (bytes + Arena::kLine - 1) / Arena::kLine * Arena::kLine;
  }

  static constexpr std::size_t top_bytes(std::uint32_t size) {
    return words_offset(size) + sizeof(Stat) * size;
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

  [[nodiscard]] std::atomic<std::uint8_t>* proofs(Node top) const {
    return reinterpret_cast<std::atomic<std::uint8_t>*>(moves(top) + head(top).size);
  }

  /// Of a top node: marks needless children, so that descents do not go there.
  void rule_out(Node top) {
    const Proof known = proof_of(top);
    for (Slot slot = 0; slot < size(top); ++slot) {
      if (!is_needless(proof(top, slot), known)) continue;
      words(top)[slot].fetch_or(kRuledOut, std::memory_order_relaxed);
    }
  }

  Bottom bottom_;
  Node root_ = kNoNode;
  /// Of all top nodes; shared by the copies of this handle.
  std::shared_ptr<std::atomic<std::size_t>> top_bytes_ =
      std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace banyan
