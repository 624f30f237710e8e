// How the next search of a game reuses the tree of the last one.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/arena.hpp"
#include "core/base/random.hpp"
#include "core/game/game.hpp"
#include "core/search/budget.hpp"
#include "core/tree/stat.hpp"
#include "core/tree/tree_base.hpp"
#include "core/tree/tree_view.hpp"

namespace banyan {

/// Finds the node of `position`, exactly `moves` moves below `node`, whose position is `from`.
/// kNoNode if there is no such node or it is a leaf.
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

/// Finds the node of `position`, to which `moves` lead from the root, whose position is `from`.
/// kNoNode if they do not, or leave the tree.
template <class Tree>
Node find_along(const Tree& tree, typename Tree::GameType from,
                std::span<const typename Tree::Move> moves,
                const typename Tree::GameType& position) {
  Node node = tree.root();
  for (const auto move : moves) {
    if (node == kNoNode || from.over()) return kNoNode;
    Slot slot = 0;
    while (slot < tree.size(node) && tree.move(node, slot) != move) ++slot;
    if (slot == tree.size(node)) return kNoNode;
    node = tree.child(node, slot);
    from.play(move);
  }
  return from == position ? node : kNoNode;
}

/// Finds the node of `position` nearest to the root. The search goes down at most one move of each
/// player, and one outcome of chance after each.
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

/// The last search of a game.
template <Game G>
struct LastSearch {
  G root;                               ///< its position
  std::vector<typename G::Move> moves;  ///< since then, if they are known
};

/// Remembers the game's last search, if trees are kept.
template <Game G>
class LastRoot {
 public:
  using Moves = std::vector<typename G::Move>;

  /// Says which moves the game has had before the next search: from the same start in all calls.
  /// Optional: without it, the tree is kept for one move of each player.
  void tell_moves(Moves moves) { next_ = std::move(moves); }

  /// That search, or nothing if the next search is of another game. It is forgotten till set(): if
  /// that search throws, the one after it must not reuse the tree.
  [[nodiscard]] std::optional<LastSearch<G>> take(const StreamKey& key) {
    const std::optional<G> root = std::exchange(root_, std::nullopt);
    if (!root || key_.seed != key.seed || key_.game != key.game) return std::nullopt;
    LastSearch<G> last{*root, {}};
    if (next_.size() > moves_.size() && std::equal(moves_.begin(), moves_.end(), next_.begin())) {
      last.moves.assign(next_.begin() + static_cast<std::ptrdiff_t>(moves_.size()), next_.end());
    }
    return last;
  }
  void set(const G& root, const StreamKey& key) {
    root_ = root;
    key_ = key;
    moves_ = std::exchange(next_, {});
  }

 private:
  std::optional<G> root_;
  StreamKey key_;
  Moves moves_;  // before the root
  Moves next_;   // before the next one, as far as told
};

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

/// Starts a tree at a position. If the tree is kept (`last`: its last search) and holds the new
/// position, the tree goes on there. Returns what was kept. Copying takes at most half of the
/// budget's time.
template <class Tree, class... More>
Kept start_kept(Tree& tree, const std::optional<LastSearch<typename Tree::GameType>>& last,
                const typename Tree::GameType& position, Random& random, const Budget& budget,
                More&... more) {
  const auto late = [&budget] { return budget.half_gone(Clock::now()); };
  if constexpr (KeptTree<Tree, decltype(late), More...>) {
    Node node = kNoNode;
    if (last) node = find_along(tree, last->root, last->moves, position);
    if (last && node == kNoNode) node = find_below(tree, last->root, position);
    if (node != kNoNode) {
      if (const auto kept = tree.start_below(node, position, random, late, more...)) return *kept;
    }
  }
  tree.start(position, random, more...);
  return {};
}

}  // namespace banyan
