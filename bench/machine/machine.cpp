// The machine, from hwloc, /proc, /sys and the dynamic linker; see machine.hpp.
#include "bench/machine/machine.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <hwloc.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "bench/machine/environment.hpp"
#include "parallel/executors/pinning.hpp"

namespace banyan::bench {
namespace {

constexpr std::array kCacheTypes{HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE,  HWLOC_OBJ_L3CACHE,
                                 HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L1ICACHE, HWLOC_OBJ_L2ICACHE,
                                 HWLOC_OBJ_L3ICACHE};

/// The CPUs allowed for the process's main thread, ascending.
std::vector<int> allowed_cpus() {
  std::vector<int> cpus = cpus_of_thread(::getpid());
  if (cpus.empty()) cpus.push_back(0);
  return cpus;
}

struct DestroyTopology {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, DestroyTopology>;

/// Null if hwloc fails.
Topology load_topology() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  Topology topology(raw);
  // Without the files (in a chroot), the Linux backend writes to standard error and finds nothing;
  // the others (cpuid) still work.
  if (::access("/sys/devices/system/cpu/cpu0/topology", F_OK) != 0) {
    hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "linux");
  }
  hwloc_topology_set_all_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
  const auto keep = [&](hwloc_obj_type_t type) {
    hwloc_topology_set_type_filter(raw, type, HWLOC_TYPE_FILTER_KEEP_ALL);
  };
  keep(HWLOC_OBJ_CORE);
  keep(HWLOC_OBJ_PACKAGE);
  for (const hwloc_obj_type_t type : kCacheTypes) keep(type);
  if (hwloc_topology_load(raw) != 0) return nullptr;
  return topology;
}

template <class Visit>
void for_each_object(hwloc_topology_t topology, hwloc_obj_type_t type, Visit visit) {
  hwloc_obj_t object = nullptr;
  while ((object = hwloc_get_next_obj_by_type(topology, type, object)) != nullptr) visit(object);
}

/// CPUs by physical core, cores by package.
using Packages = std::vector<std::vector<std::vector<int>>>;

/// The allowed CPUs in the machine's order, without empty cores and packages. CPUs outside of any
/// core count as separate cores, in a separate package.
Packages allowed_by_package(hwloc_topology_t topology) {
  std::vector<int> left = allowed_cpus();
  Packages packages;
  hwloc_obj_t last = nullptr;
  if (topology != nullptr) {
    for_each_object(topology, HWLOC_OBJ_CORE, [&](hwloc_obj_t core) {
      const auto in_core = [&](int cpu) {
        return hwloc_bitmap_isset(core->cpuset, static_cast<unsigned>(cpu)) != 0;
      };
      std::vector<int> cpus;
      std::copy_if(left.begin(), left.end(), std::back_inserter(cpus), in_core);
      left.erase(std::remove_if(left.begin(), left.end(), in_core), left.end());
      if (cpus.empty()) return;
      const hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, core);
      if (packages.empty() || package != last) packages.emplace_back();
      last = package;
      packages.back().push_back(std::move(cpus));
    });
  }
  if (!left.empty()) packages.emplace_back();
  for (const int cpu : left) packages.back().push_back({cpu});
  return packages;
}

/// As on the first call.
const Packages& allowed_packages() {
  static const Packages kPackages = allowed_by_package(load_topology().get());
  return kPackages;
}

