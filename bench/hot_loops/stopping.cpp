// How long searches continue after a time limit, and after another thread's stop request. An item
// is a search of 5 ms.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "core/budget/budget.hpp"

namespace banyan::bench {
namespace {

using Seconds = std::chrono::duration<double>;
constexpr std::chrono::milliseconds kLimit(5);

/// From the time limit to the result.
double after_limit(AnyEngine& search, const AnyGame& start, std::uint64_t game,
                   SearchResult& found) {
  const auto begin = Clock::now();
  found = search.search(start, {.time = kLimit}, {1, game, 0, 0}, {});
  return Seconds(Clock::now() - begin - kLimit).count();
}

/// From another thread's request, like that of Ctrl-C, to the result.
double after_request(AnyEngine& search, const AnyGame& start, std::uint64_t game,
                     SearchResult& found) {
  std::stop_source stop;
  Clock::time_point asked;
  std::jthread other([&] {
    std::this_thread::sleep_for(kLimit);
    asked = Clock::now();
    stop.request_stop();
  });
  found = search.search(start, {}, {1, game, 0, 0}, stop.get_token());
  const auto end = Clock::now();
  other.join();
  return Seconds(end - asked).count();
}

template <class Measure>
void overshoot(benchmark::State& state, const std::string& game, const std::string& engine,
               Measure measure) {
  const GameChoice choice = parse_game(game);
  const auto search = choice.start->make_engine(parse_engine(engine));
  std::vector<double> beyond;
  SearchResult found;
  for (std::uint64_t i = 0; auto _ : state) {
    beyond.push_back(measure(*search, *choice.start, i++, found));
    if (found.root_visits() != found.visits()) return state.SkipWithError("visits were lost");
  }
  std::sort(beyond.begin(), beyond.end());
  state.counters["median_s"] = beyond[beyond.size() / 2];
  state.counters["p99_s"] = beyond[beyond.size() * 99 / 100];
}

const bool kRegistered = [] {
  for (const char* game : {"connect_four", "hex", "go"}) {
    for (const char* engine :
         {"seq", "seq:batch=512", "leaf:threads=2", "root:threads=2", "tree:threads=2",
          "tree:threads=2,batch=512", "tree:threads=2,lock=packed"}) {
      const auto add = [&](const char* kind, auto measure) {
        const std::string name = std::string(kind) + "/" + game + "/" + engine;
        benchmark::RegisterBenchmark(
            name.c_str(), [=](benchmark::State& state) { overshoot(state, game, engine, measure); })
            ->Iterations(200)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
      };
      add("overshoot", after_limit);
      add("request", after_request);
    }
  }
  return true;
}();

}  // namespace
}  // namespace banyan::bench
