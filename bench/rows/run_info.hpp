// A run's information in run.json: where its numbers come from, and how much was measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bench/text/fields.hpp"

namespace banyan::bench {

/// The ranks that shared the games and positions.
struct RunCluster {
  std::uint64_t ranks = 0;
  std::size_t nodes = 0;
  std::string mpi;
};

struct RunInfo {
  std::string version;
  std::string commit;
  std::string compiler;
  std::string command;
  std::string cpu_model;
  std::uint64_t cpus = 0;  ///< that the program may use
  std::string allocator;
  std::string os;
  std::string time_utc;
  std::optional<RunCluster> cluster;

  std::string profile;
  std::uint64_t search_ms = 0;
  std::uint64_t repetitions = 0;
};

/// Throws UsageError for a damaged or foreign run.json, with a sentence that names file and field.
RunInfo read_run_info(const Field& run);

}  // namespace banyan::bench
