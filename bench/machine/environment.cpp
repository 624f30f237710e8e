// Reads the environment from /proc and /sys.
#include "bench/machine/environment.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <hwloc.h>
#include <hwy/highway.h>
#include <unistd.h>
#ifdef BANYAN_TBB
#include <oneapi/tbb/version.h>
#endif

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "bench/machine/machine.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

/// Files and folders in a folder by name; none if it cannot be read.
std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

Json numa_nodes(const fs::path& root) {
  const auto entries = sorted_entries(root / "sys/devices/system/node");
  const auto nodes = std::count_if(entries.begin(), entries.end(), [](const fs::path& entry) {
    const std::string name = entry.filename();
    return name.starts_with("node") && name.find_first_not_of("0123456789", 4) == std::string::npos;
  });
  return nodes == 0 ? Json(nullptr) : Json(nodes);
}

Json mitigations(const fs::path& root) {
  Json all = Json::object();
  for (const fs::path& flaw : sorted_entries(root / "sys/devices/system/cpu/vulnerabilities")) {
    all[flaw.filename().string()] = system_line(flaw);
  }
  return all;
}

/// The versions compiled with, or those loaded if they report them.
Json libraries() {
  Json versions{{"glibc", ::gnu_get_libc_version()},
                {"hwloc", HWLOC_VERSION},
                {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                                    FMT_VERSION % 100)},
                {"highway", fmt::format("{}.{}.{}", HWY_MAJOR, HWY_MINOR, HWY_PATCH)}};
#ifdef BANYAN_TBB
  versions["tbb"] = TBB_runtime_version();
#endif
  return versions;
}

}  // namespace

std::string system_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line.empty() ? kUnreported : line;
}

std::string system_value(const fs::path& file, std::string_view key, char separator) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find(separator);
    if (at == std::string::npos || !line.starts_with(key)) continue;
    if (line.find_first_not_of(" \t", key.size()) != at) continue;
    const std::size_t start = line.find_first_not_of(" \t\"", at + 1);
    if (start == std::string::npos) continue;
    return line.substr(start, line.find_last_not_of(" \t\"") - start + 1);
  }
  return kUnreported;
}

Json read_environment(const fs::path& root) {
  const auto processor = [&](std::string_view field) {
    return system_value(root / "proc/cpuinfo", field, ':');
  };
  const fs::path cpu = root / "sys/devices/system/cpu";
  const fs::path pages = root / "sys/kernel/mm/transparent_hugepage";
  return {{"processor",
           {{"family", processor("cpu family")},
            {"model", processor("model")},
            {"stepping", processor("stepping")},
            {"microcode", processor("microcode")}}},
          {"governor", system_line(cpu / "cpu0/cpufreq/scaling_governor")},
          {"smt", system_line(cpu / "smt/control")},
          {"numa_nodes", numa_nodes(root)},
          {"mitigations", mitigations(root)},
          {"huge_pages",
           {{"transparent", system_line(pages / "enabled")},
            {"defrag", system_line(pages / "defrag")},
            {"reserved", system_line(root / "proc/sys/vm/nr_hugepages")}}},
          {"libraries", libraries()}};
}

Json read_load(const fs::path& root) {
  Json now{{"time_utc", time_utc_now()}, {"load", Json::array()}, {"steal_seconds", nullptr}};
  std::istringstream averages(system_line(root / "proc/loadavg"));
  for (double average = 0; now["load"].size() < 3 && averages >> average;) {
    now["load"].push_back(average);
  }
  // "cpu  user nice system idle iowait irq softirq steal ...", in ticks.
  std::istringstream ticks(system_line(root / "proc/stat"));
  std::string name;
  std::uint64_t count = 0;
  ticks >> name;
  for (int field = 0; name == "cpu" && field < 8 && ticks >> count; ++field) {
    if (field == 7) {
      now["steal_seconds"] =
          static_cast<double>(count) / static_cast<double>(std::max(1L, ::sysconf(_SC_CLK_TCK)));
    }
  }
  return now;
}

}  // namespace banyan::bench
