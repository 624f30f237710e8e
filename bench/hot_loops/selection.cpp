// Selection: descents by the best child. They start at nodes all over a grown tree, each as often
// as the search passed it, since a tree at rest sends all descents from its root the same way. Each
// benchmark checks its descents against the selection rule, child by child.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "bench/hot_loops/hot_loop.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"

namespace banyan {
namespace {

/// The result of descents: levels passed, and the sum of the last nodes.
struct Passed {
  std::uint64_t levels = 0;
  std::uint64_t last_nodes = 0;

  void operator+=(const Passed& other) {
    levels += other.levels;
    last_nodes += other.last_nodes;
  }
  bool operator==(const Passed&) const = default;
};

template <class Tree>
Slot by_the_rule(const GrownTree<Tree>& grown, Node node) {
  const float exploration = grown.rule.exploration(visits_of(grown.total(node)));
  Slot best = 0;
  float best_value = -1;
  for (Slot slot = 0; slot < grown.tree.size(node); ++slot) {
    const float value = Ucb1::value(grown.tree.stat(node, slot), exploration);
    if (value > best_value) {
      best_value = value;
      best = slot;
    }
  }
  return best;
}

/// The selection of Iteration, from any node.
template <class Tree, class Best>
Passed descend(GrownTree<Tree>& grown, Node node, typename Tree::GameType position, Best best) {
  Passed passed;
  while (node != kNoNode && grown.tree.all_tried(node)) {
    const Slot slot = best(node);
    ++passed.levels;
    passed.last_nodes += node;
    grown.tree.enter(node, slot);
    position.play(grown.tree.move(node, slot));
    node = grown.tree.arrive(node, slot, position, grown.random, grown.lane);
    grown.tree.prefetch(node);
  }
  benchmark::DoNotOptimize(position);
  return passed;
}

template <class Tree>
void descents(benchmark::State& state) {
  struct Start {
    Node node;
    typename Tree::GameType position;
  };
  GrownTree<Tree> grown;
  std::vector<Start> starts;
  for (int i = 0; i < 65536; ++i) {
    const auto walk = grown.walk();
    const std::uint32_t level = grown.random.below(static_cast<std::uint32_t>(walk.path.size()));
    starts.push_back({walk.path[level].node, walk.positions[level]});
  }
  const auto all = [&](auto best) {
    Passed passed;
    for (const Start& start : starts) passed += descend(grown, start.node, start.position, best);
    return passed;
  };
  const Passed expected = all([&](Node node) { return by_the_rule(grown, node); });

  Passed passed;
  for (auto _ : state) passed += all([&](Node node) { return grown.tree.best(node); });

  report(state, "level", expected.levels);
  const auto rounds = static_cast<std::uint64_t>(state.iterations());
  if (passed != Passed{rounds * expected.levels, rounds * expected.last_nodes}) {
    state.SkipWithError("a descent left the path of the best children");
  }
}

BENCHMARK(descents<Tree<ConnectFour>>)->UseRealTime();
BENCHMARK(descents<NarrowTree<ConnectFour>>)->UseRealTime();
BENCHMARK(descents<Tree<Hex<11>>>)->UseRealTime();
BENCHMARK(descents<WideTree<Hex<11>>>)->UseRealTime();

}  // namespace
}  // namespace banyan
