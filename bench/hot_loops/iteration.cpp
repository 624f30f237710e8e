// Whole iterations of exact search, and the same with a drawn result instead of the playout: the
// difference is the playout's cost. The argument is the number of iterations from an empty tree;
// small trees stay in the caches. `chain` measures a cycle. Each benchmark checks its tree.
#include <benchmark/benchmark.h>

#include <cstdint>

#include "bench/hot_loops/hot_loop.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {
namespace {

/// A result without a game, as balanced as a playout's.
struct Drawn {
  template <Game G>
  Evaluation operator()(const G& /*position*/, Random& random) const {
    return {1, kWin * random.below(2)};
  }
};

template <class G, class Playout>
void iterations(benchmark::State& state) {
  using Tree = OwnedTree<G>;
  const auto count = static_cast<std::uint64_t>(state.range(0));
  Tree tree(std::size_t{1} << 30U, Ucb1(SearchOptions{}.exploration), 1);
  IterationCounts counts;
  std::uint64_t seed = 0;
  for (auto _ : state) {
    Random random(StreamKey{++seed, 0, 0, 0});
    tree.start(G{}, random);
    UctIteration<Tree> iteration(tree, G{}, random);
    for (std::uint64_t i = 0; i < count; ++i) iteration.run(Playout{});
    counts = iteration.counts();
  }
  report(state, "iteration", count);
  const auto n = static_cast<double>(count);
  state.counters["depth"] = static_cast<double>(counts.depth_sum) / n;
  state.counters["finished"] = static_cast<double>(counts.finished) / n;
  state.counters["bytes"] = static_cast<double>(tree.arena().used()) / n;
  if (counts.iterations != count || find_defect(tree, true)) {
    state.SkipWithError("the tree is not that of so many iterations");
  }
}

/// Dependent multiplications, of three cycles each on x86-64 since 2008.
void chain(benchmark::State& state) {
  constexpr std::int64_t kLinks = 100'000;
  std::uint64_t x = 3;
  for (auto _ : state) {
    for (std::int64_t i = 0; i < kLinks; ++i) {
      x *= 0x9E3779B97F4A7C15U;
      benchmark::DoNotOptimize(x);
    }
  }
  report(state, "multiplication", kLinks);
  if (x % 2 == 0) state.SkipWithError("odd numbers have odd products");
}

constexpr std::int64_t kSmall = 1 << 12;
constexpr std::int64_t kLarge = 1 << 21;

BENCHMARK(iterations<ConnectFour, SinglePlayout>)->Range(kSmall, kLarge)->UseRealTime();
BENCHMARK(iterations<ConnectFour, Drawn>)->Range(kSmall, kLarge)->UseRealTime();
BENCHMARK(chain)->UseRealTime();

}  // namespace
}  // namespace banyan
