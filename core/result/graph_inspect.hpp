// Reads a tree whose blocks may have several parents: each block once, and a validator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/result/inspect.hpp"
#include "core/tree/policy/policy_tree.hpp"

namespace banyan {

/// Calls visit(node) once for every block, however many moves lead to it. No worker may be running.
template <class Tree, class Visit>
void for_each_block(const Tree& tree, Visit visit) {
  std::unordered_set<Node> seen{tree.root()};
  for_each_node(tree, visit, [&](Node node) { return seen.insert(node).second; });
}

/// The sums over the moves that lead to a block (visits, points, number), and those over its own
/// moves.
struct BlockSums {
  std::uint64_t moves = 0;
  std::uint64_t visits = 0;
  std::uint64_t points = 0;
  std::uint64_t visits_below = 0;
  std::uint64_t points_below = 0;
};

template <class Tree>
std::unordered_map<Node, BlockSums> sums_of_blocks(const Tree& tree) {
  std::unordered_map<Node, BlockSums> blocks;
  for_each_block(tree, [&](Node node) {
    BlockSums& own = blocks[node];
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      const Stat stat = tree.stat(node, slot);
      own.visits_below += visits_of(stat);
      own.points_below += points_of(stat);
      const Node child = tree.child(node, slot);
      if (child == kNoNode) continue;
      BlockSums& below = blocks[child];
      ++below.moves;
      below.visits += visits_of(stat);
      below.points += points_of(stat);
    }
  });
  return blocks;
}

/// find_defect() (core/result/inspect.hpp) for trees whose blocks may have several parents. For a
/// block b, the m(b) moves that lead there, and own(b) = visits of these moves - visits of b's
/// children:
///
///   own(b) >= m(b)                                     (each move's first visits ended there)
///   0 <= points of those - (2 visits - points of b's children) <= 2 own(b)   (nothing invented)
///   visits of b's children <= visits of total(b) <= visits of those          (UCT2)
///   as many children with visits as were tried, and no descent in flight
///
/// The second line holds only where results pass unchanged. If one thread ran every iteration with
/// weight 1 and the arena was never full (`exact`), own(b) = expand_after m(b). If every block has
/// one parent, this equals find_defect().
template <class Tree>
std::optional<std::string> find_graph_defect(const Tree& tree, bool exact) {
  for (const auto& [node, sums] : sums_of_blocks(tree)) {
    const auto defect = [at = node](const char* what) {
      return "node " + std::to_string(at) + ": " + what;
    };
    std::uint32_t tried = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      const Stat stat = tree.stat(node, slot);
      if (points_of(stat) > 2 * visits_of(stat)) return defect("more points than visits allow");
      if (tree.in_flight(node, slot) > 0) return defect("descents that did not come back");
      if (visits_of(stat) > 0) ++tried;
    }
    if (tried != tree.tried(node)) return defect("visits and tried moves disagree");
    if (node == tree.root()) continue;
    if (sums.visits < sums.visits_below + sums.moves) return defect("fewer visits than below it");
    const std::uint64_t own = sums.visits - sums.visits_below;
    if (exact && own != sums.moves * tree.expand_after()) return defect("expanded late");
    const std::uint64_t passed_up = 2 * sums.visits_below - sums.points_below;
    const bool explained = sums.points >= passed_up && sums.points <= passed_up + 2 * own;
    if (passes_unchanged(tree) && !explained) {
      return defect("points that its children do not account for");
    }
    const std::uint64_t total = visits_of(tree.total(node));
    if (tree.has_totals() && (total < sums.visits_below || total > sums.visits)) {
      return defect("a total of other visits");
    }
  }
  return std::nullopt;
}

/// Describes the first defect of a tree or graph of points at rest, or returns nothing.
template <Game G>
std::optional<std::string> find_defect(const PolicyTree<G, PointResults<G>>& tree) {
  if (tree.is_graph()) return find_graph_defect(tree, false);
  if (descents_in_flight(tree) > 0) return "descents that did not come back";
  return find_defect(tree, false);
}

}  // namespace banyan
