// Measures speeds and reads the results.
#include "bench/measure/throughput.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

Json search_json(const ThroughputRow& row) {
  Json json{{"iterations_per_second", row.iterations_per_second.front()},
            {"playouts_per_second", row.playouts_per_second.front()},
            {"threads", row.threads}};
  for (const ThroughputMean& mean : kThroughputMeans) {
    if (std::isfinite(row.*mean.value)) json[mean.name] = row.*mean.value;
  }
  return json;
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

void measure_throughput(const ThroughputOptions& options, const std::vector<Field>& earlier,
                        const KeepSearch& keep, const std::stop_token& stop) {
  struct Cell {
    const GameChoice& game;
    const EngineSettings& engine;
    Json key;
    int measured;
  };
  std::vector<Cell> cells;
  std::vector<int> lacking;
  for (const GameChoice& game : options.games) {
    for (const EngineSettings& engine : options.engines) {
      const Json key{{"game", game.spec}, {"engine", engine.spec}};
      const auto there = std::count_if(earlier.begin(), earlier.end(), [&](const Field& search) {
        return has_fields(search.json(), key);
      });
      cells.push_back({game, engine, key, static_cast<int>(there)});
      lacking.push_back(options.repetitions - cells.back().measured);
    }
  }
  std::size_t turn = earlier.size();
  for (const std::size_t i : random_order(lacking, scramble(options.seed + turn))) {
    Cell& cell = cells[i];
    const Limits limits = cell.engine.limits.value_or(
        Limits{.iterations = options.iterations, .time = options.search_time});
    const std::uint64_t seed = seed_of(options.seed, static_cast<std::uint64_t>(cell.measured));
    const auto measured = Measurer(cell.game, cell.engine).search(limits, {seed, 1}, stop);
    if (!measured) return;
    const SearchResult& found = measured->found;
    // A search of more than 2^30 visits halves its statistics, and so forgets some on purpose.
    if (!found.counters.contains("halvings") && found.root_visits() != found.visits()) {
      throw std::runtime_error(fmt::format("{} on {}: {} of {} visits were lost.", cell.engine.spec,
                                           cell.game.spec, found.visits() - found.root_visits(),
                                           found.visits()));
    }
    Json search = cell.key;
    search["repetition"] = cell.measured++;
    search["turn"] = turn++;
    search.update(search_json(repetition_of(*measured, cell.engine)));
    keep(search);
  }
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

}  // namespace

ThroughputRow read_repetition(const Field& search) {
  ThroughputRow row;
  row.game = search["game"].text();
  row.engine = search["engine"].text();
  search["repetition"].count();  // throws if damaged
  constexpr double kMostThreads = 1e6;
  const double threads = amount(search["threads"]);
  if (threads > kMostThreads) search["threads"].refuse("is no number of threads");
  row.threads = static_cast<int>(threads);
  row.iterations_per_second = {amount(search["iterations_per_second"])};
  row.playouts_per_second = {amount(search["playouts_per_second"])};
  for (const ThroughputMean& mean : kThroughputMeans) {
    const bool known = mean.always || search.has(mean.name);
    row.*mean.value = known ? amount(search[mean.name]) : kNaN;
  }
  if (row.finished_share > 1) search["finished_share"].refuse("is no share from 0 to 1");
  return row;
}

void add_repetition(ThroughputRow& row, const ThroughputRow& repetition) {
  row.iterations_per_second.push_back(repetition.iterations_per_second.front());
  row.playouts_per_second.push_back(repetition.playouts_per_second.front());
  const auto n = static_cast<double>(row.iterations_per_second.size());
  for (const ThroughputMean& mean : kThroughputMeans) {
    row.*mean.value += (repetition.*mean.value - row.*mean.value) / n;
  }
}

ThroughputRow throughput_row(const std::vector<ThroughputRow>& repetitions) {
  ThroughputRow row = repetitions.front();
  for (std::size_t i = 1; i < repetitions.size(); ++i) add_repetition(row, repetitions[i]);
  return row;
}

}  // namespace banyan::bench
