// Reads lines from the outline of a tree.
#include "bench/notation/root_lines.hpp"

namespace banyan::bench {

RootLines root_lines(const AnyEngine& engine, const SearchResult& result, std::size_t most) {
  constexpr int kLongest = 32;
  RootLines lines;
  for (const OutlineNode& first : engine.outline({kLongest, most, true})) {
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
