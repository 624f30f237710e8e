// Speeds of engines: searches of a first position, in random order.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>
#include <string>
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
  std::uint64_t iterations = 0;  ///< a search ends after these, if not earlier; 0: no limit
};

/// One engine on one game: a value per repetition, and means over them.
struct ThroughputRow {
  std::string game;
  std::string engine;
  /// Only those with a playout: booking many visits of a finished game at once is not faster.
  std::vector<double> iterations_per_second;
  std::vector<double> playouts_per_second;
  double finished_share = 0;  ///< share of visits without a playout
  int threads = 1;
  double cores = 0;  ///< processor time of the whole program divided by real time
  /// The system's share of `cores`: page faults, waking threads.
  double system_cores = 0;
  double mean_depth = 0;
  double nodes_per_iteration = 0;
  double bytes_per_iteration = 0;
  double page_faults_per_iteration = 0;
  /// How often a thread found a lease or a lock taken.
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
  bool always = true;  ///< whether every engine has it
};

inline constexpr ThroughputMean kThroughputMeans[]{
    {"finished_share", "1", &ThroughputRow::finished_share},
    {"cores", "cores", &ThroughputRow::cores},
    {"system_cores", "cores", &ThroughputRow::system_cores},
    {"mean_depth", "plies", &ThroughputRow::mean_depth},
    {"nodes_per_iteration", "nodes", &ThroughputRow::nodes_per_iteration},
    {"bytes_per_iteration", "bytes", &ThroughputRow::bytes_per_iteration},
    {"page_faults_per_iteration", "faults", &ThroughputRow::page_faults_per_iteration},
    {"conflicts_per_iteration", "conflicts", &ThroughputRow::conflicts_per_iteration},
    {"leaves_per_call", "leaves", &ThroughputRow::leaves_per_call, false},
    {"evaluator_busy", "1", &ThroughputRow::evaluator_busy, false},
    {"collisions_per_iteration", "collisions", &ThroughputRow::collisions_per_iteration, false},
    {"other_choices", "1", &ThroughputRow::other_choices, false}};

/// The row of one search, without the game.
ThroughputRow repetition_of(const Measured& measured, const EngineSettings& settings);

/// A measured search: the object with its `game`, `engine`, index (`repetition`) among those of
/// this engine and game, and the fields of a row. `turn` counts the searches before it.
using KeepSearch = std::function<void(const Json& search)>;

/// Measures every engine on every game from the first position, in random order, and gives each
/// search to `keep` when it has ended. Each makes the engine anew (measurer.hpp). Its seed follows
/// from `seed` and the number of repetitions before it. `earlier` are the searches of an
/// interrupted measurement with the same options, which are not made again. Ends early after a stop
/// request. Throws std::runtime_error if a search lost a visit.
void measure_throughput(const ThroughputOptions& options, const std::vector<Field>& earlier,
                        const KeepSearch& keep, const std::stop_token& stop);

/// Adds one more repetition to a row.
void add_repetition(ThroughputRow& row, const ThroughputRow& repetition);

/// Whether a row got fewer cores than its threads needed, so that its rate is not valid for them.
/// Threads of `leaf` always wait for each other and are not judged.
bool starved(const ThroughputRow& row);

/// The row of one search. Throws UsageError for a damaged or foreign one, with a sentence that
/// names file and field.
ThroughputRow read_repetition(const Field& search);

/// The row of all repetitions of one engine on one game, which are at least one.
ThroughputRow throughput_row(const std::vector<ThroughputRow>& repetitions);

}  // namespace banyan::bench
