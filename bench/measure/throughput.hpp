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
  std::chrono::nanoseconds search_time{};  ///< per measured search
  int repetitions = 3;
  std::uint64_t seed = 1;
  std::string prefix = "throughput";  ///< of the benchmarks' names
  std::uint64_t iterations = 0;       ///< a search ends after these, if not earlier; 0: no limit
};

/// One engine on one game: a value per repetition, and means over them.
struct ThroughputRow {
  std::string game;
  std::string engine;
  /// Only those with a playout: booking many visits of a finished game at once is not faster.
  std::vector<double> iterations_per_second;
  std::vector<double> playouts_per_second;
  double finished_share = 0;  ///< share of visits without a playout; NaN in older files
  int threads = 1;
  double cores = 0;  ///< processor time of the whole program divided by real time
  /// The system's share of `cores`: page faults, waking threads; NaN in older files.
  double system_cores = 0;
  double mean_depth = 0;
  double nodes_per_iteration = 0;
  double bytes_per_iteration = 0;
  double page_faults_per_iteration = 0;  ///< NaN in older files
  /// How often a thread found a lease or a lock taken; NaN in older files.
  double conflicts_per_iteration = 0;
  /// Of engines that evaluate leaves together, else NaN: leaves of a call, the share of the time in
  /// which any call was in flight, descents to a leaf that another waits for, and the share of
  /// choices that a sequential search would not make at the same visits.
  double leaves_per_call = std::numeric_limits<double>::quiet_NaN();
  double evaluator_busy = std::numeric_limits<double>::quiet_NaN();
  double collisions_per_iteration = std::numeric_limits<double>::quiet_NaN();
  double other_choices = std::numeric_limits<double>::quiet_NaN();
};

/// One of the means of a row, by its name in files, with its unit there.
struct ThroughputMean {
  const char* name;
  const char* unit;
  double ThroughputRow::*value;
  bool always = false;  ///< whether every file has it
};

inline constexpr ThroughputMean kThroughputMeans[]{
    {"finished_share", "1", &ThroughputRow::finished_share},
    {"cores", "cores", &ThroughputRow::cores, true},
    {"system_cores", "cores", &ThroughputRow::system_cores},
    {"mean_depth", "plies", &ThroughputRow::mean_depth, true},
    {"nodes_per_iteration", "nodes", &ThroughputRow::nodes_per_iteration, true},
    {"bytes_per_iteration", "bytes", &ThroughputRow::bytes_per_iteration, true},
    {"page_faults_per_iteration", "faults", &ThroughputRow::page_faults_per_iteration},
    {"conflicts_per_iteration", "conflicts", &ThroughputRow::conflicts_per_iteration},
    {"leaves_per_call", "leaves", &ThroughputRow::leaves_per_call},
    {"evaluator_busy", "1", &ThroughputRow::evaluator_busy},
    {"collisions_per_iteration", "collisions", &ThroughputRow::collisions_per_iteration},
    {"other_choices", "1", &ThroughputRow::other_choices}};

/// The row of one search, without the game.
ThroughputRow repetition_of(const Measured& measured, const EngineSettings& settings);

/// Measures every engine on every game from the first position. Returns Google Benchmark's JSON,
/// which its compare.py reads; the finished part if a stop was requested. Each repetition makes the
/// engine anew and measures one search (measurer.hpp). Its seed follows from `seed` and the number
/// of repetitions before it; the repetitions of all benchmarks run in random order. `context` goes
/// into the JSON; `progress` is called after each repetition. `earlier` is the JSON of an
/// interrupted measurement with the same options, or null: its repetitions are kept. `keep` gets
/// such a JSON after each repetition, to store it in case the run is killed.
/// Throws std::runtime_error if a search lost a visit.
Json measure_throughput(const ThroughputOptions& options,
                        const std::vector<std::pair<std::string, std::string>>& context,
                        const std::function<void(const std::string& name)>& progress,
                        const std::stop_token& stop, const Json& earlier = nullptr,
                        const std::function<void(const Json& so_far)>& keep = {});

/// Adds one more repetition to a row.
void add_repetition(ThroughputRow& row, const ThroughputRow& repetition);

/// Whether a row got fewer cores than its threads needed, so that its rate is not valid for them.
/// Threads of `leaf` always wait for each other and are not judged.
bool starved(const ThroughputRow& row);

/// The repetitions of each benchmark of such a JSON, in the order of the benchmarks, which are of
/// one engine on one game each. Throws UsageError for a damaged or foreign one, with a sentence
/// that names file and field.
std::vector<std::vector<ThroughputRow>> read_repetitions(const Field& whole);

/// Their rows.
std::vector<ThroughputRow> throughput_rows(
    const std::vector<std::vector<ThroughputRow>>& benchmarks);

/// The rows of such a JSON. Throws like read_repetitions().
std::vector<ThroughputRow> read_throughput(const Field& whole);

}  // namespace banyan::bench
