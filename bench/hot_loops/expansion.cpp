// Expansion: the children of leaves of a grown tree, in a tree with memory from the last search. In
// WideTree they are a seed, not a block. Each benchmark checks that a node's untried moves are the
// legal ones.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/hot_loops/hot_loop.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"

namespace banyan {
namespace {

template <class Tree>
bool has_moves_of(Tree& tree, Node node, const typename Tree::GameType& position) {
  auto legal = position.legal_moves();
  auto untried = legal;
  untried.clear();
  Random random(StreamKey{});
  while (!tree.all_tried(node) && untried.size() < legal.size()) {
    Slot slot = 0;
    tree.try_next(node, slot, random);
    untried.push_back(tree.move(node, slot));
  }
  std::sort(legal.begin(), legal.end());
  std::sort(untried.begin(), untried.end());
  return tree.all_tried(node) &&
         std::equal(legal.begin(), legal.end(), untried.begin(), untried.end());
}

template <class Tree>
void leaves(benchmark::State& state) {
  using G = typename Tree::GameType;
  GrownTree<Tree> grown;
  std::vector<G> leaves;
  while (leaves.size() < 16384) {
    const G leaf = grown.walk().end;
    if (!leaf.over()) leaves.push_back(leaf);
  }
  std::vector<Node> nodes(leaves.size());

  for (auto _ : state) {
    grown.tree.start(grown.root, grown.random);
    Arena::Lane lane(grown.tree.arena());
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      nodes[i] = grown.tree.make_node(leaves[i], grown.random, lane);
    }
    benchmark::ClobberMemory();
  }

  report(state, "node", leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (!has_moves_of(grown.tree, nodes[i], leaves[i])) {
      return state.SkipWithError("a node's moves are not those of its position");
    }
  }
}

BENCHMARK(leaves<Tree<ConnectFour>>)->UseRealTime();
BENCHMARK(leaves<NarrowTree<ConnectFour>>)->UseRealTime();
BENCHMARK(leaves<Tree<Hex<11>>>)->UseRealTime();
BENCHMARK(leaves<WideTree<Hex<11>>>)->UseRealTime();

}  // namespace
}  // namespace banyan
