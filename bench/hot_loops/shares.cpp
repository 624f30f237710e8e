// Level batches: visits split over the children of nodes that a search passes, up to 7 of them in
// Connect Four and 121 in Hex. The argument is the visits per node. Each benchmark checks that all
// visits are given, and to children.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "bench/hot_loops/hot_loop.hpp"
#include "core/search/level_batch.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"

namespace banyan {
namespace {

template <class Tree>
using Shares = VisitShares<Tree::GameType::kMaxMoves>;

template <class Tree>
bool shares_out(const Shares<Tree>& shares, const Tree& tree, Node node, std::uint32_t visits) {
  std::uint32_t given = 0;
  for (const Slot slot : shares.chosen()) {
    if (slot >= tree.size(node)) return false;
    if (shares.before(slot) != visits_of(tree.stat(node, slot))) return false;
    given += shares.given(slot);
  }
  return given == visits;
}

template <class Tree>
void split(benchmark::State& state) {
  GrownTree<Tree> grown;
  const std::vector<Node> nodes = grown.passed_nodes(4096);
  const auto visits = static_cast<std::uint32_t>(state.range(0));
  Shares<Tree> shares;
  for (auto _ : state) {
    for (const Node node : nodes) {
      shares.split(grown.tree, node, grown.rule, visits);
      benchmark::DoNotOptimize(shares);
    }
  }
  report(state, "node", nodes.size());
  for (const Node node : nodes) {
    shares.split(grown.tree, node, grown.rule, visits);
    if (!shares_out(shares, grown.tree, node, visits)) {
      return state.SkipWithError("the shares are not what was to be shared out");
    }
  }
}

BENCHMARK(split<NarrowTree<ConnectFour>>)->Arg(1)->Arg(16)->Arg(512)->UseRealTime();
BENCHMARK(split<WideTree<Hex<11>>>)->Arg(1)->Arg(16)->Arg(512)->UseRealTime();

}  // namespace
}  // namespace banyan
