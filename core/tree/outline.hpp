// The top of a tree for people to look at, the most visited children first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/tree/tree_view.hpp"

namespace banyan {

/// One node of an outline: the move into it and its numbers, for the player who made the move. For
/// an outcome of chance, that is the player who moved last.
struct OutlineNode {
  std::uint32_t move = 0;
  std::uint64_t visits = 0;
  double value = 0;  ///< mean result, 0 loss to 1 win, or in the game's own unit
  std::vector<OutlineNode> children;
};

/// How much of a tree to show.
struct OutlineSize {
  int depth = 3;           ///< moves below the root, at least 1
  std::size_t widest = 5;  ///< children of a node, the most visited ones
  bool lines = false;      ///< below the root's children one child a node
};

/// The root's children that have visits, each with its own children. The most visited come first;
/// ties go to more points, then to the lower slot.
std::vector<OutlineNode> outline(const TreeView& tree, OutlineSize size);

}  // namespace banyan