/// The groups, concatenated.
template <class T>
std::vector<T> joined(const std::vector<std::vector<T>>& groups) {
  std::vector<T> all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

/// The first of each group, then the second of each, and so on.
template <class T>
std::vector<T> in_turn(const std::vector<std::vector<T>>& groups) {
  std::size_t most = 0;
  for (const auto& group : groups) most = std::max(most, group.size());
  std::vector<T> all;
  for (std::size_t round = 0; round < most; ++round) {
    for (const auto& group : groups) {
      if (round < group.size()) all.push_back(group[round]);
    }
  }
  return all;
}

/// One entry for all caches of one kind.
nlohmann::json read_caches(hwloc_topology_t topology) {
  using Kind = std::tuple<int, std::string, std::uint64_t, int>;  // level, type, size, line
  std::map<Kind, int> counts;
  for (const hwloc_obj_type_t type : kCacheTypes) {
    for_each_object(topology, type, [&](hwloc_obj_t object) {
      const auto& found = object->attr->cache;
      const char* const kind = found.type == HWLOC_OBJ_CACHE_DATA          ? "data"
                               : found.type == HWLOC_OBJ_CACHE_INSTRUCTION ? "instruction"
                                                                           : "unified";
      ++counts[{static_cast<int>(found.depth), kind, found.size, static_cast<int>(found.linesize)}];
    });
  }
  nlohmann::json caches = nlohmann::json::array();
  for (const auto& [cache, count] : counts) {
    const auto& [level, type, size, line] = cache;
    caches.push_back({{"level", level},
                      {"type", type},
                      {"size_bytes", size},
                      {"line_bytes", line},
                      {"count", count}});
  }
  return caches;
}

std::string read_cpu_model(hwloc_topology_t topology) {
  // ARM kernels provide no "model name".
  const std::string model = system_value("/proc/cpuinfo", "model name", ':');
  if (model != kUnreported || topology == nullptr) return model;
  const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  const char* const found =
      package == nullptr ? nullptr : hwloc_obj_get_info_by_name(package, "CPUModel");
  return found == nullptr ? kUnreported : found;
}

/// "always [madvise] never" is "madvise".
std::string read_huge_pages() {
  const std::string line = system_line("/sys/kernel/mm/transparent_hugepage/enabled");
  const auto open = line.find('[');
  const auto close = line.find(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return kUnreported;
  return line.substr(open + 1, close - open - 1);
}

/// The machine's memory, or a container's limit.
std::uint64_t read_memory(std::uint64_t granted) {
  struct sysinfo info {};
  const std::uint64_t all =
      ::sysinfo(&info) == 0 ? std::uint64_t{info.totalram} * info.mem_unit : 0;
  return granted > 0 && (all == 0 || granted < all) ? granted : all;
}

std::string read_kernel() {
  utsname name{};
  if (::uname(&name) != 0) return kUnreported;
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

std::string read_os() {
  const std::string name = system_value("/etc/os-release", "PRETTY_NAME", '=');
  return name != kUnreported ? name : system_value("/usr/lib/os-release", "PRETTY_NAME", '=');
}

/// Identifies malloc by the symbols that replacements export.
std::string read_allocator() {
  if (void* const symbol = ::dlsym(RTLD_DEFAULT, "mi_version"); symbol != nullptr) {
    // 209 is 2.0.9.
    const int version = reinterpret_cast<int (*)()>(symbol)();
    return fmt::format("mimalloc {}.{}.{}", version / 100, version / 10 % 10, version % 10);
  }
  if (::dlsym(RTLD_DEFAULT, "mallctl") != nullptr) return "jemalloc";
  if (::dlsym(RTLD_DEFAULT, "MallocExtension_ReleaseFreeMemory") != nullptr) return "tcmalloc";
  return fmt::format("glibc malloc {}", ::gnu_get_libc_version());
}

}  // namespace

nlohmann::json read_machine(const ContainerLimits& container) {
  const Topology topology = load_topology();
  const auto count = [&](hwloc_obj_type_t type) {
    return topology ? std::max(0, hwloc_get_nbobjs_by_type(topology.get(), type)) : 0;
  };
  return {{"cpu_model", read_cpu_model(topology.get())},
          {"physical_cores", count(HWLOC_OBJ_CORE)},
          {"logical_cpus", count(HWLOC_OBJ_PU)},
          {"available_cores", joined(allowed_by_package(topology.get())).size()},
          {"available_cpus", allowed_cpus().size()},
          {"cpu_quota", container.cpus > 0 ? nlohmann::json(container.cpus) : nullptr},
          {"caches", topology ? read_caches(topology.get()) : nlohmann::json::array()},
          {"memory_bytes", read_memory(container.memory_bytes)},
          {"page_bytes", std::max(0L, ::sysconf(_SC_PAGESIZE))},
          {"transparent_huge_pages", read_huge_pages()},
          {"cpu_governor", system_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
          {"kernel", read_kernel()},
          {"os", read_os()},
          {"allocator", read_allocator()},
          {"time_utc", time_utc_now()}};
}

std::string time_utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 32> text{};
  if (::gmtime_r(&now, &parts) == nullptr ||
      std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) {
    return kUnreported;
  }
  return text.data();
}

std::vector<int> compact_order(const std::vector<std::vector<std::vector<int>>>& packages) {
  return joined(joined(packages));
}

std::vector<int> scatter_order(const std::vector<std::vector<std::vector<int>>>& packages) {
  return in_turn(in_turn(packages));
}

const std::vector<int>& available_cpus() {
  static const std::vector<int> kCpus = scatter_order({joined(allowed_packages())});
  return kCpus;
}

std::vector<int> cpus_for(Pin pin) {
  if (pin == Pin::kNone) return {};
  return pin == Pin::kCompact ? compact_order(allowed_packages())
                              : scatter_order(allowed_packages());
}

std::uint64_t memory_for_trees(std::uint64_t engines) {
  static const std::uint64_t kGranted = read_container_limits().memory_bytes;
  if (kGranted == 0) return std::numeric_limits<std::uint64_t>::max();
  return kGranted / 2 / std::max<std::uint64_t>(1, engines);
}

const std::vector<int>& available_cores() {
  static const std::vector<int> kCores = [] {
    std::size_t count = joined(allowed_packages()).size();
    const double quota = read_container_limits().cpus;
    if (quota > 0) count = std::min(count, static_cast<std::size_t>(std::max(1.0, quota)));
    const std::vector<int>& cpus = available_cpus();
    return std::vector<int>(cpus.begin(), cpus.begin() + static_cast<std::ptrdiff_t>(count));
  }();
  return kCores;
}

}  // namespace banyan::bench
