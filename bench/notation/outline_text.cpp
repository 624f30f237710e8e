// Walks an outline together with its positions, which name the moves.
#include "bench/notation/outline_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

std::unique_ptr<AnyGame> after(const AnyGame& position, std::uint32_t move) {
  auto next = position.clone();
  next->play(move);
  return next;
}

std::uint64_t visits_of_all(const std::vector<OutlineNode>& nodes) {
  std::uint64_t sum = 0;
  for (const OutlineNode& node : nodes) sum += node.visits;
  return sum;
}

void draw(const AnyGame& position, const std::vector<OutlineNode>& nodes, const std::string& indent,
          std::string& text) {
  for (const OutlineNode& node : nodes) {
    const bool last = &node == &nodes.back();
    text += fmt::format("{}{} {:<6} {} visits, value {:.3f}\n", indent, last ? "└─" : "├─",
                        position.to_text(node.move), format_count(node.visits), node.value);
    draw(*after(position, node.move), node.children, indent + (last ? "   " : "│  "), text);
  }
}

/// Adds the nodes below the one numbered `parent`; numbers continue from `count`.
void graph(const AnyGame& position, const std::vector<OutlineNode>& nodes, int parent, double whole,
           int& count, std::string& text) {
  for (const OutlineNode& node : nodes) {
    const int number = ++count;
    const double share = static_cast<double>(node.visits) / whole;
    text += fmt::format("  n{} [label=\"{}\\n{}\\n{:.3f}\"];\n  n{} -> n{} [penwidth={:.2f}];\n",
                        number, position.to_text(node.move), format_count(node.visits), node.value,
                        parent, number, std::max(0.5, 8 * share));
    graph(*after(position, node.move), node.children, number, whole, count, text);
  }
}

}  // namespace

std::string outline_text(const AnyGame& position, const std::vector<OutlineNode>& nodes) {
  std::string text;
  draw(position, nodes, "", text);
  return text;
}

std::string outline_graph(const AnyGame& position, const std::vector<OutlineNode>& nodes) {
  std::string text =
      "digraph tree {\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
      "  n0 [label=\"root\"];\n";
  int count = 0;
  const double whole = std::max(1.0, static_cast<double>(visits_of_all(nodes)));
  graph(position, nodes, 0, whole, count, text);
  return text + "}\n";
}

Json outline_json(const AnyGame& position, const std::vector<OutlineNode>& nodes) {
  Json array = Json::array();
  for (const OutlineNode& node : nodes) {
    array.push_back({{"move", position.to_text(node.move)},
                     {"visits", node.visits},
                     {"value", node.value},
                     {"children", outline_json(*after(position, node.move), node.children)}});
  }
  return array;
}

}  // namespace banyan::bench
