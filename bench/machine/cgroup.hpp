// What a container grants, by the control groups of the system.
#pragma once

#include <cstdint>
#include <filesystem>

namespace banyan::bench {

/// 0 where there is no limit.
struct ContainerLimits {
  double cpus = 0;  ///< CPUs' worth of time
  std::uint64_t memory_bytes = 0;

  bool operator==(const ContainerLimits&) const = default;
};

/// Those of this process's control groups and of all above them, of either version. `root` is the
/// root of the files that say so.
ContainerLimits read_container_limits(const std::filesystem::path& root = "/");

}  // namespace banyan::bench
