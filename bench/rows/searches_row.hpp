// What result files say of searches of a game's first position.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
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
  /// By the names of metrics a value a search, NaN where it does not tell.
  std::map<std::string, std::vector<double>> values = {};

  /// Those that are known, of all searches; none of a metric that was not measured.
  [[nodiscard]] std::vector<double> known(const std::string& metric) const;
};

/// SearchSet of several engines in turns.
struct SearchSet {
  std::string kind;
  std::string game;
  std::string budget = {};
  std::vector<SearchesRow> rows = {};
};

/// In which phases of iterations the searches of a game were seen.
struct PhasesRow {
  std::string game;
  std::string engine;
  std::vector<std::array<double, kPhases>> shares = {};  ///< of each search, coming to 1
};

/// All three throw UsageError for what is damaged or foreign, in a sentence that names file and
/// field.
SearchSet read_searches(const Field& searches);
/// Of the kind "speed": its `rates`.
SearchSet read_rates(const Field& speed);
PhasesRow read_phases(const Field& phases);

void add_rows(const SearchSet& searches, const std::string& experiment, std::vector<Row>& rows);
void add_rows(const PhasesRow& phases, const std::string& experiment, std::vector<Row>& rows);
void add_rows(const std::vector<ThroughputRepetition>& repetitions, const std::string& experiment,
              std::vector<Row>& rows);

}  // namespace banyan::bench
