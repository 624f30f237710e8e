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
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tuple>
#include <utility>

#include "bench/machine/cgroup.hpp"
#include "parallel/executors/pinning.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kUnknown = "unknown";

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
  for (const hwloc_obj_type_t type :
       {HWLOC_OBJ_CORE, HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE,
        HWLOC_OBJ_L1ICACHE, HWLOC_OBJ_L2ICACHE, HWLOC_OBJ_L3ICACHE, HWLOC_OBJ_PACKAGE}) {
    hwloc_topology_set_type_filter(raw, type, HWLOC_TYPE_FILTER_KEEP_ALL);
  }
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

std::vector<CacheInfo> read_caches(hwloc_topology_t topology) {
  std::vector<CacheInfo> caches;
  constexpr std::array kTypes{HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE,  HWLOC_OBJ_L3CACHE,
                              HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L1ICACHE, HWLOC_OBJ_L2ICACHE,
                              HWLOC_OBJ_L3ICACHE};
  for (const hwloc_obj_type_t type : kTypes) {
    for_each_object(topology, type, [&](hwloc_obj_t object) {
      const auto& found = object->attr->cache;
      const char* const kind = found.type == HWLOC_OBJ_CACHE_DATA          ? "data"
                               : found.type == HWLOC_OBJ_CACHE_INSTRUCTION ? "instruction"
                                                                           : "unified";
      CacheInfo cache{static_cast<int>(found.depth), kind, found.size,
                      static_cast<int>(found.linesize), 1};
      const auto same = [&](const CacheInfo& other) {
        return std::tie(other.level, other.type, other.size_bytes, other.line_bytes) ==
               std::tie(cache.level, cache.type, cache.size_bytes, cache.line_bytes);
      };
      const auto known = std::find_if(caches.begin(), caches.end(), same);
      if (known == caches.end()) {
        caches.push_back(std::move(cache));
      } else {
        ++known->count;
      }
    });
  }
  std::sort(caches.begin(), caches.end(), [](const CacheInfo& a, const CacheInfo& b) {
    return std::tie(a.level, a.type) < std::tie(b.level, b.type);
  });
  return caches;
}

/// The first line of a small system file, empty if there is none.
std::string first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The value in the first line that begins with `key` followed by `separator`.
std::string value_in(const char* path, std::string_view key, char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto at = line.find(separator);
    if (at == std::string::npos || !line.starts_with(key)) continue;
    if (line.find_first_not_of(" \t", key.size()) != at) continue;
    const auto start = line.find_first_not_of(" \t\"", at + 1);
    if (start == std::string::npos) continue;
    return line.substr(start, line.find_last_not_of(" \t\"") - start + 1);
  }
  return {};
}

std::string or_unknown(std::string text) { return text.empty() ? kUnknown : std::move(text); }

std::string read_cpu_model(hwloc_topology_t topology) {
  // ARM kernels provide no "model name".
  std::string model = value_in("/proc/cpuinfo", "model name", ':');
  if (model.empty() && topology != nullptr) {
    const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
    const char* const found =
        package == nullptr ? nullptr : hwloc_obj_get_info_by_name(package, "CPUModel");
    if (found != nullptr) model = found;
  }
  return or_unknown(model);
}

/// "always [madvise] never" is "madvise".
std::string read_huge_pages() {
  const std::string line = first_line("/sys/kernel/mm/transparent_hugepage/enabled");
  const auto open = line.find('[');
  const auto close = line.find(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return kUnknown;
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
  if (::uname(&name) != 0) return kUnknown;
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

std::string read_os() {
  std::string name = value_in("/etc/os-release", "PRETTY_NAME", '=');
  if (name.empty()) name = value_in("/usr/lib/os-release", "PRETTY_NAME", '=');
  return or_unknown(name);
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

Machine read_machine() {
  const Topology topology = load_topology();
  Machine machine;
  machine.cpu_model = read_cpu_model(topology.get());
  if (topology) {
    const auto count = [&](hwloc_obj_type_t type) {
      return std::max(0, hwloc_get_nbobjs_by_type(topology.get(), type));
    };
    machine.physical_cores = count(HWLOC_OBJ_CORE);
    machine.logical_cpus = count(HWLOC_OBJ_PU);
    machine.caches = read_caches(topology.get());
  }
  machine.available_cores = static_cast<int>(joined(allowed_by_package(topology.get())).size());
  machine.available_cpus = static_cast<int>(allowed_cpus().size());
  const ContainerLimits container = read_container_limits();
  machine.cpu_quota = container.cpus;
  machine.memory_bytes = read_memory(container.memory_bytes);
  machine.page_bytes = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
  machine.transparent_huge_pages = read_huge_pages();
  machine.cpu_governor =
      or_unknown(first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  machine.kernel = read_kernel();
  machine.os = read_os();
  machine.allocator = read_allocator();
  machine.time_utc = time_utc_now();
  return machine;
}

void to_json(nlohmann::json& json, const CacheInfo& cache) {
  json = {{"level", cache.level},
          {"type", cache.type},
          {"size_bytes", cache.size_bytes},
          {"line_bytes", cache.line_bytes},
          {"count", cache.count}};
}

void to_json(nlohmann::json& json, const Machine& machine) {
  json = {{"cpu_model", machine.cpu_model},
          {"physical_cores", machine.physical_cores},
          {"logical_cpus", machine.logical_cpus},
          {"available_cores", machine.available_cores},
          {"available_cpus", machine.available_cpus},
          {"cpu_quota", machine.cpu_quota > 0 ? nlohmann::json(machine.cpu_quota) : nullptr},
          {"caches", machine.caches},
          {"memory_bytes", machine.memory_bytes},
          {"page_bytes", machine.page_bytes},
          {"transparent_huge_pages", machine.transparent_huge_pages},
          {"cpu_governor", machine.cpu_governor},
          {"kernel", machine.kernel},
          {"os", machine.os},
          {"allocator", machine.allocator},
          {"time_utc", machine.time_utc}};
}

std::string time_utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 32> text{};
  if (::gmtime_r(&now, &parts) == nullptr ||
      std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) {
    return kUnknown;
  }
  return text.data();
}

std::vector<int> one_per_core_first(const std::vector<std::vector<int>>& cores) {
  return in_turn(cores);
}

std::vector<int> compact_order(const std::vector<std::vector<std::vector<int>>>& packages) {
  return joined(joined(packages));
}

std::vector<int> scatter_order(const std::vector<std::vector<std::vector<int>>>& packages) {
  return in_turn(in_turn(packages));
}

const std::vector<int>& available_cpus() {
  static const std::vector<int> kCpus = one_per_core_first(joined(allowed_packages()));
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
