// One worker's part of a tree that is spread over all workers, and the validator of the whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/random.hpp"
#include "parallel/cluster/cluster_options.hpp"
#include "parallel/trees/counted_descents.hpp"

namespace banyan {

/// Identifies a node by the moves from the root. Two of n nodes share a key with a probability of
/// about n^2 / 2^65. A position reached by several lines of play is several nodes, so the tree is
/// the one that a sequential search grows.
using NodeKey = std::uint64_t;
inline constexpr NodeKey kRootKey = 0;
constexpr NodeKey child_key(NodeKey parent, std::uint32_t move) {
  return scramble(parent + (move + std::uint64_t{1}) * 0x9e3779b97f4a7c15ULL);
}
/// The worker that owns a node: transposition-table driven scheduling (Romein et al. 1999) sends
/// the work to the data. Worker 0 owns the root.
constexpr int home_of(NodeKey key, int workers) {
  return static_cast<int>((key >> 32U) % static_cast<std::uint64_t>(workers));
}

/// A node in a form to send and check.
struct SpreadChild {
  std::uint32_t move;
  std::uint32_t in_flight;
  Stat stat;
};
struct SpreadNode {
  NodeKey key;
  Player mover;  ///< who moves from there
  std::uint32_t tried;
  std::vector<SpreadChild> children;
};

/// The nodes of plain UCT.
template <TwoPlayerGame G>
class PlainSpreadTree : public ClassicTree<G> {
 public:
  /// Whether selection is plain UCB1, which kDepthFirst needs.
  static constexpr bool kPlain = true;

  PlainSpreadTree(const ClusterOptions& options, std::size_t memory)
      : ClassicTree<G>(memory, Ucb1(options.exploration), options.expand_after,
                       CountedDescents(ClassicLock::kGlobal, options.shown)) {}

  Slot choose(Node node, Player /*mover*/) const { return this->best(node); }
  /// Adds the result of a game; returns whether it is the first result of a child that no
  /// try_next() counted.
  bool add(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    this->leave(node, slot, games, points);
    return false;
  }
};

/// The nodes that one worker owns, by key. Blocks of children get three quarters of the memory, the
/// table of keys the rest. One owner at a time.
template <TwoPlayerGame G, class Tree = PlainSpreadTree<G>>
class SpreadPart {
 public:
  struct Place {
    Node node;
    Player mover;
  };

  /// `memory` bytes of those of the options.
  SpreadPart(const ClusterOptions& options, std::size_t memory)
      : tree_(options, memory / 4 * 3), most_(memory / 4 / kBytesOfEntry) {
    tree_.arena().use_huge_pages(options.huge_pages);
  }

  void clear() {
    tree_.arena().reset();
    lane_.emplace(tree_.arena());
    table_.clear();
  }

  /// The node of that key, which must exist.
  [[nodiscard]] const Place& at(NodeKey key) const { return table_.at(key); }

  /// The same, made if it does not exist; nothing when the memory is full. `position` is not over.
  const Place* open(NodeKey key, const G& position, Random& random) {
    const auto found = table_.find(key);
    if (found != table_.end()) return &found->second;
    if (table_.size() >= most_) return nullptr;
    const Node node = tree_.make_node(position, random, *lane_);
    if (node == kNoNode) return nullptr;
    return &table_.emplace(key, Place{node, position.to_move()}).first->second;
  }

  [[nodiscard]] Tree& tree() { return tree_; }
  [[nodiscard]] const Tree& tree() const { return tree_; }
  [[nodiscard]] std::size_t bytes() const {
    return tree_.arena().used() + table_.size() * kBytesOfEntry;
  }

  [[nodiscard]] std::vector<SpreadNode> nodes() const {
    std::vector<SpreadNode> all;
    for (const auto& [key, place] : table_) {
      SpreadNode& node =
          all.emplace_back(SpreadNode{key, place.mover, tree_.tried(place.node), {}});
      for (Slot slot = 0; slot < tree_.size(place.node); ++slot) {
        node.children.push_back({tree_.move(place.node, slot), tree_.in_flight(place.node, slot),
                                 tree_.stat(place.node, slot)});
      }
    }
    return all;
  }

 private:
  // A list node, its share of the buckets, and what malloc adds.
  static constexpr std::size_t kBytesOfEntry = 64;

  Tree tree_;
  std::optional<Arena::Lane> lane_;
  std::size_t most_;
  std::unordered_map<NodeKey, Place> table_;
};

/// Checks that the nodes of all workers, in the workers' order, form one tree at rest. Returns a
/// description of the first defect, or nothing. It checks what find_defect()
/// (core/result/inspect.hpp) does, and more: every node is where its key says, once, and can be
/// reached from the root; nothing is in flight; the root's children have `visits` together. If
/// descents were given up, the tree is not `whole`: a move may have been tried in vain, or all
/// visits of a child may have gone on below it.
std::optional<std::string> find_spread_defect(const std::vector<std::vector<SpreadNode>>& parts,
                                              std::uint64_t visits, bool whole = true);

}  // namespace banyan
