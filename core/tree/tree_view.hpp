// A tree of any kind at rest, in one form for its readers.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/stat.hpp"
#include "core/game/game.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// What is known of one child of a node.
struct SeenChild {
  std::uint32_t move = 0;
  std::uint64_t visits = 0;
  std::uint64_t points = 0;  ///< half points for the player who moves there; 0 in trees of returns
  double value = 0;          ///< its worth to the perspective, 0 without visits
  Player perspective = 0;    ///< who moves there, or moved last where chance does; of returns
  Points lowest = kLoss;     ///< the proven minimum for who moves there, in trees of points
  Points highest = kWin;
  std::optional<float> prior = std::nullopt;  ///< in trees with priors
  Node below = kNoNode;                       ///< its own node; kNoNode if it is a leaf
  std::optional<float> score = std::nullopt;  ///< of Gumbel search, at the root
};

/// A tree whose children have visits and points, 0 loss to 1 win for the player who moves there.
template <class Tree>
concept TreeOfPoints = requires(const Tree& tree, Node node, Slot slot) {
  { tree.stat(node, slot) } -> std::same_as<Stat>;
};
/// One whose children have a value for every player.
template <class Tree>
concept TreeOfReturns = requires(const Tree& tree, Node node, Slot slot, Player player) {
  { tree.visits(node, slot) } -> std::convertible_to<std::uint64_t>;
  { tree.expected(node, slot, player) } -> std::convertible_to<double>;
  { tree.mover(node) } -> std::same_as<Player>;
};

/// Visits of a child in a tree of any kind.
template <class Tree>
[[nodiscard]] std::uint64_t visits_at(const Tree& tree, Node node, Slot slot) {
  if constexpr (TreeOfPoints<Tree>) {
    return visits_of(tree.stat(node, slot));
  } else {
    return tree.visits(node, slot);
  }
}

/// The prior of a child, if the tree has priors.
template <class Tree>
[[nodiscard]] std::optional<float> prior_at(const Tree& tree, Node node, Slot slot) {
  if constexpr (requires { tree.uses_priors(); }) {
    if (tree.uses_priors()) return tree.prior(node, slot);
  }
  return std::nullopt;
}

/// Reads all kinds of trees through one function each, so that code after the search
/// (core/result/inspect.hpp, core/tree/outline.hpp) is compiled once. The tree must outlive it, and
/// no worker may be running.
class TreeView {
 public:
  template <class Tree>
  requires(TreeOfPoints<Tree> || TreeOfReturns<Tree>)  //
      TreeView(const Tree& tree)                       // NOLINT(google-explicit-constructor)
      : tree_(&tree), root_(tree.root()), read_(&read<Tree>) {}

  [[nodiscard]] Node root() const { return root_; }
  /// The children in the order of their slots. `before` is the perspective of outcomes of chance.
  [[nodiscard]] std::vector<SeenChild> children(Node node, Player before = 0) const {
    return read_(tree_, node, before);
  }

 private:
  template <class Tree>
  static std::vector<SeenChild> read(const void* seen, Node node, Player before) {
    const Tree& tree = *static_cast<const Tree*>(seen);
    std::vector<SeenChild> children(tree.size(node));
    std::vector<float> scores;
    if constexpr (requires { tree.gumbel_scores(node); }) scores = tree.gumbel_scores(node);
    for (Slot slot = 0; slot < children.size(); ++slot) {
      SeenChild& child = children[slot];
      child.move = tree.move(node, slot);
      child.below = tree.child(node, slot);
      if (!scores.empty()) child.score = scores[slot];
      if constexpr (TreeOfPoints<Tree>) {
        const Stat stat = tree.stat(node, slot);
        child.visits = visits_of(stat);
        child.points = points_of(stat);
        if (child.visits > 0) child.value = points_of(stat) / (2.0 * visits_of(stat));
        child.prior = prior_at(tree, node, slot);
        if constexpr (requires { tree.proof(node, slot).low(); }) {
          child.lowest = tree.proof(node, slot).low();
          child.highest = tree.proof(node, slot).high();
        }
      } else {
        child.visits = tree.visits(node, slot);
        child.perspective = tree.mover(node) == kChance ? before : tree.mover(node);
        if (child.visits > 0) child.value = tree.expected(node, slot, child.perspective);
      }
    }
    return children;
  }

  const void* tree_;
  Node root_;
  std::vector<SeenChild> (*read_)(const void* tree, Node node, Player before);
};

}  // namespace banyan
