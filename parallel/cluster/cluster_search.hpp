// One search by workers that share nothing but messages: threads, machines, or simulated ones.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "parallel/cluster/ranks.hpp"
#include "parallel/cluster/root_worker.hpp"
#include "parallel/cluster/simulated_cluster.hpp"
#include "parallel/cluster/spread_worker.hpp"

namespace banyan {

/// A search on many machines. Every process that has workers of it, the first `ranks` of a run,
/// makes the same calls with the same arguments, of which a stop request is none, and none before
/// the first process is done with the call before. Its result is the result, those of others are
/// empty. The budget is
/// exact. With the scheme kRoot, and with all schemes where the workers are simulated, the result
/// depends on the arguments alone, unless time ends the search.
///
/// Each worker is a thread of its own with a tree, or a part of one, of its own: of `memory` it has
/// an equal part with the others in its process.
template <TwoPlayerGame G>
class ClusterSearch {
 public:
  using Options = ClusterOptions;

  /// Without `ranks` all workers are here. A search that fails in one process leaves the others
  /// waiting: whoever catches that ends them.
  explicit ClusterSearch(const Options& options, std::shared_ptr<Ranks> ranks = nullptr)
      : options_(options),
        here_(ranks ? options.threads : options.workers()),
        ranks_(std::move(ranks)) {
    SearchOptions each = options;
    each.memory /= static_cast<std::size_t>(here_);
    for (int i = 0; i < here_; ++i) {
      if (options.scheme == ClusterScheme::kRoot) {
        trees_.emplace_back(each.memory, Ucb1(each.exploration), each.expand_after);
        trees_.back().arena().use_huge_pages(each.huge_pages);
      } else {
        parts_.emplace_back(each, options.shown);
      }
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const auto start = Clock::now();
    SearchResult result = options_.scheme == ClusterScheme::kRoot
                              ? run<RootWorker<G>>(trees_, position, limits, key, stop)
                              : run<SpreadWorker<G>>(parts_, position, limits, key, stop);
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

  /// The nodes of the last search's spread tree, a worker's each, if they were to be checked.
  [[nodiscard]] const std::vector<std::vector<SpreadNode>>& nodes() const { return nodes_; }

 private:
  template <class Worker, class Tree>
  SearchResult run(std::deque<Tree>& trees, const G& position, const Limits& limits,
                   const StreamKey& key, const std::stop_token& stop) {
    CommonStop ends(stop);
    const auto worker_at = [&](Port& port) {
      return std::make_unique<Worker>(options_,
                                      trees[static_cast<std::size_t>(port.worker() % here_)], port,
                                      position, limits, key, ends.token());
    };
    if (options_.simulated) return simulate<Worker>(worker_at);

    const auto ranks = ranks_ ? ranks_ : std::make_shared<Ranks>(here_);
    SearchResult result;
    std::atomic<bool> failed = false;
    std::exception_ptr error;
    const auto work = [&](int i) {
      try {
        RankPort port(ranks->rank() * here_ + i, options_.workers(), here_, *ranks);
        const auto worker = worker_at(port);
        work_on(*worker, port, failed);
        if (port.worker() == 0 && worker->done()) take_result(*worker, result);
      } catch (...) {
        if (!failed.exchange(true)) error = std::current_exception();
      }
    };
    {
      std::vector<std::jthread> team;  // not an Executor's: they wait for one another
      for (int i = 1; i < here_; ++i) team.emplace_back(work, i);
      work(0);
    }
    if (error) std::rethrow_exception(error);
    return result;
  }

  template <class Worker>
  static void work_on(Worker& worker, Port& port, const std::atomic<bool>& failed) {
    constexpr auto kLongest = std::chrono::milliseconds(1);  // time limits and failures are seen
    while (!worker.done() && !failed.load(std::memory_order_relaxed)) {
      if (worker.step() || worker.done()) continue;
      const auto start = Clock::now();
      port.wait(kLongest);
      worker.idled(
          static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now() - start).count()));
    }
  }

  template <class Worker, class Make>
  SearchResult simulate(const Make& worker_at) {
    SimulatedCluster cluster(options_.times, options_.workers());
    std::vector<std::unique_ptr<Worker>> workers;
    for (int i = 0; i < options_.workers(); ++i) workers.push_back(worker_at(cluster.port(i)));
    const auto worker = [&](int i) -> Worker& { return *workers[static_cast<std::size_t>(i)]; };
    cluster.run([&](int i) { return !worker(i).done() && worker(i).step(); },
                [&] { return worker(0).done(); },
                [&](int i, std::uint64_t ns) { worker(i).idled(ns); });
    SearchResult result;
    take_result(worker(0), result);
    // As of VirtualReport.
    result.count("virtual_ns", cluster.time());
    result.count("virtual_alone_ns", cluster.busy());
    result.count("virtual_busy_ns", cluster.busy());
    result.count("virtual_capacity_ns", cluster.time() * workers.size());
    return result;
  }

  template <class Worker>
  void take_result(const Worker& worker, SearchResult& result) {
    result = worker.result();
    if constexpr (requires { worker.nodes(); }) nodes_ = worker.nodes();
  }

  Options options_;
  int here_;  // workers of each process
  std::shared_ptr<Ranks> ranks_;
  std::deque<OwnedTree<G>> trees_;   // of kRoot, a worker of this process each
  std::deque<SpreadPart<G>> parts_;  // of the others
  std::vector<std::vector<SpreadNode>> nodes_;
};

}  // namespace banyan
