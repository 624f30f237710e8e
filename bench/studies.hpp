// Studies: grids of engines and games that answer one question of the literature each.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/text.hpp"
#include "bench/throughput.hpp"

namespace banyan::bench {

/// What is varied, and what of it stands side by side in the tables. A "*" in an engine stands for
/// each number of threads.
struct Study {
  const char* name;
  const char* help;
  const char* games;
  std::vector<std::string> engines;
  const char* column;  ///< the key of games or engines whose values are the columns
};

/// playout_cost, virtual_loss, executors, locks.
const std::vector<Study>& studies();

/// Throws UsageError, in one sentence that names them all.
const Study& find_study(std::string_view name);

/// The study's engines on a machine with so many cores: the sequential ones, and the others with
/// 1, 2, 4 ... threads, and a thread for every core. Those that this build cannot run are left out.
std::string study_engines(const Study& study, int cores);

/// Titles and tables of what was measured: the speed-up over the fastest sequential engine on the
/// same game, its efficiency (the speed-up over the number of threads) and the mean depth of an
/// iteration, which says whether the trees are alike. Speed-ups are ratios of iterations/s at
/// equal time, of geometric means with their 95 % interval (ratio_estimate). A value with a ! had
/// fewer cores than threads. Empty if nothing was measured.
std::vector<std::pair<std::string, Table>> study_tables(const Study& study,
                                                        const std::vector<ThroughputRow>& rows);

}  // namespace banyan::bench
