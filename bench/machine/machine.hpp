// The machine that measurements were made on, and the CPUs that threads may be pinned to.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "parallel/executors/pinning.hpp"

namespace banyan::bench {

/// All caches of one kind that serve CPUs of this machine.
struct CacheInfo {
  int level = 0;
  std::string type;              ///< "data", "instruction" or "unified"
  std::uint64_t size_bytes = 0;  ///< of one such cache
  int line_bytes = 0;
  int count = 0;

  bool operator==(const CacheInfo&) const = default;
};

/// What cannot be found out is "unknown", 0 or empty, never an error.
struct Machine {
  std::string cpu_model;
  int physical_cores = 0;   ///< of the machine, as far as the system shows it
  int logical_cpus = 0;     ///< of the machine, as far as the system shows it
  int available_cores = 0;  ///< physical cores with a CPU that this process may use (affinity)
  int available_cpus = 0;   ///< logical CPUs that this process may use (affinity)
  double cpu_quota = 0;     ///< CPUs' worth of time that a container grants; 0 without a limit
  std::vector<CacheInfo> caches;   ///< by level, then type
  std::uint64_t memory_bytes = 0;  ///< of the machine, or what a container grants of it
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

/// ISO 8601 of now, to the second.
std::string time_utc_now();

/// The logical CPUs (the system's numbers) that this process may use, in the order to pin threads
/// to: one of each physical core first, then the cores' second hardware threads, and so on; within
/// each round by place in the machine, so that neighbours share caches. As found on the first call;
/// call it before pinning the main thread. Never empty.
const std::vector<int>& available_cpus();

/// Those of available_cpus() on which threads never share a physical core, and no more of them than
/// a container grants CPUs' worth of time. Never empty.
const std::vector<int>& available_cores();

/// The most bytes of trees that each of so many engines may fill at once without a container's
/// ending the program: together half of what it grants. Without a container any number.
std::uint64_t memory_for_trees(std::uint64_t engines = 1);

/// The order of available_cpus() for cores given by their CPUs.
std::vector<int> one_per_core_first(const std::vector<std::vector<int>>& cores);

/// How an engine's threads are spread over the machine.
enum class Pin : std::uint8_t {
  kNone,     ///< the system moves them about
  kCompact,  ///< close together: the hardware threads of a core, then the next core of the package
  kScatter,  ///< far apart: a core of each package in turn, second hardware threads last
};

/// The available CPUs in the order in which threads are pinned to them; none for kNone. As found on
/// the first call; call it before pinning the main thread.
std::vector<int> cpus_for(Pin pin);

/// The orders of cpus_for() for packages given by their cores, and these by their CPUs.
std::vector<int> compact_order(const std::vector<std::vector<std::vector<int>>>& packages);
std::vector<int> scatter_order(const std::vector<std::vector<std::vector<int>>>& packages);

}  // namespace banyan::bench
