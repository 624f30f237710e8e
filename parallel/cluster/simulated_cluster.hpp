// The transport in virtual time: thousands of workers on one thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "parallel/cluster/cluster_options.hpp"
#include "parallel/cluster/port.hpp"

namespace banyan {

/// The clocks of simulated workers. Each worker has its own time, which its work advances. A packet
/// that leaves at t arrives at
///
///   t + latency + bytes / bandwidth
///
/// but between two workers never before the previous one. Simultaneous events happen in order of
/// the workers' numbers, so everything is deterministic.
class SimulatedCluster {
 public:
  SimulatedCluster(const ClusterTimes& times, int workers);
  SimulatedCluster(const SimulatedCluster&) = delete;
  SimulatedCluster& operator=(const SimulatedCluster&) = delete;
  ~SimulatedCluster();

  [[nodiscard]] Port& port(int worker);

  /// Runs all workers, each when its time has come, until worker 0 is done. `step(worker)` does
  /// what is due and returns whether there was anything. `idled(worker, ns)` is told how long the
  /// worker waited before.
  void run(const std::function<bool(int)>& step, const std::function<bool()>& done,
           const std::function<void(int, std::uint64_t)>& idled);

  /// When worker 0 was done, ns.
  [[nodiscard]] std::uint64_t time() const;

  /// The sum of all workers' work: how long one worker would have taken alone, ns.
  [[nodiscard]] std::uint64_t busy() const;

 private:
  class SimulatedPort;

  struct Event {
    std::uint64_t time;
    int worker;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : worker > other.worker;
    }
  };

  ClusterTimes times_;
  std::deque<SimulatedPort> ports_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

}  // namespace banyan
