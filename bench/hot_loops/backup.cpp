// Backup: results added along the paths of a grown tree. NarrowTree and WideTree also find the best
// children here, Tree does so on selection. There are few rounds, since each adds 16384 visits to
// the tree's half million. Each benchmark checks that no result was lost.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "bench/hot_loops/hot_loop.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"

namespace banyan {
namespace {

template <class Tree>
void paths(benchmark::State& state) {
  struct Path {
    std::vector<typename GrownTree<Tree>::Step> steps;
    std::uint32_t points;  // for the player to move at the root
  };
  GrownTree<Tree> grown;
  std::vector<Path> paths(16384);
  Stat sum = 0;
  std::size_t levels = 0;
  for (Path& path : paths) {
    path = {grown.walk().path, grown.random.below(kWin + 1)};
    sum += make_stat(1, path.points);
    levels += path.steps.size();
  }
  const Stat before = grown.total(grown.tree.root());

  for (auto _ : state) {
    for (const Path& path : paths) {
      std::uint32_t points = path.points;
      for (const auto step : path.steps) {
        grown.tree.leave(step.node, step.slot, 1, points);
        points = kWin - points;
      }
    }
    benchmark::ClobberMemory();
  }

  report(state, "level", levels);
  const auto rounds = static_cast<std::uint64_t>(state.iterations());
  if (grown.total(grown.tree.root()) != before + rounds * sum) {
    state.SkipWithError("the root does not have the results that were added");
  }
  if (find_defect(grown.tree, false)) state.SkipWithError("a result was lost on the way");
}

BENCHMARK(paths<Tree<ConnectFour>>)->Iterations(100)->UseRealTime();
BENCHMARK(paths<NarrowTree<ConnectFour>>)->Iterations(100)->UseRealTime();
BENCHMARK(paths<Tree<Hex<11>>>)->Iterations(100)->UseRealTime();
BENCHMARK(paths<WideTree<Hex<11>>>)->Iterations(100)->UseRealTime();

}  // namespace
}  // namespace banyan
