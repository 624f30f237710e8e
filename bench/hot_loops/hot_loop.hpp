// Shared by the hot loops: a tree as a search leaves it, walks through it, and reporting a rate.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/search/search.hpp"

namespace banyan {

/// Reports items per second and seconds per item, under the item's name; `each` are those of an
/// iteration of the benchmark.
inline void report(benchmark::State& state, const std::string& item, std::size_t each) {
  const auto items = state.iterations() * static_cast<std::int64_t>(each);
  state.SetItemsProcessed(items);
  state.counters["s/" + item] = benchmark::Counter(
      static_cast<double>(items), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// A tree that a search of 2^19 iterations has grown: larger than the L2 cache.
template <class Tree>
struct GrownTree {
  using G = typename Tree::GameType;

  struct Step {
    Node node;
    Slot slot;
  };
  struct Walk {
    std::vector<Step> path;
    std::vector<G> positions;  // before each step
    G end;
  };

  GrownTree() : tree(std::size_t{1} << 30U, rule, 1), lane(tree.arena()) {
    tree.start(root, random);
    UctIteration<Tree> iteration(tree, root, Random({2}));
    for (int i = 0; i < 1 << 19; ++i) iteration.run(SinglePlayout{});
  }

  /// Goes down to a leaf or to a node with untried moves. It chooses children in proportion to
  /// their visits, so it passes each node as often as the search did.
  Walk walk() {
    Walk walk{{}, {}, root};
    Node node = tree.root();
    while (node != kNoNode && tree.all_tried(node)) {
      const Slot slot = visited_child(node);
      walk.path.push_back({node, slot});
      walk.positions.push_back(walk.end);
      walk.end.play(tree.move(node, slot));
      node = tree.arrive(node, slot, walk.end, random, lane);
    }
    return walk;
  }

  /// The nodes along walks, at least so many.
  std::vector<Node> passed_nodes(std::size_t least) {
    std::vector<Node> nodes;
    while (nodes.size() < least) {
      for (const Step step : walk().path) nodes.push_back(step.node);
    }
    return nodes;
  }

  [[nodiscard]] Stat total(Node node) const {
    Stat sum = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) sum += tree.stat(node, slot);
    return sum;
  }

  const G root{};
  const Ucb1 rule{SearchOptions{}.exploration};
  Random random{{1}};
  Tree tree;
  Arena::Lane lane;

 private:
  Slot visited_child(Node node) {
    std::uint32_t rank = random.below(visits_of(total(node)));
    for (Slot slot = 0;; ++slot) {
      const std::uint32_t visits = visits_of(tree.stat(node, slot));
      if (rank < visits) return slot;
      rank -= visits;
    }
  }
};

}  // namespace banyan
