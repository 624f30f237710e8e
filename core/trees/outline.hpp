// A tree as people look at it: its top, the most visited children first.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/trees/stat.hpp"
#include "core/trees/tree_base.hpp"

namespace banyan {

/// One node of an outline: the move into it, and what is known of it to the player who made it.
struct OutlineNode {
  std::uint32_t move = 0;
  std::uint64_t visits = 0;
  double value = 0;  ///< mean result, 0 loss to 1 win
  std::vector<OutlineNode> children;
};

/// How much of a tree to show.
struct OutlineSize {
  int depth = 3;           ///< moves below the root, at least 1
  std::size_t widest = 5;  ///< children of a node, the most visited ones
};

/// A tree whose children have a Stat each.
template <class Tree>
concept OutlinedTree = requires(const Tree tree, Node node, Slot slot) {
  { tree.root() } -> std::same_as<Node>;
  { tree.stat(node, slot) } -> std::same_as<Stat>;
  { tree.child(node, slot) } -> std::same_as<Node>;
};

/// A child on its way into an outline.
struct VisitedChild {
  Stat stat;
  Slot slot;
};
/// Keeps the most visited ones, in that order; of equals those with more points, then the first.
void keep_most_visited(std::vector<VisitedChild>& children, std::size_t widest);

/// The children of a node that have visits, most visited first, each with its own. No worker may
/// be running.
template <OutlinedTree Tree>
std::vector<OutlineNode> outline(const Tree& tree, Node node, OutlineSize size) {
  std::vector<VisitedChild> children;
  for (Slot slot = 0; slot < tree.size(node); ++slot) {
    const Stat stat = tree.stat(node, slot);
    if (visits_of(stat) > 0) children.push_back({stat, slot});
  }
  keep_most_visited(children, size.widest);

  std::vector<OutlineNode> nodes;
  for (const auto [stat, slot] : children) {
    const double value = points_of(stat) / (2.0 * visits_of(stat));
    nodes.push_back({tree.move(node, slot), visits_of(stat), value, {}});
    const Node below = tree.child(node, slot);
    if (size.depth > 1 && below != kNoNode) {
      nodes.back().children = outline(tree, below, {size.depth - 1, size.widest});
    }
  }
  return nodes;
}

}  // namespace banyan
