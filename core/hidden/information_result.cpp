// Results and validation of information-set searches.
#include "core/hidden/information_result.hpp"

#include <bit>
#include <cmath>
#include <utility>
#include <vector>

namespace banyan {

SearchResult make_result(const InformationTrees& trees, int own_tree, std::uint64_t legal,
                         const IsmctsCounts& counts, int highest, FinalMove rule) {
  std::vector<RootChild> children;
  for (std::uint64_t left = legal; left != 0; left &= left - 1) {
    children.push_back({static_cast<std::uint32_t>(std::countr_zero(left)), 0, 0});
  }
  const Node root = trees.root(own_tree).child.load(std::memory_order_acquire);
  trees.for_each(root, [&](const Edge& edge, std::uint32_t code) {
    for (RootChild& child : children) {
      if (child.move != code) continue;
      child.visits = edge.visits.load(std::memory_order_relaxed);
      const auto points = static_cast<double>(edge.points.load(std::memory_order_relaxed));
      child.points = static_cast<std::uint64_t>(std::llround(points * kWin / highest));
      if (kWin % highest != 0 && child.visits > 0) {
        child.value = points / (static_cast<double>(child.visits) * highest);
      }
    }
  });
  SearchResult result = make_result(std::move(children), counts, trees.arena().used(), rule);
  result.count("steps", counts.steps);
  result.count("offers", counts.offers);
  return result;
}

void count_in_units(const Stakes& stakes, SearchResult& result) {
  if (stakes.counted(0) == 0 && stakes.counted(1) == 1) return;  // where a share is the unit
  result.value = stakes.counted(result.value);
  for (RootChild& child : result.children) {
    if (child.visits > 0) child.value = stakes.counted(child.mean());
  }
}

std::optional<std::string> find_defect(const InformationTrees& trees, const IsmctsCounts& counts,
                                       int highest) {
  std::uint64_t visits = 0;
  std::uint64_t available = 0;
  std::optional<std::string> defect;
  std::vector<Node> open;
  const auto follow = [&](const Edge& edge) {
    const Node node = edge.child.load(std::memory_order_acquire);
    if (node != kNoNode) open.push_back(node);
  };
  for (int tree = 0; tree < trees.trees(); ++tree) follow(trees.root(tree));
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    trees.for_each(node, [&](const Edge& edge, std::uint32_t /*code*/) {
      const std::uint64_t n = edge.visits.load(std::memory_order_relaxed);
      const std::uint64_t a = edge.available.load(std::memory_order_relaxed);
      const std::uint64_t points = edge.points.load(std::memory_order_relaxed);
      if (a > 0 && n > a) defect = "a move was chosen more often than it was available";
      if (points > n * static_cast<std::uint64_t>(highest)) {
        defect = "a move has more points than its visits can bring";
      }
      visits += n;
      available += a;
      follow(edge);
    });
  }
  if (visits != counts.steps) {
    return "edges have " + std::to_string(visits) + " visits, iterations made " +
           std::to_string(counts.steps);
  }
  if (available != counts.offers) {
    return "moves were available " + std::to_string(available) + " times, offered " +
           std::to_string(counts.offers);
  }
  return defect;
}

}  // namespace banyan
