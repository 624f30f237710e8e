// The machine that runs measurements, and the CPUs that threads may be pinned to.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "parallel/executors/pinning.hpp"

namespace banyan::bench {

/// All caches of one kind that serve this machine's CPUs.
struct CacheInfo {
  int level = 0;
  std::string type;              ///< "data", "instruction" or "unified"
  std::uint64_t size_bytes = 0;  ///< of one such cache
  int line_bytes = 0;
  int count = 0;

  bool operator==(const CacheInfo&) const = default;
};

/// Unknown values are "unknown", 0 or empty, never an error.
struct Machine {
  std::string cpu_model;
  int physical_cores = 0;   ///< of the machine, as far as the system shows it
  int logical_cpus = 0;     ///< of the machine, as far as the system shows it
  int available_cores = 0;  ///< physical cores with a CPU that this process may use (affinity)
  int available_cpus = 0;   ///< logical CPUs that this process may use (affinity)
  double cpu_quota = 0;     ///< a container's limit, in CPUs of time; 0: no limit
  std::vector<CacheInfo> caches;   ///< by level, then type
  std::uint64_t memory_bytes = 0;  ///< the machine's, or a container's limit
  std::uint64_t page_bytes = 0;
  std::string transparent_huge_pages;  ///< "always", "madvise" or "never"
  std::string cpu_governor;            ///< of the first CPU: "performance", "powersave"...
  std::string kernel;                  ///< "Linux 6.1.0-18-amd64 x86_64"
  std::string os;                      ///< "Debian GNU/Linux 12 (bookworm)"
  std::string allocator;               ///< "mimalloc 2.0.9", "jemalloc", "tcmalloc", "glibc malloc"
  std::string time_utc;                ///< when this was read: "2025-01-31T12:00:00Z"
};

Machine read_machine();

/// An object with the field names as keys; cpu_quota is null without a limit.
void to_json(nlohmann::json& json, const Machine& machine);
void to_json(nlohmann::json& json, const CacheInfo& cache);

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

/// The order of available_cpus(), for cores given as lists of CPUs.
std::vector<int> one_per_core_first(const std::vector<std::vector<int>>& cores);

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
