// What affects a machine's speed besides its hardware: the processor's revision, system settings,
// libraries, and other load.
#pragma once

#include <filesystem>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// The processor's family, model, stepping and microcode, governor, SMT, NUMA nodes, mitigations,
/// huge pages, and library versions. What the system does not report is "unknown" or null. `root`
/// is where /proc and /sys are.
Json read_environment(const std::filesystem::path& root = "/");

/// The current time, the load averages, and the seconds since boot in which the host withheld
/// processors from this machine (steal time).
Json read_load(const std::filesystem::path& root = "/");

}  // namespace banyan::bench
