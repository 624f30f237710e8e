// Measures throughput and reads the results.
#include "bench/measure/throughput.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "bench/measure/benchmarks.hpp"
#include "bench/measure/simulated.hpp"
#include "bench/statistics/rates.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

/// How often a thread of the search found a lease or lock taken.
double conflicts(const SearchResult& found) {
  double sum = 0;
  for (const char* name : {"lease_conflicts", "lock_waits"}) {
    const auto counter = found.counters.find(name);
    if (counter != found.counters.end()) sum += static_cast<double>(counter->second);
  }
  return sum;
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
             {"finished_share", row.finished_share},
             {"playouts_per_second", row.playouts_per_second.front()},
             {"engine_threads", row.threads},
             {"cores", row.cores},
             {"system_cores", row.system_cores},
             {"page_faults_per_iteration", row.page_faults_per_iteration},
             {"conflicts_per_iteration", row.conflicts_per_iteration},
             {"mean_depth", row.mean_depth},
             {"nodes_per_iteration", row.nodes_per_iteration},
             {"bytes_per_iteration", row.bytes_per_iteration}};
  if (std::isfinite(row.leaves_per_call)) {
    entry["leaves_per_call"] = row.leaves_per_call;
    entry["evaluator_busy"] = row.evaluator_busy;
    entry["collisions_per_iteration"] = row.collisions_per_iteration;
    entry["other_choices"] = row.other_choices;
  }
  return entry;
}

/// A repetition's seed: first the run's own, then ones that runs with near seeds do not share.
std::uint64_t seed_of(std::uint64_t run, int repetition) {
  return repetition == 0 ? run : scramble(run + (static_cast<std::uint64_t>(repetition) << 32U));
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
  if (const auto calls = found.counters.find("evaluator_calls"); calls != found.counters.end()) {
    const auto counted = [&](const char* name) {
      return static_cast<double>(found.counters.at(name));
    };
    row.leaves_per_call = counted("evaluated_leaves") / static_cast<double>(calls->second);
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
                        const std::function<void(const Json& benchmarks)>& keep) {
  struct Cell {
    const GameChoice& game;
    const EngineSettings& engine;
    std::string name;
  };
  const Json before = earlier.is_null() ? Json::array() : earlier["benchmarks"];
  std::vector<Cell> cells;
  std::vector<std::string> run_names;
  std::vector<int> lacking;
  std::size_t turn = 0;
  for (const GameChoice& game : options.games) {
    for (const EngineSettings& engine : options.engines) {
      const Cell& cell = cells.emplace_back(
          Cell{game, engine, fmt::format("{}/{}/{}", options.prefix, game.spec, engine.spec)});
      const int measured =
          repetitions_of(before, run_names.emplace_back(cell.name + "/manual_time"));
      lacking.push_back(options.repetitions - measured);
      turn += static_cast<std::size_t>(measured);
    }
  }
  Json finished = Json::array();  // repetitions measured in this run
  const auto all = [&] { return merged(before, finished, run_names, options.repetitions); };
  for (const std::size_t i : random_order(lacking, scramble(options.seed + turn))) {
    const auto& [game, engine, name] = cells[i];
    const int repetition =
        repetitions_of(before, run_names[i]) + repetitions_of(finished, run_names[i]);
    const Limits limits = engine.limits.value_or(
        Limits{.iterations = options.iterations, .time = options.search_time});
    const auto measured =
        Measurer(game, engine).search(limits, {seed_of(options.seed, repetition), 1}, stop);
    if (!measured) break;
    const SearchResult& found = measured->found;
    // A search of more than 2^30 visits halves its statistics, and so forgets some on purpose.
    if (!found.counters.contains("halvings") && found.root_visits() != found.visits()) {
      throw std::runtime_error(fmt::format("{}: {} of {} visits were lost.", name,
                                           found.visits() - found.root_visits(), found.visits()));
    }
    Json& entry = finished.emplace_back(entry_of(*measured, engine));
    entry["name"] = entry["run_name"] = run_names[i];
    entry["turn"] = turn++;
    if (keep) keep(all());
    progress(name);
  }
  Json whole{{"context", Json::object()}, {"benchmarks", all()}};
  for (const auto& [key, value] : context) whole["context"][key] = value;
  return whole;
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

/// The same; NaN if a file of an earlier build lacks it.
double amount_if_known(const Field& entry, const char* name) {
  return entry.has(name) ? amount(entry[name]) : std::numeric_limits<double>::quiet_NaN();
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
  row.cores = entry["cores"].number();
  row.mean_depth = amount(entry["mean_depth"]);
  row.nodes_per_iteration = amount(entry["nodes_per_iteration"]);
  row.bytes_per_iteration = amount(entry["bytes_per_iteration"]);
  row.finished_share = amount_if_known(entry, "finished_share");
  if (row.finished_share > 1) entry["finished_share"].refuse("is no share from 0 to 1");
  row.system_cores = amount_if_known(entry, "system_cores");
  row.page_faults_per_iteration = amount_if_known(entry, "page_faults_per_iteration");
  row.conflicts_per_iteration = amount_if_known(entry, "conflicts_per_iteration");
  row.leaves_per_call = amount_if_known(entry, "leaves_per_call");
  row.evaluator_busy = amount_if_known(entry, "evaluator_busy");
  row.collisions_per_iteration = amount_if_known(entry, "collisions_per_iteration");
  row.other_choices = amount_if_known(entry, "other_choices");
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
        &ThroughputRow::conflicts_per_iteration, &ThroughputRow::leaves_per_call,
        &ThroughputRow::evaluator_busy, &ThroughputRow::collisions_per_iteration,
        &ThroughputRow::other_choices}) {
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
