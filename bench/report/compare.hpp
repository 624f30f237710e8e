// What changed between two runs, with confidence.
#pragma once

#include <string>
#include <vector>

#include "bench/report/run_data.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// In which ways two runs may differ and still be compared.
struct Across {
  bool machines = false;
  bool builds = false;
  bool settings = false;
};

enum class Change { kUnknown, kBetter, kWorse };

/// One engine's speed on one game in both runs.
struct SpeedChange {
  std::string file;  ///< "throughput.json" or "ablation.json"
  std::string game;
  std::string engine;
  double before = 0;   ///< A's iterations/s, the geometric mean
  double after = 0;    ///< B's
  Estimate ratio;      ///< after / before; the interval is this row's alone
  double p_value = 1;  ///< adjusted for all rows of the comparison
  Change change = Change::kUnknown;
};

/// One match in both runs.
struct StrengthChange {
  std::string game;
  std::string engine;
  std::string opponent;
  std::string budget;
  Estimate before;      ///< A's Elo
  Estimate after;       ///< B's
  Estimate difference;  ///< after - before
  double p_value = 1;   ///< adjusted for all rows of the comparison
  Change change = Change::kUnknown;
};

struct Comparison {
  std::vector<SpeedChange> speeds;
  std::vector<StrengthChange> strengths;
  std::size_t unpaired = 0;  ///< rows that only one of the runs has
  bool in_turns = false;     ///< measured A B A B, and paired by turns
  bool of_runs = false;      ///< A and B are several runs each, a value for each run

  [[nodiscard]] std::size_t count(Change change) const;
};

/// Differences in speed smaller than this are not called: no timing is good for less.
inline constexpr double kDefaultTolerance = 0.02;

/// Throws UsageError, in a sentence that says what to give, if the runs are of different machines,
/// builds or search times and that was not asked for.
void check_comparable(const RunData& a, const RunData& b, const Across& across);

/// Pairs speeds by file, game and engine, and matches by game, engines and budget. A change is
/// called where the test of that row (Welch's on logarithms; a normal one for Elo) stands after
/// Holm's correction for all rows, at 5 %, and a speed differs by at least the tolerance. Throws
/// UsageError if the runs have nothing in common.
Comparison compare_runs(const RunData& a, const RunData& b, double tolerance = kDefaultTolerance);

/// Calls the changes of rows whose p-values are not adjusted yet, and adjusts these.
void call_changes(Comparison& comparison, double tolerance);

/// The comparison as people read it, at most 100 columns wide.
std::string comparison_text(const Comparison& comparison, double tolerance);

/// The same as one object.
Json comparison_json(const Comparison& comparison);

}  // namespace banyan::bench
