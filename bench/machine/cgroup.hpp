// A container's limits, from the system's control groups.
#pragma once

#include <cstdint>
#include <filesystem>

namespace banyan::bench {

/// 0 means no limit.
struct ContainerLimits {
  double cpus = 0;  ///< CPUs' worth of time
  std::uint64_t memory_bytes = 0;

  bool operator==(const ContainerLimits&) const = default;
};

/// The limits of this process's control groups and all above them, of either version. `root` is the
/// root of the system's files.
ContainerLimits read_container_limits(const std::filesystem::path& root = "/");

}  // namespace banyan::bench
