// Merges Google Benchmark JSON from several runs of the program, since each run only knows its own
// repetitions.
#pragma once

#include <string>
#include <vector>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// The number of repetitions of a benchmark.
int repetitions_of(const Json& benchmarks, const std::string& run_name);

/// All benchmarks in the order of their names, with repetitions of `earlier` before those of `now`.
Json merged(const Json& earlier, const Json& now, const std::vector<std::string>& run_names,
            int repetitions);

}  // namespace banyan::bench
