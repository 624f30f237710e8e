// Reads control groups, of versions 1 and 2.
#include "bench/machine/cgroup.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace banyan::bench {
namespace {

// Version 1 writes the largest number of pages if there is no limit.
constexpr double kNoMemoryLimit = 1e18;

/// The first numbers of a file; 0 for words like "max".
struct Numbers {
  double first = 0;
  double second = 0;

  explicit Numbers(const std::filesystem::path& path) { std::ifstream(path) >> first >> second; }
};

template <class Number>
void lower(Number& limit, Number other) {
  if (other > 0) limit = limit > 0 ? std::min(limit, other) : other;
}

void add_group(const std::filesystem::path& group, ContainerLimits& limits) {
  const Numbers cpu(group / "cpu.max");
  if (cpu.second > 0) lower(limits.cpus, cpu.first / cpu.second);
  const double quota = Numbers(group / "cpu.cfs_quota_us").first;
  const double period = Numbers(group / "cpu.cfs_period_us").first;
  if (period > 0) lower(limits.cpus, quota / period);
  for (const char* file : {"memory.max", "memory.limit_in_bytes"}) {
    const double bytes = Numbers(group / file).first;
    if (bytes > 0 && bytes < kNoMemoryLimit) {
      lower(limits.memory_bytes, static_cast<std::uint64_t>(bytes));
    }
  }
}

/// Adds the limits of the group `path` below `top` and of all groups above it. A container sees its
/// own group as the top, whatever `path` says.
void add_groups(const std::filesystem::path& top, std::string_view path, ContainerLimits& limits) {
  add_group(top, limits);
  std::filesystem::path group = top;
  for (const auto& part : std::filesystem::path(path).relative_path()) {
    if (part == "..") return;  // not visible
    group /= part;
    add_group(group, limits);
  }
}

}  // namespace

ContainerLimits read_container_limits(const std::filesystem::path& root) {
  ContainerLimits limits;
  const auto groups = root / "sys/fs/cgroup";
  add_group(groups, limits);
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {  // "4:cpu,cpuacct:/path", "0::/path"
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) {
      add_groups(groups, path, limits);
    } else if (controllers.find("cpu") == 0 || controllers == "memory") {
      add_groups(groups / controllers, path, limits);
    }
  }
  return limits;
}

}  // namespace banyan::bench
