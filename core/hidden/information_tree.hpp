// Trees of information sets: edges are what players see, not what is true.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "core/base/arena.hpp"
#include "core/game/hidden_game.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// What a node's observer does or sees next: a move of their own, or an observation of a move. Some
/// moves turn out in several ways (a cell found taken). Such a move has its own edge with its
/// statistics, and an edge per other observation, which only leads on. 24 bytes:
///
///   visits      iterations that went through, each weighted by its playouts; in a tree with
///               virtual loss, also the weights of descents in flight
///   available   of an own move: the same over all iterations that could have chosen it
///   points      of an own move: the sum of the mover's scores, each minus the game's lowest
///   child       the node that it leads to, kNoNode while it is a leaf
///   code        the observation plus 1; 0 while the edge is free
///
/// visits <= available for an own move.
struct Edge {
  std::atomic<std::uint32_t> visits{0};
  std::atomic<std::uint32_t> available{0};
  std::atomic<std::uint64_t> points{0};
  std::atomic<Node> child{kNoNode};
  std::atomic<std::uint32_t> code{0};
};
static_assert(sizeof(Edge) == 24);

/// One tree per observer, all in one arena. A node is a block of edges, filled in order, which
/// continues in another block when it is full:
///
///   offset    size   what
///   0         4      k, its capacity in edges
///   4         4      the block where it continues, or kNoNode
///   8         24 k   Edge each
///
/// A handle: copies share the trees. Thread-safe except start(), if `shared`: edges are claimed and
/// nodes published by compare-and-swap, and all numbers are added atomically.
class InformationTrees {
 public:
  /// `trees` is at least 1.
  InformationTrees(int trees, std::size_t memory, bool shared)
      : arena_(std::make_shared<Arena>(memory)),
        roots_(std::make_shared<std::vector<Edge>>(static_cast<std::size_t>(trees))),
        base_(static_cast<std::byte*>(arena_->at(0))),
        shared_(shared) {}

  /// Clears all trees; no worker may be running. A root gets its node at its first visit.
  void start() {
    arena_->reset();
    for (Edge& root : *roots_) {
      std::destroy_at(&root);
      std::construct_at(&root);
    }
  }
  /// The same, but makes `roots` root nodes with room for `room` edges at once: workers that share
  /// a small arena might find no memory left for them.
  void start(int roots, std::uint32_t room) {
    start();
    Arena::Lane lane(*arena_);
    for (int tree = 0; tree < roots; ++tree) follow(root(tree).child, room, lane);
  }

  [[nodiscard]] int trees() const { return static_cast<int>(roots_->size()); }
  /// The edge that leads to the root of a tree; only its `child` is used.
  [[nodiscard]] Edge& root(int tree) const { return (*roots_)[static_cast<std::size_t>(tree)]; }
  [[nodiscard]] Arena& arena() { return *arena_; }
  [[nodiscard]] const Arena& arena() const { return *arena_; }

  /// Calls visit(edge, code) for each edge of a node.
  template <class Visit>
  void for_each(Node node, Visit visit) const {
    while (node != kNoNode) {
      const Block& block = at(node);
      for (std::uint32_t i = 0; i < block.room; ++i) {
        Edge& edge = edges(node)[i];
        const std::uint32_t code = edge.code.load(std::memory_order_relaxed);
        if (code == 0) return;  // edges are claimed in order
        visit(edge, code - 1);
      }
      node = block.more.load(std::memory_order_acquire);  // pairs with the release in publish()
    }
  }

  /// The edge of that code, added if it is missing; null when the arena is full.
  Edge* find_or_add(Node node, std::uint32_t code, Arena::Lane& lane, bool& added) const {
    while (true) {
      Block& block = at(node);
      for (std::uint32_t i = 0; i < block.room; ++i) {
        Edge& edge = edges(node)[i];
        std::uint32_t there = edge.code.load(std::memory_order_relaxed);
        if (there == 0) added = claim(edge, there, code + 1);
        if (there == code + 1) return &edge;
      }
      node = follow(block.more, 2 * block.room, lane);
      if (node == kNoNode) return nullptr;
    }
  }

  /// The node that a link leads to, made with `room` edges if there is none; kNoNode when the arena
  /// is full. Acquire pairs with the release in publish(): the block is seen whole.
  Node follow(std::atomic<Node>& link, std::uint32_t room, Arena::Lane& lane) const {
    const Node node = link.load(std::memory_order_acquire);
    return node != kNoNode ? node : publish(link, room, lane);
  }

  /// Adds to a number of an edge. Relaxed, since each number stands by itself. If the tree has only
  /// one thread, no atomic addition is needed.
  template <class T>
  void add(std::atomic<T>& number, T more) const {
    if (shared_) {
      number.fetch_add(more, std::memory_order_relaxed);
    } else {
      number.store(number.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    }
  }

 private:
  struct Block {
    std::uint32_t room;
    std::atomic<Node> more;
  };
  static_assert(sizeof(Block) == 8);

  static constexpr std::uint32_t kMaxRoom = 256;

  [[nodiscard]] Block& at(Node node) const {
    return *reinterpret_cast<Block*>(base_ + node * Arena::kLine);
  }
  [[nodiscard]] Edge* edges(Node node) const {
    return reinterpret_cast<Edge*>(base_ + node * Arena::kLine + sizeof(Block));
  }

  /// Claims an edge found free; false if another thread was first. `there` becomes its code.
  bool claim(Edge& edge, std::uint32_t& there, std::uint32_t mine) const {
    if (!shared_) {
      edge.code.store(mine, std::memory_order_relaxed);
    } else if (!edge.code.compare_exchange_strong(there, mine, std::memory_order_relaxed)) {
      return false;
    }
    there = mine;
    return true;
  }

  /// Fills whole cache lines with edges, since those at the end are free.
  Node publish(std::atomic<Node>& link, std::uint32_t room, Arena::Lane& lane) const {
    const std::size_t wanted = sizeof(Block) + sizeof(Edge) * std::min(room, kMaxRoom);
    const std::size_t bytes = (wanted + Arena::kLine - 1) / Arena::kLine * Arena::kLine;
    const Node node = lane.allocate(bytes);
    if (node == kNoNode) return kNoNode;
    const auto k = static_cast<std::uint32_t>((bytes - sizeof(Block)) / sizeof(Edge));
    ::new (&at(node)) Block{k, {kNoNode}};
    std::uninitialized_default_construct_n(edges(node), k);
    Node first = kNoNode;
    // Release pairs with follow() and for_each(). Acquire on failure: the other's block is used.
    if (link.compare_exchange_strong(first, node, std::memory_order_release,
                                     std::memory_order_acquire)) {
      return node;
    }
    lane.undo(node);
    return first;
  }

  std::shared_ptr<Arena> arena_;
  std::shared_ptr<std::vector<Edge>> roots_;
  std::byte* base_;  // the arena's base, copied to save a step
  bool shared_;
};

}  // namespace banyan
