// The tables of studies of speed (bench/experiments/study.hpp).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/experiments/study.hpp"
#include "bench/measure/throughput.hpp"
#include "bench/report/studies/pivot.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// Where the time of each of an engine's cores goes, as shares that come to 1, compared with the
/// same engine by one thread.
struct CoreAccount {
  double speedup = 0;   ///< of iterations/s over one thread
  double searches = 0;  ///< what one thread would have taken for the same iterations
  double slower = 0;    ///< what the program took beyond; below 0: less
  double system = 0;    ///< what the system took
  double waits = 0;     ///< on no core
};

/// Of a row whose `system_cores` are known, and the one by one thread.
CoreAccount core_account(const ThroughputRow& row, const ThroughputRow& alone);

/// Titles and tables of what was measured: the speed-up over the fastest sequential engine on the
/// same game, and the mean depth of an iteration and its bytes, which say whether the trees are
/// alike. Speed-ups are ratios of iterations/s at equal time, of geometric means with their 95 %
/// interval (ratio_estimate). A value with a ! had fewer cores than threads. A study of threads has
/// the account of their cores' time too (core_account). Empty if nothing was measured.
std::vector<std::pair<std::string, Table>> study_tables(const Study& study,
                                                        const std::vector<ThroughputRow>& rows);

/// A cell of the first of them as numbers, with the names of its line and column; engines without
/// a column are left out. A line is named by what sets it apart.
struct StudySpeed : PivotPlace {
  std::string line;
  Estimate speed_up;
};

std::vector<StudySpeed> study_speeds(const Study& study, const std::vector<ThroughputRow>& rows);

}  // namespace banyan::bench
