// Reading a tree after the search: root statistics, principal variation, and the validator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result/counts.hpp"
#include "core/result/result.hpp"
#include "core/tree/halving.hpp"
#include "core/tree/kept.hpp"
#include "core/tree/tree.hpp"
#include "core/tree/tree_view.hpp"

namespace banyan {

/// Calls visit(node) for every node that has children. Below the root it asks is_new(node) first:
/// if false, it skips the node and all nodes below it. No worker may be running.
template <class Tree, class Visit, class IsNew>
void for_each_node(const Tree& tree, Visit visit, IsNew is_new) {
  std::vector<Node> open{tree.root()};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    visit(node);
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      const Node child = tree.child(node, slot);
      if (child != kNoNode && is_new(child)) open.push_back(child);
    }
  }
}
template <class Tree, class Visit>
void for_each_node(const Tree& tree, Visit visit) {
  for_each_node(tree, visit, [](Node) { return true; });
}

/// The root's children in order of move.
std::vector<RootChild> root_children(const TreeView& tree);

/// `first`, then the most visited moves (and outcomes of chance) after it, down to a leaf. Among
/// equally visited moves the one with more points comes first.
std::vector<std::uint32_t> principal_variation(const TreeView& tree, std::uint32_t first);

/// Whether a child's results reach its parent unchanged.
template <class Tree>
bool passes_unchanged(const Tree& tree) {
  if constexpr (requires { tree.clamps(); }) {
    return !tree.clamps();
  } else {
    return true;
  }
}

/// Checks the whole tree at rest. Returns a description of the first defect, or nothing. For every
/// child c with own visits e(c) = visits(c) - sum of visits(its children):
///
///   a leaf, or e(c) >= 1                                                    (nothing lost)
///   0 <= points(c) - (2 sum visits - sum points of its children) <= 2 e(c)   (nothing invented)
///   as many children with visits as were tried
///
/// The second line holds only where results pass unchanged. If the same player moves on, it has sum
/// points instead of 2 sum visits - sum points. If one thread ran every iteration with weight 1
/// and the arena was never full, e(c) = expand_after of every expanded child.
template <class Tree>
std::optional<std::string> find_defect(const Tree& tree, bool exact) {
  struct Sum {
    std::uint64_t visits = 0;
    std::uint64_t points = 0;
  };
  std::vector<Node> open{tree.root()};
  const auto sum_of = [&](Node node) {
    Sum sum;
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      sum.visits += visits_of(tree.stat(node, slot));
      sum.points += points_of(tree.stat(node, slot));
    }
    return sum;
  };
  const auto defect = [](const char* what, Node node, Slot slot) {
    return "node " + std::to_string(node) + ", child " + std::to_string(slot) + ": " + what;
  };
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    std::uint32_t tried = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      const std::uint64_t visits = visits_of(tree.stat(node, slot));
      const std::uint64_t points = points_of(tree.stat(node, slot));
      if (points > 2 * visits) return defect("more points than visits allow", node, slot);
      if (visits > 0) ++tried;
      const Node below = tree.child(node, slot);
      if (below == kNoNode) continue;
      const Sum sum = sum_of(below);
      if (sum.visits >= visits) return defect("fewer visits than its children have", node, slot);
      const std::uint64_t own = visits - sum.visits;
      if (exact && own != tree.expand_after()) return defect("expanded late", node, slot);
      const auto explained_by = [&](std::uint64_t passed_up) {
        return points >= passed_up && points <= passed_up + 2 * own;
      };
      if (!passes_unchanged(tree)) {
        // Proofs correct results on their way up.
      } else if (!explained_by(2 * sum.visits - sum.points) &&
                 (AlternatingGame<typename Tree::GameType> || !explained_by(sum.points))) {
        return defect("points that its children do not account for", node, slot);
      }
      open.push_back(below);
    }
    if (tried != tree.tried(node)) return defect("visits and tried moves disagree", node, tried);
  }
  return std::nullopt;
}

/// The descents in flight below all children of the tree together: 0 at rest. No worker may be
/// running.
template <class Tree>
std::uint64_t descents_in_flight(const Tree& tree) {
  std::uint64_t sum = 0;
  for_each_node(tree, [&](Node node) {
    for (Slot slot = 0; slot < tree.size(node); ++slot) sum += tree.in_flight(node, slot);
  });
  return sum;
}

/// Makes a result of a finished tree of `bytes` bytes and its workers' counts. The caller sets
/// `seconds`.
SearchResult make_result(const TreeView& tree, const IterationCounts& counts, std::size_t bytes,
                         FinalMove rule);
template <class Tree>
SearchResult make_result(const Tree& tree, const IterationCounts& counts, FinalMove rule) {
  return make_result(tree, counts, tree.arena().used(), rule);
}

/// Counts what the tree had before the search.
inline void count_kept(const Kept& kept, SearchResult& result) {
  result.tree.nodes += kept.nodes;
  result.count("kept_visits", kept.visits);
}

/// Counts how often the tree's statistics were halved: from the root, and `below` it alone. If they
/// were, the tree has fewer visits than the search had.
inline void count_halvings(const Halving& halving, SearchResult& result, std::uint64_t below = 0) {
  if (halving.times() + below > 0) result.count("halvings", halving.times() + below);
}

}  // namespace banyan
