// What a search returns of its tree.
#include "core/result/inspect.hpp"

#include <algorithm>
#include <tuple>

namespace banyan {

std::vector<RootChild> root_children(const TreeView& tree) {
  std::vector<RootChild> children;
  for (const SeenChild& child : tree.children(tree.root())) {
    children.push_back({child.move, child.visits, child.points, std::nullopt, child.lowest,
                        child.highest, child.prior, child.score});
  }
  sort_by_move(children);
  return children;
}

std::vector<std::uint32_t> principal_variation(const TreeView& tree, std::uint32_t first) {
  std::vector<std::uint32_t> line;
  for (Node node = tree.root(); node != kNoNode;) {
    const std::vector<SeenChild> children = tree.children(node);
    const auto best =
        line.empty()
            ? std::find_if(children.begin(), children.end(),
                           [&](const SeenChild& child) { return child.move == first; })
            : std::max_element(children.begin(), children.end(),
                               [](const SeenChild& a, const SeenChild& b) {
                                 return std::tie(a.visits, a.points) < std::tie(b.visits, b.points);
                               });
    if (best == children.end() || best->visits == 0) break;
    line.push_back(best->move);
    node = best->below;
  }
  return line;
}

SearchResult make_result(const TreeView& tree, const IterationCounts& counts, std::size_t bytes,
                         FinalMove rule) {
  SearchResult result = make_result(root_children(tree), counts, bytes, rule);
  result.principal_variation = principal_variation(tree, result.best_move);
  return result;
}

}  // namespace banyan
