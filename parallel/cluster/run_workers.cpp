// How the workers of a search on many machines run.
#include "parallel/cluster/run_workers.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <vector>

#include "parallel/cluster/simulated_cluster.hpp"

namespace banyan {
namespace {

/// How long a worker may wait for messages. The first one watches the time; messages tell the
/// others everything. A thousand workers that woke every millisecond would keep two cores busy.
Clock::duration longest_wait(const Port& port) {
  return port.worker() == 0 ? Clock::duration(std::chrono::milliseconds(1))
                            : Clock::duration(std::chrono::hours(1));
}

/// Lets one worker work until it is done, or another has failed.
void work_on(ClusterWorker& worker, Port& port, const std::atomic<bool>& failed) {
  while (!worker.done() && !failed.load(std::memory_order_relaxed)) {
    if (worker.step() || worker.done()) continue;
    const auto start = Clock::now();
    port.wait(longest_wait(port));
    worker.idled(
        static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now() - start).count()));
  }
}

}  // namespace

void run_by_threads(const ClusterOptions& options, JthreadExecutor& team, Ranks& ranks,
                    const MakeWorker& worker_at, const TakeFirst& take) {
  const int here = team.threads();
  std::atomic<bool> failed = false;
  std::exception_ptr error;
  const auto fail = [&] {
    if (failed.exchange(true)) return;
    error = std::current_exception();
    for (int i = 0; i < here; ++i) ranks.mailbox(i).wake();
  };
  team.run(here, [&](int i) {
    try {
      RankPort port(ranks.rank() * here + i, options.workers(), here, ranks);
      const auto worker = worker_at(port);
      work_on(*worker, port, failed);
      if (port.worker() == 0 && worker->done()) take(*worker);
    } catch (...) {
      fail();
    }
  });
  if (error) std::rethrow_exception(error);
}

ClusterTime run_simulated(const ClusterOptions& options, const MakeWorker& worker_at,
                          const TakeFirst& take) {
  SimulatedCluster cluster(options.times, options.workers());
  std::vector<std::unique_ptr<ClusterWorker>> workers;
  for (int i = 0; i < options.workers(); ++i) workers.push_back(worker_at(cluster.port(i)));
  const auto worker = [&](int i) -> ClusterWorker& {
    return *workers[static_cast<std::size_t>(i)];
  };
  cluster.run([&](int i) { return !worker(i).done() && worker(i).step(); },
              [&] { return worker(0).done(); },
              [&](int i, std::uint64_t ns) { worker(i).idled(ns); });
  take(worker(0));
  return {cluster.time(), cluster.busy()};
}

}  // namespace banyan
