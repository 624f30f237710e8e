// Sums up workers' counts and makes a result of them.
#include "core/result/counts.hpp"

#include <algorithm>
#include <utility>

namespace banyan {

IterationCounts& IterationCounts::operator+=(const IterationCounts& other) {
  iterations += other.iterations;
  visits += other.visits;
  nodes += other.nodes;
  finished += other.finished;
  dropped += other.dropped;
  lost_expansions += other.lost_expansions;
  lost_blocks += other.lost_blocks;
  full += other.full;
  pruned += other.pruned;
  depth_sum += other.depth_sum;
  depth_max = std::max(depth_max, other.depth_max);
  return *this;
}

SearchResult make_result(std::vector<RootChild> children, const IterationCounts& counts,
                         std::size_t bytes, FinalMove rule) {
  SearchResult result;
  result.iterations = counts.iterations;
  result.playouts = counts.visits - counts.finished;
  result.finished = counts.finished;
  const RootChild& best = children[choose_final(children, rule)];
  result.best_move = best.move;
  result.proven = proven_value(children);
  result.value = result.proven ? static_cast<double>(*result.proven) / kWin : best.expected();
  result.principal_variation = {best.move};
  result.tree.nodes = counts.nodes - counts.pruned + 1;
  result.tree.bytes = bytes;
  if (counts.iterations > 0) {
    result.tree.mean_depth =
        static_cast<double>(counts.depth_sum) / static_cast<double>(counts.iterations);
  }
  result.tree.max_depth = counts.depth_max;
  result.counters = {{"lost_blocks", counts.lost_blocks},
                     {"lost_expansions", counts.lost_expansions},
                     {"refused_expansions", counts.full}};
  if (counts.pruned > 0) result.count("pruned_nodes", counts.pruned);
  if (counts.dropped > 0) result.count("stopped_playouts", counts.dropped);
  result.children = std::move(children);
  return result;
}

}  // namespace banyan
