// How the workers of a search on many machines run: by threads, or in virtual time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "parallel/cluster/cluster_options.hpp"
#include "parallel/cluster/cluster_worker.hpp"
#include "parallel/cluster/ranks.hpp"
#include "parallel/executors/jthread_executor.hpp"

namespace banyan {

/// Makes the worker of a port, which outlives it.
using MakeWorker = std::function<std::unique_ptr<ClusterWorker>(Port&)>;
/// Takes worker 0's results, when done.
using TakeFirst = std::function<void(const ClusterWorker& first)>;

/// Runs the workers of this process, one per thread of the team, among those of all ranks. If one
/// throws, the others end, and the first exception is rethrown after all have ended.
void run_by_threads(const ClusterOptions& options, JthreadExecutor& team, Ranks& ranks,
                    const MakeWorker& worker_at, const TakeFirst& take);

/// Virtual nanoseconds until worker 0 was done, and the sum of all workers' busy time.
struct ClusterTime {
  std::uint64_t passed = 0;
  std::uint64_t busy = 0;
};

/// Runs all workers on the calling thread, by a SimulatedCluster.
ClusterTime run_simulated(const ClusterOptions& options, const MakeWorker& worker_at,
                          const TakeFirst& take);

}  // namespace banyan
