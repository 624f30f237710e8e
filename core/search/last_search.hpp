// The last search of a game, whose tree the next one takes over.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "core/budget/budget.hpp"
#include "core/game/game.hpp"
#include "core/tree/kept.hpp"

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
