// Studies of solved positions: which choice loses least on each line of a table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/experiments/study.hpp"
#include "bench/report/studies/pivot.hpp"
#include "bench/rows/solved_row.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// One choice on one line, and what it lost beyond the line's reference. Numbers of workers are
/// compared with the first, on all positions. Other choices are compared with the best. Since the
/// winner of noisy data looks better than it is, half of the positions chooses it (every second
/// one, from the first), and the other half judges.
struct SolvedCell {
  PivotPlace place;
  std::string line;   ///< what sets its line apart
  std::string tuned;  ///< the chosen value of the tuned key; "-" without one
  Estimate lost;      ///< the mean value lost; on the judging half if a key was tuned
  /// On each judging position, the value lost beyond the choice that lost least on the choosing
  /// half; empty if that is unknown.
  std::vector<double> beyond = {};
  /// Shown to lose more than that: by the randomisation test (equality_p_value), with Holm's
  /// correction over all cells of the study.
  bool worse = false;
};

/// A set's table.
struct SolvedTable {
  std::string game;
  std::string budget;
  std::string positions;  ///< "1000", or "500 of 1000" if a key was tuned
  std::string engines;    ///< what all engines of a name have in common, as specs
  std::vector<SolvedCell> cells;
};

std::vector<SolvedTable> solved_tables(const Study& study, const std::vector<SolvedSet>& sets);

/// The same with titles, in percent of a win. A * marks what is worse.
std::vector<std::pair<std::string, Table>> study_tables(const Study& study,
                                                        const std::vector<SolvedSet>& sets);

}  // namespace banyan::bench
