// One worker's part of a tree that is spread over all of them, and the validator of the whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/random.hpp"
#include "core/search/options.hpp"
#include "parallel/trees/counted_descents.hpp"

namespace banyan {

/// Names a node by the moves from the root to it. Two of n nodes share a name with a probability of
/// about n^2 / 2^65. Positions that several lines of play lead to are several nodes, so that the
/// tree is the one that a sequential search grows.
using NodeKey = std::uint64_t;
inline constexpr NodeKey kRootKey = 0;
constexpr NodeKey child_key(NodeKey parent, std::uint32_t move) {
  return scramble(parent + (move + std::uint64_t{1}) * 0x9e3779b97f4a7c15ULL);
}
/// The worker that keeps a node: transposition-table driven scheduling (Romein et al. 1999) sends
/// the work to where the data is. The root's is worker 0.
constexpr int home_of(NodeKey key, int workers) {
  return static_cast<int>((key >> 32U) % static_cast<std::uint64_t>(workers));
}

/// A node as it can be sent and checked.
struct SpreadChild {
  std::uint32_t move;
  std::uint32_t under_way;
  Stat stat;
};
struct SpreadNode {
  NodeKey key;
  Player mover;  ///< who moves from there
  std::uint32_t tried;
  std::vector<SpreadChild> children;
};

/// The nodes that live at one worker, found by their keys. Of the memory given, blocks of children
/// have three quarters, the table of keys the rest. One owner at a time.
template <TwoPlayerGame G>
class SpreadPart {
 public:
  struct Place {
    Node node;
    Player mover;
  };

  SpreadPart(const SearchOptions& options, VirtualVisits shown)
      : tree_(options.memory / 4 * 3, Ucb1(options.exploration), options.expand_after,
              CountedDescents(ClassicLock::kGlobal, shown)),
        most_(options.memory / 4 / kBytesOfEntry) {
    tree_.arena().use_huge_pages(options.huge_pages);
  }

  void clear() {
    tree_.arena().reset();
    lane_.emplace(tree_.arena());
    table_.clear();
  }

  /// The node of that key, which is there.
  [[nodiscard]] const Place& at(NodeKey key) const { return table_.at(key); }

  /// The same, made if it is not there; nothing when the memory is full. `position` is not over.
  const Place* open(NodeKey key, const G& position, Random& random) {
    const auto found = table_.find(key);
    if (found != table_.end()) return &found->second;
    if (table_.size() >= most_) return nullptr;
    const Node node = tree_.make_node(position, random, *lane_);
    if (node == kNoNode) return nullptr;
    return &table_.emplace(key, Place{node, position.to_move()}).first->second;
  }

  [[nodiscard]] ClassicTree<G>& tree() { return tree_; }
  [[nodiscard]] const ClassicTree<G>& tree() const { return tree_; }
  [[nodiscard]] std::size_t bytes() const {
    return tree_.arena().used() + table_.size() * kBytesOfEntry;
  }

  [[nodiscard]] std::vector<SpreadNode> nodes() const {
    std::vector<SpreadNode> all;
    for (const auto& [key, place] : table_) {
      SpreadNode& node =
          all.emplace_back(SpreadNode{key, place.mover, tree_.tried(place.node), {}});
      for (Slot slot = 0; slot < tree_.size(place.node); ++slot) {
        node.children.push_back({tree_.move(place.node, slot), tree_.under_way(place.node, slot),
                                 tree_.stat(place.node, slot)});
      }
    }
    return all;
  }

 private:
  // A list node, its share of the buckets, and what malloc adds.
  static constexpr std::size_t kBytesOfEntry = 64;

  ClassicTree<G> tree_;
  std::optional<Arena::Lane> lane_;
  std::size_t most_;
  std::unordered_map<NodeKey, Place> table_;
};

/// Checks that the nodes of all workers, given in the order of these, are one tree at rest; what is
/// wrong in words, or nothing. What find_defect() (core/trees/inspect.hpp) is to a tree in one
/// place, and besides: every node is where its key says, once, and the root leads to all of them;
/// no descent is under way; the root's children have `visits` together. Where descents were given
/// up the tree is not `whole`: a move may have been tried in vain, or all visits of a child have
/// gone on below it.
std::optional<std::string> find_spread_defect(const std::vector<std::vector<SpreadNode>>& parts,
                                              std::uint64_t visits, bool whole = true);

}  // namespace banyan
