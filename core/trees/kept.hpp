// What the next search of a game keeps of a tree.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/arena.hpp"
#include "core/base/random.hpp"
#include "core/rules/game.hpp"
#include "core/trees/stat.hpp"
#include "core/trees/tree_base.hpp"
#include "core/trees/tree_view.hpp"

namespace banyan {

/// The node of a position so many moves below one of position `from`; kNoNode if there is none, or
/// it has no children yet.
template <class Tree>
Node find_at(const Tree& tree, Node node, const typename Tree::GameType& from,
             const typename Tree::GameType& position, int moves) {
  if (moves == 0) return from == position ? node : kNoNode;
  if (from.over()) return kNoNode;
  for (Slot slot = 0; slot < tree.size(node); ++slot) {
    const Node child = tree.child(node, slot);
    if (child == kNoNode) continue;
    auto next = from;
    next.play(tree.move(node, slot));
    const Node found = find_at(tree, child, next, position, moves - 1);
    if (found != kNoNode) return found;
  }
  return kNoNode;
}

/// The same of the root, or of the node nearest to it by at most one move of each player, and what
/// chance does to each.
template <class Tree>
Node find_below(const Tree& tree, const typename Tree::GameType& root,
                const typename Tree::GameType& position) {
  if (tree.root() == kNoNode) return kNoNode;
  const int most = players_of(position) * (ChanceGame<typename Tree::GameType> ? 2 : 1);
  for (int moves = 0; moves <= most; ++moves) {
    const Node found = find_at(tree, tree.root(), root, position, moves);
    if (found != kNoNode) return found;
  }
  return kNoNode;
}

/// What a tree at rest holds below a node, for a search that keeps it.
struct Kept {
  std::uint64_t visits = 0;
  std::uint64_t nodes = 0;  ///< children with visits
};
template <class Tree>
Kept kept_below(const Tree& tree, Node top) {
  Kept kept;
  const auto visits = [&](Node node, Slot slot) -> std::uint64_t {
    if constexpr (TreeOfPoints<Tree>) {
      return visits_of(tree.stat(node, slot));
    } else {
      return tree.visits(node, slot);
    }
  };
  for (Slot slot = 0; slot < tree.size(top); ++slot) kept.visits += visits(top, slot);
  std::vector<Node> open{top};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (visits(node, slot) > 0) ++kept.nodes;
      if (const Node child = tree.child(node, slot); child != kNoNode) open.push_back(child);
    }
  }
  return kept;
}

/// A tree that can be copied node by node:
///
///   copy(from, node, lane)      a node like one of the tree `from`, whose links it still has;
///                               kNoNode if there is no room
///   link(parent, slot, child)   sets a link
template <class T>
concept CopyableTree = requires(T tree, const T& from, Node node, Slot slot, Arena::Lane& lane) {
  { tree.copy(from, node, lane) } -> std::same_as<Node>;
  tree.link(node, slot, node);
};

/// Copies what lies below a node of the tree `from`, without gaps, into `to`, which is empty; where
/// that begins there. What finds no room any more is left out, and its parent is a leaf again.
template <CopyableTree Tree>
Node copy_below(const Tree& from, Node top, Tree& to) {
  struct Copied {
    Node from;
    Node parent;  // its copy
    Slot slot;
  };
  Arena::Lane lane(to.arena());
  Node root = kNoNode;
  std::vector<Copied> open{{top, kNoNode, 0}};
  while (!open.empty()) {
    const Copied next = open.back();
    open.pop_back();
    const Node copy = to.copy(from, next.from, lane);
    if (next.parent != kNoNode) to.link(next.parent, next.slot, copy);
    if (root == kNoNode) root = copy;
    if (copy == kNoNode) continue;
    for (Slot slot = 0; slot < from.size(next.from); ++slot) {
      const Node child = from.child(next.from, slot);
      if (child != kNoNode) open.push_back({child, copy, slot});
    }
  }
  return root;
}

/// Where the last search of a game began, if its trees are kept.
template <Game G>
class LastRoot {
 public:
  /// Its position, unless the next search is of another game.
  [[nodiscard]] const G* before(const StreamKey& key) const {
    return root_ && key_.seed == key.seed && key_.game == key.game ? &*root_ : nullptr;
  }
  void set(const G& root, const StreamKey& key) {
    root_ = root;
    key_ = key;
  }
  void forget() { root_.reset(); }

 private:
  std::optional<G> root_;
  StreamKey key_;
};

/// A tree that goes on from search to search, if it was told to keep_spare():
///
///   start_below(node, position, random)   starts at a node of the search before, which is of that
///                                         position; false if it cannot
template <class T>
concept KeptTree = requires(T tree, Node node, const typename T::GameType& position,
                            Random& random) {
  { tree.start_below(node, position, random) } -> std::same_as<bool>;
};

/// Starts a tree at a position, or goes on with what it holds of it and says what that is; `last`
/// was the root's position before, if the tree is to be kept.
template <class Tree>
Kept start_kept(Tree& tree, const typename Tree::GameType* last,
                const typename Tree::GameType& position, Random& random) {
  if constexpr (KeptTree<Tree>) {
    const Node node = last == nullptr ? kNoNode : find_below(tree, *last, position);
    if (node != kNoNode && tree.start_below(node, position, random)) {
      return kept_below(tree, tree.root());
    }
  }
  tree.start(position, random);
  return {};
}

}  // namespace banyan
