// How a tree goes on from search to search: what can be kept is copied.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/arena.hpp"
#include "core/base/random.hpp"
#include "core/tree/tree_base.hpp"
#include "core/tree/tree_view.hpp"

namespace banyan {

/// What a search reuses of a tree.
struct Kept {
  std::uint64_t visits = 0;  ///< of the root
  std::uint64_t nodes = 0;   ///< children with visits
};

/// A tree that can be copied node by node:
///
///   copy(from, node, lane)      copies a node of the tree `from`, old links included;
///                               kNoNode if there is no room
///   link(parent, slot, child)   sets a link
template <class T>
concept CopyableTree = requires(T tree, const T& from, Node node, Slot slot, Arena::Lane& lane) {
  { tree.copy(from, node, lane) } -> std::same_as<Node>;
  tree.link(node, slot, node);
};

/// Copies the nodes from `top` of the tree `from` down into the empty tree `to`, without gaps.
/// `root` becomes the copy of `top`. If memory runs out or `late()` (asked every 1024 nodes) is
/// true, the remaining nodes are left out, and their parents become leaves.
template <CopyableTree Tree, class Late>
[[gnu::noinline]] Kept copy_below(const Tree& from, Node top, Tree& to, Node& root,
                                  const Late& late) {
  constexpr std::uint32_t kBetweenLooks = 1024;
  struct Copied {
    Node from;
    Node parent;  // its copy
    Slot slot;
  };
  Arena::Lane lane(to.arena());
  Kept kept;
  for (Slot slot = 0; slot < from.size(top); ++slot) kept.visits += visits_at(from, top, slot);
  root = kNoNode;
  std::vector<Copied> open{{top, kNoNode, 0}};
  bool ends = false;
  for (std::uint32_t i = 0; !open.empty(); ++i) {
    const Copied next = open.back();
    open.pop_back();
    if (i % kBetweenLooks == kBetweenLooks - 1) ends = ends || late();
    const Node copy = ends ? kNoNode : to.copy(from, next.from, lane);
    if (next.parent != kNoNode) to.link(next.parent, next.slot, copy);
    if (root == kNoNode) root = copy;
    if (copy == kNoNode) continue;
    for (Slot slot = 0; slot < from.size(next.from); ++slot) {
      if (visits_at(from, next.from, slot) > 0) ++kept.nodes;
      const Node child = from.child(next.from, slot);
      if (child != kNoNode) open.push_back({child, copy, slot});
    }
  }
  return kept;
}

/// A tree that can go on from search to search, after a call of keep_spare():
///
///   start_below(node, position, random, late, more...)
///
/// starts at a node of the last search, with position `position`, and returns what it kept. It
/// returns nothing if it cannot. `late` is that of copy_below(), `more` that of start().
template <class T, class Late, class... More>
concept KeptTree = requires(T tree, Node node, const typename T::GameType& position, Random& random,
                            const Late& late, More&... more) {
  { tree.start_below(node, position, random, late, more...) } -> std::same_as<std::optional<Kept>>;
};

}  // namespace banyan
