// A tree that asks: what it costs to ask for a leaf and to tell its value, in lists of 64. Each
// search makes so many visits from the first position. Each benchmark checks that none was lost.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/hot_loops/hot_loop.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "parallel/asked/asked_tree.hpp"

namespace banyan {
namespace {

constexpr std::uint64_t kVisits = 100'000;
constexpr std::size_t kList = 64;

/// With `priors` each leaf is told a weight for each of its moves.
template <Game G>
void asked_leaves(benchmark::State& state, bool priors) {
  BatchedOptions options;
  options.policy.select = SelectionRule::kPuct;
  options.exploration = 1.5;
  std::vector<float> weights;
  for (auto _ : state) {
    AskedTree<G> tree(options, G(), {.seed = 1});
    Random random({1});
    while (tree.visits() < kVisits) {
      for (const AskedLeaf<G>& leaf : tree.ask(kList)) {
        weights.resize(priors ? leaf.moves.size() : 0);
        for (float& weight : weights) weight = static_cast<float>(0.1 + random.unit());
        const double value = random.unit();
        tree.tell(leaf.id, {{value, 1 - value}, weights});
      }
    }
    if (!tree.waiting().empty()) return state.SkipWithError("a leaf was lost");
  }
  report(state, "pair", kVisits);
}

void connect_four(benchmark::State& state) { asked_leaves<ConnectFour>(state, true); }
void hex(benchmark::State& state) { asked_leaves<Hex<7>>(state, true); }
void hex_without_priors(benchmark::State& state) { asked_leaves<Hex<7>>(state, false); }

BENCHMARK(connect_four)->Name("asked_leaves/connect_four")->Unit(benchmark::kMillisecond);
BENCHMARK(hex)->Name("asked_leaves/hex:size=7")->Unit(benchmark::kMillisecond);
BENCHMARK(hex_without_priors)
    ->Name("asked_leaves/hex:size=7, no priors")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace banyan
