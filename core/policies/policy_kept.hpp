// Policy search: what stays of the last search's tree.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "core/policies/policy_expand.hpp"
#include "core/policies/policy_tree.hpp"

namespace banyan {

template <Game G, class Results>
template <class Weigh>
void PolicyTree<G, Results>::start_below(Node node, const G& position, Random& random,
                                         Weigh&& weigh) {
  root_ = copy_to_spare(node);
  std::swap(arena_, spare_);
  root_player_ = position.to_move();
  this->base_ = static_cast<std::byte*>(arena_->at(0));
  const bool may_have_old_noise = this->priors_ && policy_.noise > 0;
  if (may_have_old_noise) {
    weigh(position, moves_of(root_), priors_of(root_));
    normalise_priors(root_);
  }
  noisy_root(random);
}

/// The copy's root. What finds no room any more is left out, and its parent is a leaf again.
template <Game G, class Results>
Node PolicyTree<G, Results>::copy_to_spare(Node top) {
  spare_->reset();
  Arena::Lane lane(*spare_);
  struct Copied {
    Node from;
    std::atomic<Node>* link;
  };
  Node root = kNoNode;
  std::vector<Copied> open{{top, nullptr}};
  while (!open.empty()) {
    const Copied next = open.back();
    open.pop_back();
    const std::size_t bytes = layout_.size(size(next.from));
    const Node to = lane.allocate(bytes);
    if (next.link != nullptr) next.link->store(to, std::memory_order_relaxed);
    if (to == kNoNode) continue;
    if (root == kNoNode) root = to;
    std::byte* const block = static_cast<std::byte*>(spare_->at(to));
    std::memcpy(block, this->memory(next.from), bytes);
    auto* const links = reinterpret_cast<std::atomic<Node>*>(block + layout_.kHead +
                                                             layout_.children() * size(next.from));
    for (Slot slot = 0; slot < size(next.from); ++slot) {
      const Node below = child(next.from, slot);
      if (below != kNoNode) open.push_back({below, &links[slot]});
    }
  }
  return root;
}

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
  for (Slot slot = 0; slot < tree.size(top); ++slot) {
    kept.visits += tree.visits(top, slot);
  }
  std::vector<Node> open{top};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (tree.visits(node, slot) > 0) ++kept.nodes;
      if (const Node child = tree.child(node, slot); child != kNoNode) open.push_back(child);
    }
  }
  return kept;
}

/// Starts a tree at a position, or goes on with what it holds of it and says what that is; `last`
/// was the root's position, if the tree is to be kept.
template <class Tree, class Weigh>
Kept plant(Tree& tree, const typename Tree::GameType* last, const typename Tree::GameType& position,
           Random& random, Weigh& weigh, std::uint64_t iterations) {
  const Node node = last == nullptr ? kNoNode : find_below(tree, *last, position);
  Kept kept;
  if (node != kNoNode) kept = kept_below(tree, node);
  if (node == kNoNode || kept.visits > kMaxVisits / 2) {  // lest visits overflow
    tree.start(position, random, weigh, iterations);
    return {};
  }
  tree.start_below(node, position, random, weigh);
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

}  // namespace banyan
