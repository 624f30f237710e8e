// How far searches overshoot a time limit. An item is a search of 5 ms.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "bench/engines.hpp"
#include "bench/games.hpp"

namespace banyan::bench {
namespace {

void overshoot(benchmark::State& state, const std::string& game, const std::string& engine) {
  constexpr std::chrono::milliseconds kLimit(5);
  const GameChoice choice = parse_game(game);
  const auto search = choice.start->make_engine(parse_engine(engine));
  std::vector<double> beyond;
  for (std::uint64_t i = 0; auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    const SearchResult found = search->search(*choice.start, {0, 0, kLimit}, {1, i++, 0, 0}, {});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    beyond.push_back(taken.count() - std::chrono::duration<double>(kLimit).count());
    if (found.root_visits() != found.playouts) return state.SkipWithError("visits were lost");
  }
  std::sort(beyond.begin(), beyond.end());
  state.counters["median_s"] = beyond[beyond.size() / 2];
  state.counters["p99_s"] = beyond[beyond.size() * 99 / 100];
}

const bool kRegistered = [] {
  for (const char* game : {"connect_four", "hex", "go"}) {
    for (const char* engine :
         {"seq", "seq:batch=512", "leaf:threads=2", "root:threads=2", "tree:threads=2",
          "tree:threads=2,batch=512", "tree:threads=2,lock=free"}) {
      const std::string name = std::string("overshoot/") + game + "/" + engine;
      benchmark::RegisterBenchmark(name.c_str(),
                                   [=](benchmark::State& state) { overshoot(state, game, engine); })
          ->Iterations(200)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace banyan::bench
