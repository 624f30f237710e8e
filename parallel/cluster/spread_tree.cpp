// The validator of a tree that is spread over many workers.
#include "parallel/cluster/spread_tree.hpp"

#include <array>
#include <string>

namespace banyan {
namespace {

struct Sums {
  std::uint64_t visits = 0;
  std::array<std::uint64_t, 2> points{};  // of each player
};

Sums sums_of(const SpreadNode& node) {
  Sums sums;
  for (const SpreadChild& child : node.children) {
    const std::uint64_t visits = visits_of(child.stat);
    const std::uint64_t points = points_of(child.stat);
    sums.visits += visits;
    sums.points[node.mover == 0 ? 0 : 1] += points;
    sums.points[node.mover == 0 ? 1 : 0] += kWin * visits - points;
  }
  return sums;
}

}  // namespace

std::optional<std::string> find_spread_defect(const std::vector<std::vector<SpreadNode>>& parts,
                                              std::uint64_t visits, bool whole) {
  std::unordered_map<NodeKey, const SpreadNode*> all;
  const int workers = static_cast<int>(parts.size());
  for (int worker = 0; worker < workers; ++worker) {
    for (const SpreadNode& node : parts[static_cast<std::size_t>(worker)]) {
      if (home_of(node.key, workers) != worker) return "a node that is not at home";
      if (!all.emplace(node.key, &node).second) return "a node that is there twice";
    }
  }
  const auto root = all.find(kRootKey);
  if (root == all.end()) return "no root";
  if (sums_of(*root->second).visits != visits) {
    return "the root has " + std::to_string(sums_of(*root->second).visits) + " visits, not " +
           std::to_string(visits);
  }
  std::vector<const SpreadNode*> open{root->second};
  std::size_t reached = 0;
  while (!open.empty()) {
    const SpreadNode& node = *open.back();
    open.pop_back();
    ++reached;
    const auto defect = [&](const char* what, const SpreadChild& child) {
      return "node " + std::to_string(node.key) + ", move " + std::to_string(child.move) + ": " +
             what;
    };
    std::uint32_t tried = 0;
    for (const SpreadChild& child : node.children) {
      const std::uint64_t n = visits_of(child.stat);
      const std::uint64_t points = points_of(child.stat);
      if (child.in_flight != 0) return defect("a descent that did not come back", child);
      if (points > 2 * n) return defect("more points than visits allow", child);
      if (n > 0) ++tried;
      const auto below = all.find(child_key(node.key, child.move));
      if (below == all.end()) continue;
      const Sums sums = sums_of(*below->second);
      if (sums.visits + (whole ? 1 : 0) > n)
        return defect("fewer visits than its children have", child);
      const std::uint64_t passed_up = sums.points[node.mover == 0 ? 0 : 1];
      const std::uint64_t own = n - sums.visits;
      if (points < passed_up || points > passed_up + 2 * own) {
        return defect("points that its children do not account for", child);
      }
      open.push_back(below->second);
    }
    if (whole ? tried != node.tried : tried > node.tried) return "visits and tried moves disagree";
  }
  if (reached != all.size()) return "nodes that the root does not lead to";
  return std::nullopt;
}

}  // namespace banyan
