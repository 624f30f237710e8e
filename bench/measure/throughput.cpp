// Registering, running and reading the throughput benchmarks.
#include "bench/measure/throughput.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <ctime>

#include <algorithm>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "bench/machine/system_work.hpp"
#include "bench/measure/benchmarks.hpp"
#include "bench/measure/google_benchmark.hpp"
#include "bench/measure/unlinked_naive.hpp"
#include "bench/measure/warm_up.hpp"
#include "bench/statistics/rates.hpp"
#include "bench/text/files.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

double seconds_of(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Times that a thread of the search found taken what it wanted.
double conflicts(const SearchResult& found) {
  double sum = 0;
  for (const char* name : {"lease_conflicts", "lock_waits"}) {
    const auto counter = found.counters.find(name);
    if (counter != found.counters.end()) sum += static_cast<double>(counter->second);
  }
  return sum;
}

/// A search, and what it took.
struct Measured {
  SearchResult found;
  SystemWork work;               ///< of the process that searched
  double processor_seconds = 0;  ///< of all its threads
  double caller_seconds = 0;     ///< of processors, in the thread that called
};

Measured measure_here(AnyEngine& engine, const AnyGame& start, const Limits& limits,
                      std::uint64_t seed, const std::stop_token& stop) {
  Measured measured;
  const SystemWork before = system_work();
  const double cpu = processor_seconds();
  const double own_cpu = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  measured.found = engine.search(start, limits, {seed, 1, 0, 0}, stop);
  measured.caller_seconds = seconds_of(CLOCK_THREAD_CPUTIME_ID) - own_cpu;
  measured.processor_seconds = processor_seconds() - cpu;
  measured.work = system_work() - before;
  return measured;
}

/// By another process, which warms up itself and whose own account it is.
Measured measure_there(const GameChoice& game, const EngineSettings& settings, const Limits& limits,
                       std::uint64_t seed, const std::stop_token& stop) {
  const auto search = search_unlinked(game, settings, limits, seed, stop);
  if (!search) return {};
  const double seconds = search->work.processor_seconds();
  return {search->result, search->work, seconds, seconds};
}

/// One repetition of one benchmark: it warms up, then makes the measured search. The entry that
/// Google Benchmark will make of it, but for its names; nothing if it was not finished.
std::optional<Json> measure(benchmark::State& state, const GameChoice& game,
                            const EngineSettings& settings, const Limits& limits,
                            std::uint64_t seed, const std::stop_token& stop) {
  const AnyGame& start = *game.start;
  std::unique_ptr<AnyEngine> engine;
  if (!settings.system_malloc) {
    engine = start.make_engine(settings);
    warm_up([&] { engine->search(start, limits, {seed, 0, 0, 0}, stop); });
  }
  Measured measured;
  for (auto _ : state) {
    measured = engine ? measure_here(*engine, start, limits, seed, stop)
                      : measure_there(game, settings, limits, seed, stop);
    // Real time, an iteration's: what Google Benchmark's tools can compare. `random` has none.
    const auto n = static_cast<double>(std::max<std::uint64_t>(1, measured.found.iterations));
    state.SetIterationTime(std::max(measured.found.seconds / n, 1e-9));
  }
  const SearchResult& found = measured.found;
  const double seconds = std::max(found.seconds, 1e-9);
  const bool whole = found.root_visits() == found.visits();
  if (stop.stop_requested() || !whole) {
    state.SkipWithError(whole ? "interrupted" : "visits were lost");
    return std::nullopt;
  }
  // `random` makes none.
  const auto iterations = static_cast<double>(std::max<std::uint64_t>(1, found.iterations));
  state.counters["iterations_per_second"] = played_per_second(found);
  state.counters["finished_share"] = share_of_finished(found);
  state.counters["playouts_per_second"] = per_second(found.playouts, found.seconds);
  state.counters["engine_threads"] = settings.threads;
  state.counters["cores"] = measured.processor_seconds / seconds;
  state.counters["system_cores"] = measured.work.system_seconds / seconds;
  state.counters["page_faults_per_iteration"] = measured.work.page_faults / iterations;
  state.counters["conflicts_per_iteration"] = conflicts(found) / iterations;
  state.counters["mean_depth"] = found.tree.mean_depth;
  state.counters["nodes_per_iteration"] = static_cast<double>(found.tree.nodes) / iterations;
  state.counters["bytes_per_iteration"] = static_cast<double>(found.tree.bytes) / iterations;
  Json entry{{"per_family_instance_index", 0},
             {"run_type", "iteration"},
             {"threads", 1},
             {"iterations", 1},
             {"real_time", 1e9 * found.seconds / iterations},
             {"cpu_time", 1e9 * measured.caller_seconds / iterations},
             {"time_unit", "ns"}};
  for (const auto& [name, counter] : state.counters) entry[name] = counter.value;
  return entry;
}

/// A repetition's seed: the run's own, then others that runs of neighbouring seeds do not share.
std::uint64_t seed_of(std::uint64_t run, int repetition) {
  return repetition == 0 ? run : scramble(run + (static_cast<std::uint64_t>(repetition) << 32U));
}

/// Of a repetition too many Google Benchmark wants a loop all the same.
void skip(benchmark::State& state) {
  for (auto _ : state) state.SetIterationTime(1e-9);
  state.SkipWithError("interrupted");
}

/// Google Benchmark's JSON, without the repetitions that failed, and without its aggregates, which
/// are of one run of the program alone.
class Reporter final : public benchmark::JSONReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> finished;
    for (const Run& run : runs) {
      if (const std::string why = why_skipped(run); !why.empty()) {
        error = why;
      } else if (run.run_type != Run::RT_Aggregate) {
        finished.push_back(run);
      }
    }
    if (!finished.empty()) benchmark::JSONReporter::ReportRuns(finished);
  }

  std::string error;
};

