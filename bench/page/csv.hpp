// The measurements of a run as comma-separated values, one row each.
#pragma once

#include <string>
#include <vector>

#include "bench/report/run_data.hpp"

namespace banyan::bench {

/// A header and a row for each measurement (RFC 4180), as pandas.read_csv() and R's read.csv() take
/// them: file, game, engine, threads, opponent, budget, repetition, metric, value, unit. What a
/// measurement does not have is empty; infinities are Inf and -Inf.
std::string measurements_csv(const std::vector<Measurement>& measurements);

}  // namespace banyan::bench
