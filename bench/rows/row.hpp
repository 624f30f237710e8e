// The tidy table of a run: one row per number, with the same fields for all measurements.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/statistics/statistics.hpp"
#include "bench/text/folder.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// The threads in an engine's spec; 1 if it does not say, also for engines of other versions.
int threads_of(const std::string& engine);

/// Its simulated workers, ranks or leaves in flight; its threads if it simulates none.
int workers_of(const std::string& engine);

/// A field of these results, or what a function says of them: in order, without duplicates.
template <typename Results, typename Of>
std::vector<std::string> distinct(const Results& results, const Of& of) {
  std::vector<std::string> values;
  for (const auto& result : results) {
    const std::string& value = std::invoke(of, result);
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

/// Where a value stands among distinct ones.
inline std::size_t place_of(const std::string& value, const std::vector<std::string>& values) {
  return static_cast<std::size_t>(std::find(values.begin(), values.end(), value) - values.begin());
}

/// The games of these results, in order, without duplicates.
template <typename Results>
std::vector<std::string> games_of(const Results& results) {
  return distinct(results, [](const auto& result) { return result.game; });
}

/// An engine's measurement on a game; null if there is none.
template <typename Rows>
auto* find_row(Rows& rows, std::string_view game, std::string_view engine) {
  for (auto& row : rows) {
    if (row.game == game && row.engine == engine) return &row;
  }
  return decltype(&*rows.begin()){};
}

/// Fields that do not apply are empty (texts) or NaN.
struct Row {
  std::string experiment;  ///< "throughput", "decision", a paper's name: its file's
  std::string kind = {};   ///< its purpose within the experiment: "curve", "control"
  std::string game = {};
  std::string position = {};  ///< where searches start; empty for whole games
  std::string engine = {};
  int threads = 1;                     ///< the engine's
  int workers = -1;                    ///< or threads; below 0: the engine's; 0: does not apply
  std::string opponent = {};           ///< in a match
  double factor = kNaN;                ///< the budget divided by the base budget
  std::string budget = {};             ///< per move
  std::optional<int> repetition = {};  ///< from 0, for one search; empty: all of them
  std::string metric = {};             ///< "iterations_per_second"
  double value = 0;                    ///< may be infinite
  double low95 = kNaN;                 ///< the ends of its 95 % interval
  double high95 = kNaN;
  std::uint64_t n = 1;    ///< number of searches, positions or games
  std::string unit = {};  ///< "1/s"; "1" for shares and ratios
  std::string text = {};  ///< what is no number: a verdict, the value lost on each position
};

/// A field of a row for the table's files and for Python: null if it does not apply, else a text or
/// a number, which may be infinite.
struct RowField {
  const char* name;
  Json (*of)(const Row& row);
};

/// All fields, in the order of the columns.
const std::vector<RowField>& row_fields();

/// Adds rows that differ only in metric, value and unit.
class RowWriter {
 public:
  RowWriter(Row in_common, std::vector<Row>& rows) : common(std::move(in_common)), rows_(rows) {}

  void add(const char* metric, double value, const char* unit);

  /// What is no number.
  void add_text(const char* metric, const std::string& text);

  /// With its interval, over all `n` repetitions.
  void add(const char* metric, const Estimate& estimate, std::uint64_t n, const char* unit);

  Row common;

 private:
  std::vector<Row>& rows_;
};

/// A header and one line per row (RFC 4180), readable by pandas.read_csv() and R's read.csv().
/// Infinities are Inf and -Inf.
std::string rows_csv(const std::vector<Row>& rows);

/// The same as one JSON object per line: null for an empty field, and "Inf" and "-Inf", since JSON
/// has no infinities.
std::string rows_jsonl(const std::vector<Row>& rows);

/// Writes rows.jsonl and results.csv into a run's folder.
void write_rows(const Folder& folder, const std::vector<Row>& rows);

}  // namespace banyan::bench
