// The machine that runs measurements, and the CPUs that threads may be pinned to.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/machine/cgroup.hpp"
#include "parallel/executors/pinning.hpp"

namespace banyan::bench {

/// The machine as an object; what is unknown is "unknown", 0 or empty, never an error:
///   cpu_model; physical_cores and logical_cpus of the machine, as far as the system shows it;
///   available_cores and available_cpus: those that this process may use (affinity);
///   cpu_quota: the container's limit, in CPUs of time; null without one;
///   caches, by level, then type ("data", "instruction" or "unified"): {level, type, size_bytes of
///     one such cache, line_bytes, count};
///   memory_bytes: the machine's, or the container's limit; page_bytes;
///   transparent_huge_pages: "always", "madvise" or "never";
///   cpu_governor of the first CPU: "performance", "powersave"...;
///   kernel: "Linux 6.1.0-18-amd64 x86_64"; os: "Debian GNU/Linux 12 (bookworm)";
///   allocator: "mimalloc 2.0.9", "jemalloc", "tcmalloc" or "glibc malloc 2.36";
///   time_utc: now, as time_utc_now() writes it.
nlohmann::json read_machine(const ContainerLimits& container = read_container_limits());

/// The current time in ISO 8601, to the second.
std::string time_utc_now();

/// The logical CPUs (the system's numbers) that this process may use, in the order for pinning
/// threads. One of each physical core comes first, then the cores' second hardware threads, and so
/// on; within each round by location, so that neighbours share caches. As on the first call; call
/// it before pinning the main thread. Never empty.
const std::vector<int>& available_cpus();

/// Those of available_cpus() that share no physical core, at most as many as a container's CPU
/// limit. Never empty.
const std::vector<int>& available_cores();

/// The most bytes of trees that each of `engines` engines may fill without exceeding a container's
/// memory: together half of its limit. Without a container unlimited.
std::uint64_t memory_for_trees(std::uint64_t engines = 1);

/// How an engine's threads are spread over the machine.
enum class Pin : std::uint8_t {
  kNone,     ///< the system moves threads freely
  kCompact,  ///< close together: hardware threads of a core, then the next core of the package
  kScatter,  ///< far apart: a core of each package in turn, second hardware threads last
};

/// The available CPUs in the order for pinning threads; none for kNone. As on the first call; call
/// it before pinning the main thread.
std::vector<int> cpus_for(Pin pin);

/// The orders of cpus_for(), for packages given as lists of cores, which are lists of CPUs.
std::vector<int> compact_order(const std::vector<std::vector<std::vector<int>>>& packages);
std::vector<int> scatter_order(const std::vector<std::vector<std::vector<int>>>& packages);

}  // namespace banyan::bench
