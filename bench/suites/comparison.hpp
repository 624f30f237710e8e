// What changed between two builds that were measured in turns, with confidence.
#pragma once

#include <string>
#include <vector>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

enum class Change { kUnknown, kBetter, kWorse };

/// One engine's speed on one game by both programs.
struct SpeedChange {
  std::string game;
  std::string engine;
  double before = 0;   ///< A's iterations/s, the geometric mean
  double after = 0;    ///< B's
  Estimate ratio;      ///< after / before; the interval is this row's alone
  double p_value = 1;  ///< adjusted for all rows of the comparison
  Change change = Change::kUnknown;
};

struct Comparison {
  std::vector<SpeedChange> speeds;

  [[nodiscard]] std::size_t count(Change change) const;
};

/// Differences in speed smaller than this are not called: no timing is good for less.
inline constexpr double kDefaultTolerance = 0.02;

/// Calls the changes of rows whose p-values are not adjusted yet, and adjusts these: a row differs
/// if its test stands after Holm's correction for all rows, at 5 %, by at least the tolerance.
void call_changes(Comparison& comparison, double tolerance);

/// The comparison as people read it.
std::string comparison_text(const Comparison& comparison, double tolerance);

}  // namespace banyan::bench
