// The speeds of engines, as `advise` compares them and gives budgets by them.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measure/throughput.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// Adds a search to its engine's, with rates as on a machine without other programs: by processor
/// time, to which these add nothing. A thread that never waits has a core then. Several wait for
/// each other and get `cores`: the most that a search of theirs had so far, which is raised here,
/// with the rates of those before. Begin with 1 for the one, with 0 for the others.
void add_by_own_cores(ThroughputRow& speed, ThroughputRow search, double& cores);

/// What measures speeds, a clock and a search: those of advise.hpp.
struct SpeedMeter {
  std::function<double()> now;
  std::function<void(ThroughputRow& speed, double seconds)> search;
};

/// Speeds of several engines.
struct Speeds {
  std::vector<ThroughputRow> rows;
  double search_seconds = 0;  ///< of a search, the mean; by `now`
  double took = 0;            ///< seconds, together
  std::size_t searches = 0;   ///< that were made, of all engines
};

/// Speeds of these engines: searches of so many seconds in turns, `turns` of them after a first one
/// to warm up, but none once `end` is over. `rows` has what whole turns measured, nothing after a
/// stop request. `progress` is called after each search.
Speeds measure_speeds(const SpeedMeter& meter, const std::vector<std::string>& engines,
                      double seconds, int turns, double end, const std::function<void()>& progress,
                      const std::stop_token& stop);

/// The row of that engine. Throws std::logic_error if there is none.
const ThroughputRow& speed_of(const std::vector<ThroughputRow>& speeds, std::string_view engine);

/// Iterations/s, the geometric mean.
double rate_of(const std::vector<ThroughputRow>& speeds, std::string_view engine);

/// Iterations/s of one engine over another's, paired by turns.
Estimate ratio_of(const std::vector<ThroughputRow>& speeds, std::string_view engine,
                  std::string_view other);

}  // namespace banyan::bench
