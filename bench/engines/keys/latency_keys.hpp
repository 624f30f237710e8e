// Reads how long a server's answers take.
#pragma once

#include <string_view>

#include "core/evaluation/simulated_server.hpp"

namespace banyan::bench {

/// What messages and lists give as an example.
inline constexpr const char* kLatencyExample = "lognormal:median=2s,p99=20s,concurrent=32";

/// Whether the text says a distribution of durations, rather than what a device's calls cost.
bool is_latency(std::string_view text);

/// What `lognormal:median=2s,p99=20s,concurrent=32,fail=0.05` says, or `file:latencies.txt`: a line
/// for each duration, such as 2.1s, or in whole nanoseconds. Throws UsageError, which names the
/// argument.
ServerTimes parse_latency(std::string_view text, std::string_view argument);

}  // namespace banyan::bench