/// Its JSON where nothing is left to be measured: what it says of the machine.
Json without_benchmarks() {
  std::ostringstream json;
  Reporter reporter;
  reporter.SetOutputStream(&json);
  reporter.SetErrorStream(&json);
  reporter.ReportContext(benchmark::BenchmarkReporter::Context());
  reporter.Finalize();
  return Json::parse(json.str());
}

/// Google Benchmark takes these settings from a command line alone.
void initialise(int repetitions) {
  static std::string program = "banyan";  // Google Benchmark keeps the pointer
  std::string interleave = "--benchmark_enable_random_interleaving=true";
  std::string repeat = fmt::format("--benchmark_repetitions={}", repetitions);
  std::vector<char*> argv{program.data(), interleave.data(), repeat.data()};
  int argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());
}

}  // namespace

Json measure_throughput(const ThroughputOptions& options,
                        const std::vector<std::pair<std::string, std::string>>& context,
                        const std::function<void(const std::string& name)>& progress,
                        const std::stop_token& stop, const Json& earlier,
                        const std::function<void(const Json& benchmarks)>& keep) {
  initialise(options.repetitions);
  const Json before = earlier.is_null() ? Json::array() : earlier["benchmarks"];
  const auto earlier_turns =
      static_cast<std::size_t>(std::count_if(before.begin(), before.end(), [](const Json& entry) {
        return entry["run_type"] == "iteration";
      }));
  std::vector<std::string> run_names;   // of all benchmarks
  std::vector<std::string> registered;  // of those that are measured now
  Json finished = Json::array();        // repetitions measured now
  std::exception_ptr failure;
  for (const GameChoice& game : options.games) {
    for (const EngineSettings& engine : options.engines) {
      const Limits limits = engine.limits.value_or(
          Limits{.iterations = options.iterations, .time = options.search_time});
      const std::string name = fmt::format("{}/{}/{}", options.prefix, game.spec, engine.spec);
      const std::string run_name = run_names.emplace_back(name + "/manual_time");
      const int lacking = options.repetitions - repetitions_of(before, run_name);
      if (lacking <= 0) continue;
      registered.push_back(run_name);
      // Told here, since Google Benchmark reports a benchmark only after its last repetition.
      const auto repetition = [&, name, run_name, limits, stop](benchmark::State& state) {
        if (failure || stop.stop_requested()) return skip(state);
        const std::uint64_t seed = seed_of(
            options.seed, repetitions_of(before, run_name) + repetitions_of(finished, run_name));
        state.counters["turn"] = static_cast<double>(earlier_turns + finished.size());
        auto entry = measure(state, game, engine, limits, seed, stop);
        if (!entry) return;
        try {
          (*entry)["name"] = (*entry)["run_name"] = run_name;
          finished.push_back(std::move(*entry));
          if (keep) keep(merged(before, finished, run_names, options.repetitions));
          progress(name);
        } catch (const FileError&) {  // which is not to pass through Google Benchmark
          failure = std::current_exception();
        }
      };
      benchmark::RegisterBenchmark(name.c_str(), repetition)
          ->UseManualTime()
          ->Iterations(1)  // one search is long enough
          ->Unit(benchmark::kNanosecond)
          ->Repetitions(lacking);
    }
  }
  std::ostringstream json;
  std::ostringstream errors;
  Reporter reporter;
  reporter.SetOutputStream(&json);
  reporter.SetErrorStream(&errors);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::ClearRegisteredBenchmarks();
  if (failure) std::rethrow_exception(failure);
  if (!reporter.error.empty() && !stop.stop_requested()) throw std::runtime_error(reporter.error);
  // Not by AddCustomContext(): a second measurement would find the first one's, or freed memory.
  Json whole = registered.empty() ? without_benchmarks() : Json::parse(json.str());
  Json now = Json::array();
  if (!registered.empty()) now = whole["benchmarks"];
  for (Json& entry : now) {
    // Google Benchmark puts the number of repetitions into the name.
    const std::string& run_name = registered.at(entry["family_index"].get<std::size_t>());
    entry["name"] = entry["run_name"] = run_name;
  }
  whole["benchmarks"] = merged(before, now, run_names, options.repetitions);
  for (const auto& [key, value] : context) whole["context"][key] = value;
  return whole;
}

