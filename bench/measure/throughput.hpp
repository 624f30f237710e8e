// The throughput suite: iterations per second, in Google Benchmark's JSON.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/measure/measurer.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

struct ThroughputOptions {
  std::vector<GameChoice> games;
  std::vector<EngineSettings> engines;
  std::chrono::nanoseconds search_time{};  ///< of each measured search
  int repetitions = 3;
  std::uint64_t seed = 1;
  std::string prefix = "throughput";  ///< of the benchmarks' names
  std::uint64_t iterations = 0;       ///< after which a search ends earlier; 0: it does not
};

/// One engine on one game: a value for each repetition, and means over them.
struct ThroughputRow {
  std::string game;
  std::string engine;
  /// Those with a playout: who books many visits of a finished game at once is not faster for it.
  std::vector<double> iterations_per_second;
  std::vector<double> playouts_per_second;
  double finished_share = 0;  ///< of all visits, those that needed no playout; NaN in older files
  int threads = 1;
  double cores = 0;  ///< processor time of the whole program over real time
  /// Of `cores`, what the system took: page faults, waking threads; NaN in older files.
  double system_cores = 0;
  double mean_depth = 0;
  double nodes_per_iteration = 0;
  double bytes_per_iteration = 0;
  double page_faults_per_iteration = 0;  ///< NaN in older files
  /// Times that a thread found taken what it wanted, a lease or a lock; NaN in older files.
  double conflicts_per_iteration = 0;
  /// Of engines that evaluate leaves together, else NaN: leaves of a call, and the share of the
  /// time in which any call was under way.
  double leaves_per_call = std::numeric_limits<double>::quiet_NaN();
  double evaluator_busy = std::numeric_limits<double>::quiet_NaN();
};

/// What one search says, but for the game.
ThroughputRow repetition_of(const Measured& measured, const EngineSettings& settings);

/// Measures every engine on every game from the first position and returns Google Benchmark's JSON,
/// which its compare.py reads; what was finished of it if a stop was requested. Each repetition
/// makes the engine anew and measures a search by it (measurer.hpp), with a seed of its own: `seed`
/// and how many came before it; the repetitions of all benchmarks run in random order. `context`
/// goes into the JSON; `progress` is called after each repetition. `earlier` is such a JSON that an
/// interrupted measurement with the same options left, or null: its repetitions are kept and not
/// measured again. `keep` is given the `benchmarks` of such a JSON after each repetition, for a
/// file that a killed run leaves behind. Throws std::runtime_error if a search lost a visit.
Json measure_throughput(const ThroughputOptions& options,
                        const std::vector<std::pair<std::string, std::string>>& context,
                        const std::function<void(const std::string& name)>& progress,
                        const std::stop_token& stop, const Json& earlier = nullptr,
                        const std::function<void(const Json& benchmarks)>& keep = {});

/// Adds one more repetition to a row of those before it.
void add_repetition(ThroughputRow& row, const ThroughputRow& repetition);

/// Whether the machine gave a row fewer cores than its threads asked for, so that its rate is not
/// one of so many cores. Threads of `leaf` wait for each other by their nature, and are not judged.
bool starved(const ThroughputRow& row);

/// One repetition in such a JSON.
struct ThroughputRepetition {
  std::uint64_t benchmark = 0;  ///< a number of those with the same game and engine
  int index = 0;                ///< from 0
  ThroughputRow row;            ///< of this repetition alone
};

/// All repetitions of such a JSON, in its order. Throws UsageError for a damaged or foreign one, in
/// a sentence that names file and field.
std::vector<ThroughputRepetition> read_repetitions(const Field& whole);

/// Their rows, in the order of the benchmarks.
std::vector<ThroughputRow> throughput_rows(const std::vector<ThroughputRepetition>& repetitions);

/// The rows of such a JSON. Throws as read_repetitions().
std::vector<ThroughputRow> read_throughput(const Field& whole);

}  // namespace banyan::bench
