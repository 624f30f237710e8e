// Reads a tree of a game of any kind after the search: its result, and a validator.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/result/counts.hpp"
#include "core/result/graph_inspect.hpp"
#include "core/result/result.hpp"
#include "core/tree/policy/policy_tree.hpp"

namespace banyan {

/// The root's children in order of move, with expected results for the player to move. A child
/// without visits has the lowest value of all. No worker may be running.
template <Game G>
std::vector<RootChild> root_children(const GeneralTree<G>& tree) {
  const Node root = tree.root();
  std::vector<RootChild> children;
  const std::vector<float> scores = tree.gumbel_scores(root);
  double lowest = HUGE_VAL;
  for (Slot slot = 0; slot < tree.size(root); ++slot) {
    const std::uint32_t visits = tree.visits(root, slot);
    children.push_back({tree.move(root, slot), visits, 0});
    if (!scores.empty()) children.back().score = scores[slot];
    children.back().prior = prior_at(tree, root, slot);
    if (tree.proves()) {
      const Proof proof = tree.proof(root, slot)[tree.mover(root)];
      children.back().lowest = proof.low();
      children.back().highest = proof.high();
    }
    if (visits == 0) continue;
    children.back().value = tree.expected(root, slot, tree.mover(root));
    lowest = std::min(lowest, *children.back().value);
  }
  if (lowest < HUGE_VAL) {
    for (RootChild& child : children) child.value = child.value.value_or(lowest);
  }
  sort_by_move(children);
  return children;
}

/// The value of a visited move of the root to every player.
template <Game G>
std::vector<double> values_after(const GeneralTree<G>& tree, std::uint32_t move) {
  const Slot slot = tree.slot_of(tree.root(), static_cast<typename G::Move>(move));
  std::vector<double> values;
  for (Player player = 0; player < tree.players(); ++player) {
    values.push_back(tree.expected(tree.root(), slot, player));
  }
  return values;
}

/// Makes a result of a finished tree and its workers' counts; the caller sets `seconds`.
template <Game G>
SearchResult make_result(const GeneralTree<G>& tree, const IterationCounts& counts,
                         FinalMove rule) {
  SearchResult result = make_result(root_children(tree), counts, tree.arena().used(), rule);
  if (tree.players() != 2 && counts.iterations > 0) {
    result.values = values_after(tree, result.best_move);
  }
  result.principal_variation = principal_variation(tree, result.best_move);
  return result;
}

/// Checks the whole tree at rest. Returns a description of the first defect, or nothing. For every
/// child:
///
///   nothing is in flight
///   of a decision, as many children with visits as were tried
///   every value is a number, and without rewards the mean is within 0 and 1 for every player
///   what is proven of it is what its children prove                       (not in a graph, where
///                                                     moves learn it with the next descent)
///
/// and for every node, over all moves that lead there: their visits >= its children's visits
/// (nothing lost).
template <Game G>
std::optional<std::string> find_defect(const GeneralTree<G>& tree) {
  const auto defect = [](const char* what, Node node, Slot slot) {
    return "node " + std::to_string(node) + ", child " + std::to_string(slot) + ": " + what;
  };
  const bool pruned = tree.prunes() && tree.arena().used() == tree.arena().capacity();
  std::optional<std::string> found;
  std::unordered_map<Node, std::int64_t> own;  // visits that ended there
  for_each_block(tree, [&](Node node) {
    std::uint32_t tried = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (tree.in_flight(node, slot) != 0) found = defect("a descent is in flight", node, slot);
      if (tree.visits(node, slot) == 0) continue;
      ++tried;
      for (Player player = 0; player < tree.players(); ++player) {
        const double mean = tree.mean(node, slot, player);
        const bool possible = RewardGame<G> || (mean >= 0 && mean <= 1);
        if (!possible || !std::isfinite(mean) || !std::isfinite(tree.value(node, slot, player))) {
          found = defect("a value that no game has", node, slot);
        }
      }
      own[node] -= tree.visits(node, slot);
      const Node below = tree.child(node, slot);
      if (below == kNoNode) continue;
      own[below] += tree.visits(node, slot);
      // A child's proof outlives the nodes that proved it.
      if (tree.proves() && !tree.is_graph() && !pruned &&
          tree.proof(node, slot) != tree.proof_of(below)) {
        found = defect("not what its children prove", node, slot);
      }
    }
    if (tree.mover(node) != kChance && tried != tree.tried(node)) {
      found = defect("visits and tried moves disagree", node, tried);
    }
  });
  for (const auto& [node, visits] : own) {
    if (visits < 0 && node != tree.root()) found = defect("fewer visits than below it", node, 0);
  }
  return found;
}

}  // namespace banyan
