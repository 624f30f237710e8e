// How the workers of a search on many machines run.
#include "parallel/cluster/run_workers.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <utility>
#include <vector>

#include "core/base/saturating.hpp"
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

WorkerGroup::WorkerGroup(const ClusterOptions& options, std::shared_ptr<Ranks> ranks)
    : options_(options),
      here_(ranks ? options.threads : options.workers()),
      ranks_(std::move(ranks)) {
  if (!options.simulated) team_.emplace(here_);
}

SearchResult WorkerGroup::run(const MakeWorker& worker_at, const TakeFirst& take,
                              Clock::time_point start) {
  SearchResult result;
  const auto take_all = [&](const ClusterWorker& first) {
    result = first.result();
    take(first);
  };
  if (options_.simulated) {
    run_simulated(worker_at, take_all, result);
  } else {
    run_by_threads(worker_at, take_all);
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

void WorkerGroup::run_by_threads(const MakeWorker& worker_at, const TakeFirst& take) {
  const std::shared_ptr<Ranks> ranks = ranks_ ? ranks_ : std::make_shared<Ranks>(here_);
  std::atomic<bool> failed = false;
  std::exception_ptr error;
  const auto fail = [&] {
    if (failed.exchange(true)) return;
    error = std::current_exception();
    for (int i = 0; i < here_; ++i) ranks->mailbox(i).wake();
  };
  team_->run(here_, [&](int i) {
    try {
      RankPort port(ranks->rank() * here_ + i, options_.workers(), here_, *ranks);
      const auto worker = worker_at(port);
      work_on(*worker, port, failed);
      if (port.worker() == 0 && worker->done()) take(*worker);
    } catch (...) {
      fail();
    }
  });
  if (error) std::rethrow_exception(error);
}

void WorkerGroup::run_simulated(const MakeWorker& worker_at, const TakeFirst& take,
                                SearchResult& result) {
  SimulatedCluster cluster(options_.times, options_.workers());
  std::vector<std::unique_ptr<ClusterWorker>> workers;
  for (int i = 0; i < options_.workers(); ++i) workers.push_back(worker_at(cluster.port(i)));
  const auto worker = [&](int i) -> ClusterWorker& {
    return *workers[static_cast<std::size_t>(i)];
  };
  cluster.run([&](int i) { return !worker(i).done() && worker(i).step(); },
              [&] { return worker(0).done(); },
              [&](int i, std::uint64_t ns) { worker(i).idled(ns); });
  take(worker(0));
  // See VirtualReport. The time is that until worker 0 was done.
  result.count("virtual_ns", cluster.time());
  result.count("virtual_alone_ns", cluster.busy());
  result.count("virtual_busy_ns", cluster.busy());
  result.count("virtual_capacity_ns",
               saturating_multiply(cluster.time(), static_cast<std::uint64_t>(options_.workers())));
}

}  // namespace banyan
