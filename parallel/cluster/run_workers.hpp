// How the workers of a search on many machines run: by threads, or in virtual time.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "core/base/clock.hpp"
#include "core/result/result.hpp"
#include "parallel/cluster/cluster_options.hpp"
#include "parallel/cluster/cluster_worker.hpp"
#include "parallel/cluster/ranks.hpp"
#include "parallel/executors/team_executor.hpp"

namespace banyan {

/// Makes the worker of a port, which outlives it.
using MakeWorker = std::function<std::unique_ptr<ClusterWorker>(Port&)>;
/// Takes what else worker 0 has, when done.
using TakeFirst = std::function<void(const ClusterWorker& first)>;

/// The workers of this process: a thread each, or, simulated, all on the calling thread in virtual
/// time. Keeps its threads from search to search; one search at a time.
class WorkerGroup {
 public:
  /// Without `ranks` all workers are here.
  WorkerGroup(const ClusterOptions& options, std::shared_ptr<Ranks> ranks);

  [[nodiscard]] const ClusterOptions& options() const { return options_; }
  /// Workers of this process.
  [[nodiscard]] int here() const { return here_; }

  /// Runs them among those of all ranks. The result is worker 0's, empty if that is elsewhere, and
  /// has the time since `start`. If a worker throws, the others here end, and the first exception
  /// is rethrown after all have ended.
  SearchResult run(const MakeWorker& worker_at, const TakeFirst& take, Clock::time_point start);

 private:
  void run_by_threads(const MakeWorker& worker_at, const TakeFirst& take);
  void run_simulated(const MakeWorker& worker_at, const TakeFirst& take, SearchResult& result);

  ClusterOptions options_;
  int here_;
  std::shared_ptr<Ranks> ranks_;
  std::optional<JthreadExecutor> team_;  // unless simulated
};

}  // namespace banyan
