// The suites of speed: the engines, and the steps of the ablation.
#include <utility>

#include "bench/ablation.hpp"
#include "bench/provenance.hpp"
#include "bench/report/run_data.hpp"
#include "bench/suites/suites.hpp"
#include "bench/throughput.hpp"

namespace banyan::bench {
namespace {

Json context_json(const std::vector<std::pair<std::string, std::string>>& fields) {
  Json context = Json::object();
  for (const auto& [name, value] : fields) context[name] = value;
  return context;
}

/// One file as Google Benchmark writes it; until all is measured, the repetitions that are
/// finished.
Suite speed_suite(const SuiteOptions& options, const std::string& name,
                  const std::vector<EngineSettings>& engines, std::chrono::milliseconds search_time,
                  std::uint64_t iterations) {
  const ThroughputOptions throughput{
      options.games, engines, search_time, options.profile.repetitions,
      options.seed,  name,    iterations};
  const auto per_repetition = static_cast<std::uint64_t>(2 * search_time.count());
  Suite suite;
  suite.expected_ms = per_repetition * static_cast<std::uint64_t>(throughput.repetitions) *
                      options.games.size() * engines.size();
  for (const GameChoice& game : options.games) {
    for (const EngineSettings& engine : engines) {
      suite.plan.push_back({{"game", game.spec}, {"engine", engine.spec}});
    }
  }
  suite.run = [=, expected_ms = suite.expected_ms](const RunFolder& folder, const Advance& advance,
                                                   const std::stop_token& stop) {
    const std::string file = name + ".json";
    Json earlier;
    if (const auto there = folder.read(file)) {
      check_speed(*there);
      earlier = there->json();
      if ((*there)["context"]["interrupted"].text() == "false") {
        advance(expected_ms, {});
        return true;
      }
      for (const ThroughputRow& row : read_throughput(earlier.dump())) {
        advance(per_repetition * row.iterations_per_second.size(), {});
      }
    }
    const auto context = flatten(folder.run()["provenance"]);
    const auto keep = [&](const Json& benchmarks) {
      Json so_far{{"context", context_json(context)}, {"benchmarks", benchmarks}};
      so_far["context"]["interrupted"] = "true";
      folder.write(file, so_far);
    };
    const std::string json = measure_throughput(
        throughput, context, [&](const std::string& row) { advance(per_repetition, row); }, stop,
        earlier, keep);
    Json whole = Json::parse(json);
    whole["context"]["interrupted"] = stop.stop_requested() ? "true" : "false";
    folder.write(file, whole);
    return !stop.stop_requested();
  };
  return suite;
}

}  // namespace

Suite throughput_suite(const SuiteOptions& options) {
  return speed_suite(options, "throughput", options.engines, options.profile.search_time, 0);
}

Suite ablation_suite(const SuiteOptions& options) {
  return speed_suite(options, "ablation", ablation_engines(), options.profile.search_time / 2,
                     kAblationIterations);
}

}  // namespace banyan::bench
