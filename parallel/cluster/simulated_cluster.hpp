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

/// The clock of workers that are simulated. Each has time of its own, which its work moves on; a
/// packet that leaves at t arrives at
///
///   t + latency + bytes / bandwidth
///
/// and between two workers no sooner than the one before it. What happens at one moment happens in
/// order of the workers' numbers, so that all is determined.
class SimulatedCluster {
 public:
  SimulatedCluster(const ClusterTimes& times, int workers);
  SimulatedCluster(const SimulatedCluster&) = delete;
  SimulatedCluster& operator=(const SimulatedCluster&) = delete;
  ~SimulatedCluster();

  [[nodiscard]] Port& port(int worker);

  /// Lets all workers work, each when its time has come, until worker 0 is done: `step(worker)`
  /// does what it has to do now and says whether there was anything, `idled(worker, ns)` hears how
  /// long it waited before.
  void run(const std::function<bool(int)>& step, const std::function<bool()>& done,
           const std::function<void(int, std::uint64_t)>& idled);

  /// When worker 0 was done, ns.
  [[nodiscard]] std::uint64_t time() const;

  /// What all workers have worked, added up: how long one alone would have taken for the same, ns.
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
