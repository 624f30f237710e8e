// The two functions of UCB1, from tables and from the standard library, for the visits along walks
// through a grown tree. Each benchmark checks its values against the standard library's.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "bench/hot_loops/hot_loop.hpp"
#include "core/base/tables.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {
namespace {

using Visits = std::vector<std::uint32_t>;

float std_sqrt_log(std::uint32_t n) { return std::sqrt(std::log(static_cast<float>(n))); }
float std_inverse_sqrt(std::uint32_t n) { return 1.0F / std::sqrt(static_cast<float>(n)); }

/// The visits of nodes that a search passes: the arguments of sqrt_log.
Visits of_nodes() {
  GrownTree<NarrowTree<ConnectFour>> grown;
  Visits visits;
  for (const Node node : grown.passed_nodes(32768)) visits.push_back(visits_of(grown.total(node)));
  return visits;
}

/// The visits of their children: the arguments of inverse_sqrt.
Visits of_children() {
  GrownTree<NarrowTree<ConnectFour>> grown;
  Visits visits;
  for (const Node node : grown.passed_nodes(32768 / ConnectFour::kMaxMoves)) {
    for (Slot slot = 0; slot < grown.tree.size(node); ++slot) {
      visits.push_back(visits_of(grown.tree.stat(node, slot)));
    }
  }
  return visits;
}

/// `error` is relative.
template <class Function, class Standard>
void values(benchmark::State& state, const Visits& visits, Function function, Standard standard,
            double error) {
  for (auto _ : state) {
    for (const std::uint32_t n : visits) {
      float value = function(n);
      benchmark::DoNotOptimize(value);
    }
  }
  report(state, "value", visits.size());
  for (const std::uint32_t n : visits) {
    const double expected = standard(static_cast<double>(n));
    if (std::abs(function(n) - expected) > error * expected) {
      return state.SkipWithError("a value is not the function's");
    }
  }
}

template <float (*Function)(std::uint32_t)>
void sqrt_log(benchmark::State& state) {
  values(
      state, of_nodes(), Function, [](double n) { return std::sqrt(std::log(n)); }, 1e-5);
}

template <float (*Function)(std::uint32_t)>
void inverse_sqrt(benchmark::State& state) {
  values(
      state, of_children(), Function, [](double n) { return 1 / std::sqrt(n); }, 1e-6);
}

BENCHMARK(sqrt_log<Tables::sqrt_log>)->UseRealTime();
BENCHMARK(sqrt_log<std_sqrt_log>)->UseRealTime();
BENCHMARK(inverse_sqrt<Tables::inverse_sqrt>)->UseRealTime();
BENCHMARK(inverse_sqrt<std_inverse_sqrt>)->UseRealTime();

}  // namespace
}  // namespace banyan
