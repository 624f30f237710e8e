// The benchmarks of Google Benchmark's JSON, put together of repetitions that several runs of the
// program measured: it knows those of one run alone.
#pragma once

#include <string>
#include <vector>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// How many repetitions of a benchmark there are.
int repetitions_of(const Json& benchmarks, const std::string& run_name);

/// All benchmarks in the order of their names, the repetitions of `earlier` before those of `now`.
Json merged(const Json& earlier, const Json& now, const std::vector<std::string>& run_names,
            int repetitions);

}  // namespace banyan::bench
