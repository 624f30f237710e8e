// The suite of scaling: Elo against one worker's time, and parallel engines on that curve.
#include <algorithm>
#include <utility>

#include "bench/machine/provenance.hpp"
#include "bench/measure/simulated.hpp"
#include "bench/measure/throughput.hpp"
#include "bench/registry/limits.hpp"
#include "bench/suites/simulated_scaling.hpp"
#include "bench/suites/suites.hpp"

namespace banyan::bench {
namespace {

using std::chrono::nanoseconds;

/// Half, twice ... the base time, up to twice the threads: the range where S is expected.
std::vector<double> factors_for(const std::vector<EngineSettings>& engines) {
  int most = 1;
  for (const EngineSettings& engine : engines) most = std::max(most, engine.threads);
  std::vector<double> factors{0.5};
  for (double factor = 2; factor < 4 * most; factor *= 2) factors.push_back(factor);
  return factors;
}

/// The rates in Google Benchmark's JSON, and the data to continue from there.
Json speeds_json(const GameChoice& game, const Json& whole, bool interrupted) {
  Json rates = Json::array();
  for (const ThroughputRow& row : read_throughput(Field::of_json(whole, "speeds"))) {
    rates.push_back({{"engine", row.engine}, {"playouts_per_second", row.playouts_per_second}});
  }
  Json result{
      {"game", game.spec}, {"kind", "speed"}, {"rates", rates}, {"interrupted", interrupted}};
  if (interrupted) result["benchmarks"] = whole["benchmarks"];
  return result;
}

/// The speeds of all engines on a game as one item, for the playout speed-up.
WorkItem speed_item(const GameChoice& game, const std::vector<EngineSettings>& engines,
                    const SuiteOptions& options) {
  const Profile& profile = options.profile;
  const auto per_repetition = static_cast<std::uint64_t>(2 * profile.search_time.count());
  WorkItem item;
  item.key = {{"game", game.spec}, {"kind", "speed"}};
  item.expected_ms =
      per_repetition * static_cast<std::uint64_t>(profile.repetitions) * engines.size();
  item.measure = [=, seed = options.seed](const Work& work) {
    Json earlier;
    if (work.earlier.contains("benchmarks")) {
      earlier = work.earlier;
      for (const ThroughputRow& row : read_throughput(Field::of_json(earlier, "speeds"))) {
        work.advance(per_repetition * row.iterations_per_second.size(), {});
      }
    }
    const Json whole = measure_throughput(
        {.games = {game},
         .engines = engines,
         .search_time = profile.search_time,
         .repetitions = profile.repetitions,
         .seed = seed,
         .prefix = "scaling"},
        flatten(work.folder.run()["provenance"]),
        [&](const std::string& row) { work.advance(per_repetition, row); }, work.stop, earlier,
        [&](const Json& benchmarks) {
          work.keep(speeds_json(game, {{"benchmarks", benchmarks}}, true));
        });
    return speeds_json(game, whole, work.stop.stop_requested());
  };
  return item;
}

/// All play one opponent, `seq` at the base time. So the curve and the engines use the same scale,
/// and no errors add up along a chain. Factors stay near 1, since Elo is imprecise when it rarely
/// wins.
std::vector<WorkItem> scaling_of(const SuiteOptions& options,
                                 const std::vector<EngineSettings>& parallel) {
  const EngineSettings* const seq = baseline(options.engines);
  if (seq == nullptr || parallel.empty()) return {};
  const Profile& profile = options.profile;
  const nanoseconds base = profile.move_time;
  std::vector<EngineSettings> all{*seq};
  all.insert(all.end(), parallel.begin(), parallel.end());
  std::vector<WorkItem> items;
  for (const GameChoice& game : options.games) {
    items.push_back(speed_item(game, all, options));
    const auto add = [&](const char* kind, const EngineSettings& engine, const EngineSettings& a,
                         const Limits& limits, double factor) {
      const auto pair_ms = static_cast<double>(expected_pair_ms(base)) * (1 + factor) / 2;
      items.push_back(match_item("scaling", {kind, engine.spec, factor},
                                 match_in_run(options, game, a, *seq, profile.pairs, limits),
                                 static_cast<std::uint64_t>(pair_ms)));
    };
    const Limits equal_time{.time = base};
    const auto add_times = [&](const char* kind, const EngineSettings& engine) {
      for (const double factor : factors_for(parallel)) {
        add(kind, engine, with_budget(engine, times(equal_time, factor)), equal_time, factor);
      }
    };
    add_times("curve", *seq);
    for (const EngineSettings& engine : parallel) {
      add("time", engine, engine, equal_time, 1);
      add_times("doubling", engine);
      add("iterations", engine, engine, {.iterations = profile.move_playouts}, 1);
    }
  }
  return items;
}

}  // namespace

Suite scaling_suite(const SuiteOptions& options) {
  std::vector<EngineSettings> parallel;
  for (const EngineSettings* engine : widest(options.engines)) {
    if (engine->threads > 1) parallel.push_back(*engine);
  }
  std::vector<WorkItem> items = scaling_of(options, parallel);
  if (const EngineSettings* const seq = baseline(options.engines)) {
    std::vector<EngineSettings> simulated;
    for (const EngineSettings& engine : options.engines) {
      if (is_simulated(engine)) simulated.push_back(engine);
    }
    for (WorkItem& item : simulated_scaling(options, *seq, simulated)) {
      items.push_back(std::move(item));
    }
  }
  return suite_of_items("scaling", "results", std::move(items));
}

}  // namespace banyan::bench
