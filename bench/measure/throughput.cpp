// Measures throughput and reads the results.
#include "bench/measure/throughput.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "bench/measure/simulated.hpp"
#include "bench/statistics/rates.hpp"
#include "bench/statistics/statistics.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

/// How often a thread of the search found a lease or lock taken.
double conflicts(const SearchResult& found) {
  return static_cast<double>(counter_of(found, "lease_conflicts").value_or(0) +
                             counter_of(found, "lock_waits").value_or(0));
}

/// A repetition in Google Benchmark's JSON, without its names. Its time is per iteration with a
/// playout, so that Google's tools agree with `iterations_per_second`; `random` has none.
Json entry_of(const Measured& measured, const EngineSettings& settings) {
  const SearchResult& found = measured.found;
  const ThroughputRow row = repetition_of(measured, settings);
  const auto played = static_cast<double>(std::max<std::uint64_t>(1, played_iterations(found)));
  Json entry{{"per_family_instance_index", 0},
             {"run_type", "iteration"},
             {"threads", 1},
             {"iterations", 1},
             {"real_time", 1e9 * found.seconds / played},
             {"cpu_time", 1e9 * measured.work.processor_seconds() / played},
             {"time_unit", "ns"},
             {"iterations_per_second", row.iterations_per_second.front()},
             {"playouts_per_second", row.playouts_per_second.front()},
             {"engine_threads", row.threads}};
  for (const ThroughputMean& mean : kThroughputMeans) {
    if (std::isfinite(row.*mean.value)) entry[mean.name] = row.*mean.value;
  }
  return entry;
}

/// A repetition's seed: first the run's own, then ones that runs with near seeds do not share.
std::uint64_t seed_of(std::uint64_t run, std::uint64_t repetition) {
  return repetition == 0 ? run : scramble(run + (repetition << 32U));
}

}  // namespace

ThroughputRow repetition_of(const Measured& measured, const EngineSettings& settings) {
  const SearchResult& found = measured.found;
  const double seconds = std::max(found.seconds, 1e-9);
  // `random` makes none.
  const auto iterations = static_cast<double>(std::max<std::uint64_t>(1, found.iterations));
  ThroughputRow row;
  row.engine = settings.spec;
  row.threads = settings.threads;
  row.iterations_per_second = {played_per_second(found)};
  row.playouts_per_second = {per_second(found.playouts, found.seconds)};
  row.finished_share = share_of_finished(found);
  row.cores = measured.work.processor_seconds() / seconds;
  row.system_cores = measured.work.system_seconds / seconds;
  row.page_faults_per_iteration = measured.work.page_faults / iterations;
  row.conflicts_per_iteration = conflicts(found) / iterations;
  row.mean_depth = found.tree.mean_depth;
  row.nodes_per_iteration = static_cast<double>(found.tree.nodes) / iterations;
  row.bytes_per_iteration = static_cast<double>(found.tree.bytes) / iterations;
  if (const auto calls = counter_of(found, "evaluator_calls")) {
    const auto counted = [&](const char* name) {
      return static_cast<double>(found.counters.at(name));
    };
    row.leaves_per_call = counted("evaluated_leaves") / static_cast<double>(*calls);
    row.evaluator_busy = counted("evaluator_us") / 1e6 / std::max(time_of(found), 1e-9);
    row.collisions_per_iteration = counted("collisions") / iterations;
    row.other_choices = counted("choices_differing") / std::max(1.0, counted("choices_checked"));
  }
  return row;
}

