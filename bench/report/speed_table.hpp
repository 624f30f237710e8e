// The table of speeds on the console.
#pragma once

#include <string>
#include <vector>

#include "bench/measure/throughput.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// From such a share of finished visits on, a search learns nothing new of most.
inline constexpr double kExhaustedShare = 0.5;

/// The geometric mean of rates with its interval; 0 for `random`, which makes no iterations.
Estimate rate_of(const std::vector<double>& rates);

/// The speed of all engines on a game; the best of a column is marked where it is clear.
Table speed_table(const std::vector<ThroughputRow>& rows, const std::string& game);

}  // namespace banyan::bench
