// Searches of a game's first position, as read from result files.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measure/throughput.hpp"
#include "bench/rows/row.hpp"
#include "bench/text/fields.hpp"
#include "core/search/phases.hpp"

namespace banyan::bench {

/// The searches of one engine.
struct SearchesRow {
  std::string engine;
  int workers = 1;  ///< threads, or simulated workers
  /// By metric, one value per search; NaN if it is not recorded.
  std::map<std::string, std::vector<double>> values = {};

  /// The known values of all searches; none if a metric was not measured.
  [[nodiscard]] std::vector<double> known(const std::string& metric) const;
};

/// The searches of several engines, run in turns.
struct SearchSet {
  std::string kind;
  std::string game;
  std::string budget = {};
  std::vector<SearchesRow> rows = {};
};

/// In which phases of iterations a game's searches were observed.
struct PhasesRow {
  std::string game;
  std::string engine;
  std::vector<std::array<double, kPhases>> shares = {};  ///< per search, with sum 1
};

/// The spec without its threads: "tree:threads=2,lock=free" and "tree:lock=free" give the same.
std::string without_threads(std::string_view engine);

/// The row of the same game and engine with one thread; null if there is none.
const ThroughputRow* one_thread_row(const std::vector<ThroughputRow>& rows,
                                    const ThroughputRow& row);

/// Both throw UsageError for damaged or foreign input, with a sentence that names file and field.
SearchSet read_searches(const Field& searches);
PhasesRow read_phases(const Field& phases);

/// A metric of an engine's searches of a game, the known values; none if it was not measured.
std::vector<double> known_values(const std::vector<SearchSet>& sets, std::string_view game,
                                 std::string_view engine, const std::string& metric);

void add_rows(const SearchSet& searches, const std::string& experiment, std::vector<Row>& rows);
void add_rows(const PhasesRow& phases, const std::string& experiment, std::vector<Row>& rows);
/// Of speeds: each inner list has the searches of one engine on one game.
void add_rows(const std::vector<std::vector<ThroughputRow>>& benchmarks,
              const std::string& experiment, std::vector<Row>& rows);

}  // namespace banyan::bench
