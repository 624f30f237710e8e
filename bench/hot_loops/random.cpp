// Random numbers: the engines' generator and the standard library's, raw and below a bound. Each
// benchmark checks the mean of its numbers.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <random>

#include "bench/hot_loops/hot_loop.hpp"

namespace banyan {
namespace {

/// Adds up numbers that should be uniform in [0, bound), 1024 per iteration.
template <class Draw>
void check_mean(benchmark::State& state, std::uint64_t bound, Draw draw) {
  constexpr int kNumbers = 1024;
  std::uint64_t sum = 0;
  for (auto _ : state) {
    for (int i = 0; i < kNumbers; ++i) sum += draw();
  }
  report(state, "number", kNumbers);
  const auto count = static_cast<double>(state.iterations()) * kNumbers;
  const auto range = static_cast<double>(bound);
  // Six standard deviations of the mean; a number's deviation is range / sqrt(12).
  const double error = 6 * range / std::sqrt(12 * count);
  if (std::abs(static_cast<double>(sum) / count - (range - 1) / 2) > error) {
    state.SkipWithError("the mean is not that of uniform numbers");
  }
}

constexpr std::uint64_t kHalfWord = std::uint64_t{1} << 32U;

void wyrand_next(benchmark::State& state) {
  Random random({1});
  check_mean(state, kHalfWord, [&] { return random.next() >> 32U; });
}

void mt19937_next(benchmark::State& state) {
  std::mt19937_64 random(1);
  check_mean(state, kHalfWord, [&] { return random() >> 32U; });
}

void wyrand_below(benchmark::State& state) {
  const auto bound = static_cast<std::uint32_t>(state.range(0));
  Random random({1});
  check_mean(state, bound, [&] { return random.below(bound); });
}

void mt19937_below(benchmark::State& state) {
  const auto bound = static_cast<std::uint32_t>(state.range(0));
  std::mt19937_64 random(1);
  std::uniform_int_distribution<std::uint32_t> distribution(0, bound - 1);
  check_mean(state, bound, [&] { return distribution(random); });
}

BENCHMARK(wyrand_next)->UseRealTime();
BENCHMARK(mt19937_next)->UseRealTime();
BENCHMARK(wyrand_below)->Arg(7)->Arg(121)->UseRealTime();
BENCHMARK(mt19937_below)->Arg(7)->Arg(121)->UseRealTime();

}  // namespace
}  // namespace banyan