double processor_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

bool starved(const ThroughputRow& row) {
  constexpr double kEnough = 0.9;
  return !row.engine.starts_with("leaf") && row.cores < kEnough * row.threads;
}

namespace {

/// A number from 0.
double amount(const Field& number) {
  const double value = number.number();
  if (value < 0) number.refuse("is negative");
  return value;
}

/// The same, NaN where a file of an earlier build has none.
double amount_if_known(const Field& entry, const char* name) {
  return entry.has(name) ? amount(entry[name]) : std::numeric_limits<double>::quiet_NaN();
}

/// Puts the names out of SUITE/GAME/ENGINE/manual_time into the row.
void read_names(const Field& run_name, ThroughputRow& row) {
  const std::string name = run_name.text();
  const std::size_t game = name.find('/') + 1;
  const std::size_t engine = name.find('/', game) + 1;
  const std::size_t end = name.rfind('/');
  if (game == 0 || engine == 0 || end < engine) {
    run_name.refuse("is not SUITE/GAME/ENGINE/manual_time, as banyan bench writes");
  }
  row.game = name.substr(game, engine - 1 - game);
  row.engine = name.substr(engine, end - engine);
}

ThroughputRow read_entry(const Field& entry) {
  ThroughputRow row;
  read_names(entry["run_name"], row);
  constexpr double kMostThreads = 1e6;
  const double threads = amount(entry["engine_threads"]);
  if (threads > kMostThreads) entry["engine_threads"].refuse("is no number of threads");
  row.threads = static_cast<int>(threads);
  row.iterations_per_second = {amount(entry["iterations_per_second"])};
  row.playouts_per_second = {amount(entry["playouts_per_second"])};
  row.cores = entry["cores"].number();
  row.mean_depth = amount(entry["mean_depth"]);
  row.nodes_per_iteration = amount(entry["nodes_per_iteration"]);
  row.bytes_per_iteration = amount(entry["bytes_per_iteration"]);
  row.finished_share = amount_if_known(entry, "finished_share");
  if (row.finished_share > 1) entry["finished_share"].refuse("is no share from 0 to 1");
  row.system_cores = amount_if_known(entry, "system_cores");
  row.page_faults_per_iteration = amount_if_known(entry, "page_faults_per_iteration");
  row.conflicts_per_iteration = amount_if_known(entry, "conflicts_per_iteration");
  return row;
}

}  // namespace

void add_repetition(ThroughputRow& row, const ThroughputRow& repetition) {
  row.iterations_per_second.push_back(repetition.iterations_per_second.front());
  row.playouts_per_second.push_back(repetition.playouts_per_second.front());
  const auto n = static_cast<double>(row.iterations_per_second.size());
  for (double ThroughputRow::*const mean :
       {&ThroughputRow::cores, &ThroughputRow::mean_depth, &ThroughputRow::nodes_per_iteration,
        &ThroughputRow::bytes_per_iteration, &ThroughputRow::finished_share,
        &ThroughputRow::system_cores, &ThroughputRow::page_faults_per_iteration,
        &ThroughputRow::conflicts_per_iteration}) {
    row.*mean += (repetition.*mean - row.*mean) / n;
  }
}

std::vector<ThroughputRepetition> read_repetitions(const Field& whole) {
  std::vector<ThroughputRepetition> all;
  for (const Field& entry : whole["benchmarks"].elements()) {
    const std::uint64_t benchmark = entry["family_index"].count();
    if (entry["run_type"].text() != "iteration") continue;
    all.push_back(
        {benchmark, static_cast<int>(entry["repetition_index"].count()), read_entry(entry)});
  }
  return all;
}

std::vector<ThroughputRow> throughput_rows(const std::vector<ThroughputRepetition>& repetitions) {
  std::map<std::uint64_t, ThroughputRow> rows;  // by the order in which they were registered
  for (const ThroughputRepetition& repetition : repetitions) {
    const auto [row, first] = rows.try_emplace(repetition.benchmark, repetition.row);
    if (!first) add_repetition(row->second, repetition.row);
  }
  std::vector<ThroughputRow> ordered;
  for (auto& [index, row] : rows) ordered.push_back(std::move(row));
  return ordered;
}

std::vector<ThroughputRow> read_throughput(const Field& whole) {
  return throughput_rows(read_repetitions(whole));
}

}  // namespace banyan::bench
