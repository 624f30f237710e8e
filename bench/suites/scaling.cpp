// The suite of scaling: Elo against one worker's time, and parallel engines on that curve.
#include <algorithm>
#include <utility>

#include "bench/measure/simulated.hpp"
#include "bench/registry/limits.hpp"
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
    items.push_back(of_kind(
        "speed", searches_item(game, all, {.time = profile.search_time},
                               static_cast<std::uint64_t>(profile.repetitions), options.seed)));
    const auto add = [&](const char* kind, const EngineSettings& engine, const EngineSettings& a,
                         const Limits& limits, double factor) {
      const auto pair_ms = static_cast<double>(expected_pair_ms(base)) * (1 + factor) / 2;
      items.push_back(
          match_item("scaling", match_in_run(options, game, a, *seq, profile.pairs, limits),
                     static_cast<std::uint64_t>(pair_ms), MatchPurpose{kind, engine.spec, factor}));
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
  return suite_of_items("scaling", std::move(items));
}

}  // namespace banyan::bench
