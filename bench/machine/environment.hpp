// What affects a machine's speed besides its hardware: the processor's revision, system settings,
// libraries, and other load.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// Stands for what the system does not report.
inline constexpr const char* kUnreported = "unknown";

/// The first line of a small system file, or kUnreported.
std::string system_line(const std::filesystem::path& file);

/// The value in the first line that begins with `key` and then `separator`, without blanks and
/// quotes around it; or kUnreported.
std::string system_value(const std::filesystem::path& file, std::string_view key, char separator);

/// The processor's family, model, stepping and microcode, governor, SMT, NUMA nodes, mitigations,
/// huge pages, and library versions. What the system does not report is "unknown" or null. `root`
/// is where /proc and /sys are.
Json read_environment(const std::filesystem::path& root = "/");

/// The current time, the load averages, and the seconds since boot in which the host withheld
/// processors from this machine (steal time).
Json read_load(const std::filesystem::path& root = "/");

}  // namespace banyan::bench