Json measure_throughput(const ThroughputOptions& options,
                        const std::vector<std::pair<std::string, std::string>>& context,
                        const std::function<void(const std::string& name)>& progress,
                        const std::stop_token& stop, const Json& earlier,
                        const std::function<void(const Json& so_far)>& keep) {
  struct Cell {
    const GameChoice& game;
    const EngineSettings& engine;
    std::string name;
    std::vector<Json> repetitions;

    [[nodiscard]] std::string run_name() const { return name + "/manual_time"; }
  };
  const Json before = earlier.is_null() ? Json::array() : earlier["benchmarks"];
  std::vector<Cell> cells;
  std::vector<int> lacking;
  std::size_t turn = 0;
  for (const GameChoice& game : options.games) {
    for (const EngineSettings& engine : options.engines) {
      Cell& cell = cells.emplace_back(
          Cell{game, engine, fmt::format("{}/{}/{}", options.prefix, game.spec, engine.spec), {}});
      for (const Json& entry : before) {
        const bool own = entry["run_type"] == "iteration" && entry["run_name"] == cell.run_name();
        if (own) cell.repetitions.push_back(entry);
      }
      lacking.push_back(options.repetitions - static_cast<int>(cell.repetitions.size()));
      turn += cell.repetitions.size();
    }
  }
  const auto whole = [&] {
    Json json{{"context", Json::object()}, {"benchmarks", Json::array()}};
    for (const auto& [key, value] : context) json["context"][key] = value;
    for (std::size_t family = 0; family < cells.size(); ++family) {
      int index = 0;
      for (const Json& repetition : cells[family].repetitions) {
        Json& entry = json["benchmarks"].emplace_back(repetition);
        entry["family_index"] = family;
        entry["repetitions"] = options.repetitions;
        entry["repetition_index"] = index++;
      }
    }
    return json;
  };
  for (const std::size_t i : random_order(lacking, scramble(options.seed + turn))) {
    Cell& cell = cells[i];
    const Limits limits = cell.engine.limits.value_or(
        Limits{.iterations = options.iterations, .time = options.search_time});
    const std::uint64_t seed = seed_of(options.seed, cell.repetitions.size());
    const auto measured = Measurer(cell.game, cell.engine).search(limits, {seed, 1}, stop);
    if (!measured) break;
    const SearchResult& found = measured->found;
    // A search of more than 2^30 visits halves its statistics, and so forgets some on purpose.
    if (!found.counters.contains("halvings") && found.root_visits() != found.visits()) {
      throw std::runtime_error(fmt::format("{}: {} of {} visits were lost.", cell.name,
                                           found.visits() - found.root_visits(), found.visits()));
    }
    Json& entry = cell.repetitions.emplace_back(entry_of(*measured, cell.engine));
    entry["name"] = entry["run_name"] = cell.run_name();
    entry["turn"] = turn++;
    if (keep) keep(whole());
    progress(cell.name);
  }
  return whole();
}

bool starved(const ThroughputRow& row) {
  constexpr double kEnough = 0.9;
  return !row.engine.starts_with("leaf") && row.cores < kEnough * row.threads;
}

namespace {

/// A number that is at least 0.
double amount(const Field& number) {
  const double value = number.number();
  if (value < 0) number.refuse("is negative");
  return value;
}

/// Reads the names in SUITE/GAME/ENGINE/manual_time into the row.
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
  for (const ThroughputMean& mean : kThroughputMeans) {
    const bool known = mean.always || entry.has(mean.name);
    row.*mean.value = known ? amount(entry[mean.name]) : kNaN;
  }
  if (row.finished_share > 1) entry["finished_share"].refuse("is no share from 0 to 1");
  return row;
}

}  // namespace

void add_repetition(ThroughputRow& row, const ThroughputRow& repetition) {
  row.iterations_per_second.push_back(repetition.iterations_per_second.front());
  row.playouts_per_second.push_back(repetition.playouts_per_second.front());
  const auto n = static_cast<double>(row.iterations_per_second.size());
  for (const ThroughputMean& mean : kThroughputMeans) {
    row.*mean.value += (repetition.*mean.value - row.*mean.value) / n;
  }
}

std::vector<std::vector<ThroughputRow>> read_repetitions(const Field& whole) {
  std::map<std::uint64_t, std::vector<ThroughputRow>> benchmarks;
  for (const Field& entry : whole["benchmarks"].elements()) {
    const std::uint64_t benchmark = entry["family_index"].count();
    if (entry["run_type"].text() != "iteration") continue;
    entry["repetition_index"].count();  // throws if damaged
    benchmarks[benchmark].push_back(read_entry(entry));
  }
  std::vector<std::vector<ThroughputRow>> ordered;
  for (auto& [benchmark, repetitions] : benchmarks) ordered.push_back(std::move(repetitions));
  return ordered;
}

std::vector<ThroughputRow> throughput_rows(
    const std::vector<std::vector<ThroughputRow>>& benchmarks) {
  std::vector<ThroughputRow> rows;
  for (const std::vector<ThroughputRow>& repetitions : benchmarks) {
    rows.push_back(repetitions.front());
    for (std::size_t i = 1; i < repetitions.size(); ++i)
      add_repetition(rows.back(), repetitions[i]);
  }
  return rows;
}

std::vector<ThroughputRow> read_throughput(const Field& whole) {
  return throughput_rows(read_repetitions(whole));
}

}  // namespace banyan::bench
