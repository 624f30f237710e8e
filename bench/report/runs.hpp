// Several runs of the same, for intervals of whole runs.
#pragma once

#include <cstddef>
#include <filesystem>

#include "bench/report/run_data.hpp"

namespace banyan::bench {

/// Runs of the same settings but for the seed, as if they were one: each row has a value for each
/// run, the geometric mean of its searches, and each match the pairs of all. Searches of one
/// process and seed scatter less than runs do (their pages, where code lies, the hour), so that an
/// interval of them alone covers a new run too seldom.
struct Runs {
  RunData data;           ///< rows, steps, matches and decisions; the rest is of the first run
  std::size_t count = 1;  ///< how many runs; of one its searches are the values
};

/// A run's folder, or one that holds the folders of several runs. Throws as read_run() does, and
/// UsageError where runs differ in build, machine or settings.
Runs read_runs(const std::filesystem::path& folder);

}  // namespace banyan::bench
