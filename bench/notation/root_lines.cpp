// Reads lines from the outline of a tree.
#include "bench/notation/root_lines.hpp"

namespace banyan::bench {

RootLines root_lines(const std::vector<OutlineNode>& outline, const SearchResult& result) {
  RootLines lines;
  for (const OutlineNode& first : outline) {
    Line& line = lines[first.move];
    for (const OutlineNode* node = &first;; node = &node->children.front()) {
      line.push_back(node->move);
      if (node->children.empty()) break;
    }
  }
  lines[result.best_move] = result.principal_variation;
  return lines;
}

Line line_of(const RootLines& lines, std::uint32_t move) {
  const auto known = lines.find(move);
  return known == lines.end() ? Line{move} : known->second;
}

}  // namespace banyan::bench
