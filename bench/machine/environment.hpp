// What changes speeds on a machine beside its parts: the processor's revision, the system's
// settings, the libraries, and what else the machine did meanwhile.
#pragma once

#include <filesystem>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// The processor's family, model, stepping and microcode, the governor, SMT, NUMA nodes,
/// mitigations of the processor's flaws, huge pages, and the versions of libraries. What the system
/// does not tell is "unknown" or null. `root` is where /proc and /sys are.
Json read_environment(const std::filesystem::path& root = "/");

/// Now: the time, the load averages, and the seconds that the machine's host has kept its
/// processors from it since it started.
Json read_load(const std::filesystem::path& root = "/");

}  // namespace banyan::bench
