// Registering, running and reading the throughput benchmarks.
#include "bench/throughput.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <map>
#include <sstream>
#include <stdexcept>

#include "bench/json.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kPrefix = "throughput";

/// One repetition of one benchmark: a warm-up search, then the measured one.
void measure(benchmark::State& state, const AnyGame& start, const EngineSettings& settings,
             const Limits& limits, std::uint64_t seed, const std::stop_token& stop) {
  const auto engine = start.make_engine(settings);
  engine->search(start, limits, {seed, 0, 0, 0}, stop);
  SearchResult found;
  for (auto _ : state) found = engine->search(start, limits, {seed, 1, 0, 0}, stop);
  if (stop.stop_requested()) return state.SkipWithError("interrupted");
  if (found.root_visits() != found.playouts) return state.SkipWithError("visits were lost");
  const auto iterations = static_cast<double>(found.iterations);
  state.counters["iterations_per_second"] = per_second(found.iterations, found.seconds);
  state.counters["playouts_per_second"] = per_second(found.playouts, found.seconds);
  state.counters["mean_depth"] = found.tree.mean_depth;
  state.counters["nodes_per_iteration"] = static_cast<double>(found.tree.nodes) / iterations;
  state.counters["bytes_per_iteration"] = static_cast<double>(found.tree.bytes) / iterations;
}

/// Google Benchmark's JSON, and word of each repetition as it is done.
class Reporter final : public benchmark::JSONReporter {
 public:
  explicit Reporter(const std::function<void(const std::string&)>& progress)
      : progress_(progress) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> finished;
    for (const Run& run : runs) {
      if (run.error_occurred) {
        error = run.error_message;
      } else {
        finished.push_back(run);
        if (run.run_type == Run::RT_Iteration) progress_(run.run_name.function_name);
      }
    }
    if (!finished.empty()) benchmark::JSONReporter::ReportRuns(finished);
  }

  std::string error;

 private:
  const std::function<void(const std::string&)>& progress_;
};

/// Google Benchmark takes these settings from a command line alone.
void initialise(int repetitions) {
  static std::string program = "banyan";  // Google Benchmark keeps the pointer
  std::string interleave = "--benchmark_enable_random_interleaving=true";
  std::string repeat = fmt::format("--benchmark_repetitions={}", repetitions);
  std::string once = "--benchmark_min_time=0.000001";  // one search is long enough
  std::vector<char*> argv{program.data(), interleave.data(), repeat.data(), once.data()};
  int argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());
}

}  // namespace

std::string measure_throughput(const ThroughputOptions& options,
                               const std::vector<std::pair<std::string, std::string>>& context,
                               const std::function<void(const std::string& name)>& progress,
                               const std::stop_token& stop) {
  initialise(options.repetitions);
  for (const auto& [key, value] : context) benchmark::AddCustomContext(key, value);
  for (const GameChoice& game : options.games) {
    for (const EngineSettings& engine : options.engines) {
      const Limits limits = engine.limits.value_or(Limits{0, 0, options.search_time});
      benchmark::RegisterBenchmark(
          fmt::format("{}/{}/{}", kPrefix, game.spec, engine.spec).c_str(),
          [&game, &engine, &options, limits, stop](benchmark::State& state) {
            measure(state, *game.start, engine, limits, options.seed, stop);
          })
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  std::ostringstream json;
  std::ostringstream errors;
  Reporter reporter(progress);
  reporter.SetOutputStream(&json);
  reporter.SetErrorStream(&errors);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::ClearRegisteredBenchmarks();
  benchmark::Shutdown();
  if (!reporter.error.empty() && !stop.stop_requested()) throw std::runtime_error(reporter.error);
  return json.str();
}

std::vector<ThroughputRow> read_throughput(const std::string& json) {
  const Json whole = Json::parse(json);
  std::map<int, ThroughputRow> rows;  // by the order in which they were registered
  for (const Json& run : whole["benchmarks"]) {
    if (run["run_type"] != "iteration") continue;
    ThroughputRow& row = rows[run["family_index"]];
    // throughput/GAME/ENGINE/real_time
    const auto name = run["run_name"].get<std::string>();
    const std::size_t game = name.find('/') + 1;
    const std::size_t engine = name.find('/', game) + 1;
    row.game = name.substr(game, engine - 1 - game);
    row.engine = name.substr(engine, name.rfind('/') - engine);
    row.iterations_per_second.push_back(run["iterations_per_second"]);
    row.playouts_per_second.push_back(run["playouts_per_second"]);
    const auto n = static_cast<double>(row.iterations_per_second.size());
    const auto average = [&](double& mean, const char* counter) {
      mean += (run[counter].get<double>() - mean) / n;
    };
    average(row.mean_depth, "mean_depth");
    average(row.nodes_per_iteration, "nodes_per_iteration");
    average(row.bytes_per_iteration, "bytes_per_iteration");
  }
  std::vector<ThroughputRow> ordered;
  for (auto& [index, row] : rows) ordered.push_back(std::move(row));
  return ordered;
}

}  // namespace banyan::bench
