// What the next search of a game keeps of a tree.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/arena.hpp"
#include "core/base/random.hpp"
#include "core/rules/game.hpp"
#include "core/search/budget.hpp"
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

/// What a search keeps of a tree.
struct Kept {
  std::uint64_t visits = 0;  ///< of the root
  std::uint64_t nodes = 0;   ///< children with visits
};

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

/// Copies what lies below a node of the tree `from`, without gaps, into `to`, which is empty;
/// `root` is where that begins there. What finds no room any more is left out, and so is what is
/// left when `late()`, asked now and then, says so: its parent is a leaf again.
template <CopyableTree Tree, class Late>
Kept copy_below(const Tree& from, Node top, Tree& to, Node& root, const Late& late) {
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
///   start_below(node, position, random, late, more...)
///
/// starts at a node of the search before, which is of that position, and says what it has kept,
/// unless it cannot; `late` as of copy_below(), `more` as of its start().
template <class T, class Late, class... More>
concept KeptTree = requires(T tree, Node node, const typename T::GameType& position, Random& random,
                            const Late& late, More&... more) {
  { tree.start_below(node, position, random, late, more...) } -> std::same_as<std::optional<Kept>>;
};

/// Starts a tree at a position, or goes on with what it holds of it and says what that is; `last`
/// was the root's position before, if the tree is to be kept. To copy it takes at most half of the
/// budget's time.
template <class Tree, class... More>
Kept start_kept(Tree& tree, const typename Tree::GameType* last,
                const typename Tree::GameType& position, Random& random, const Budget& budget,
                More&... more) {
  const auto late = [&budget] { return budget.half_gone(Clock::now()); };
  if constexpr (KeptTree<Tree, decltype(late), More...>) {
    const Node node = last == nullptr ? kNoNode : find_below(tree, *last, position);
    if (node != kNoNode) {
      if (const auto kept = tree.start_below(node, position, random, late, more...)) return *kept;
    }
  }
  tree.start(position, random, more...);
  return {};
}

}  // namespace banyan
