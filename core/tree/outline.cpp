// Which children an outline shows.
#include "core/tree/outline.hpp"

#include <algorithm>
#include <tuple>

namespace banyan {
namespace {

std::vector<OutlineNode> outline_of(const TreeView& tree, Node node, Player before,
                                    OutlineSize size) {
  std::vector<SeenChild> children = tree.children(node, before);
  std::erase_if(children, [](const SeenChild& child) { return child.visits == 0; });
  std::stable_sort(children.begin(), children.end(), [](const SeenChild& a, const SeenChild& b) {
    return std::tie(a.visits, a.points) > std::tie(b.visits, b.points);
  });
  if (children.size() > size.widest) children.resize(size.widest);

  std::vector<OutlineNode> nodes;
  for (const SeenChild& child : children) {
    nodes.push_back({child.move, child.visits, child.value, {}});
    if (size.depth > 1 && child.below != kNoNode) {
      nodes.back().children =
          outline_of(tree, child.below, child.perspective,
                     {size.depth - 1, size.lines ? 1 : size.widest, size.lines});
    }
  }
  return nodes;
}

}  // namespace

std::vector<OutlineNode> outline(const TreeView& tree, OutlineSize size) {
  return outline_of(tree, tree.root(), 0, size);
}

}  // namespace banyan
