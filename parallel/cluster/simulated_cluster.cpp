// Events in virtual time.
#include "parallel/cluster/simulated_cluster.hpp"

#include <cmath>
#include <map>
#include <unordered_map>

#include "core/base/saturating.hpp"

namespace banyan {

class SimulatedCluster::SimulatedPort final : public Port {
 public:
  SimulatedPort(int worker, int workers, SimulatedCluster& cluster)
      : Port(worker, workers), cluster_(&cluster) {}

  void wait(Clock::duration /*longest*/) override {}

  void worked(std::uint64_t tree_steps, std::uint64_t playouts) override {
    const ClusterTimes& times = cluster_->times_;
    const std::uint64_t takes = saturating_add(
        saturating_multiply(tree_steps, static_cast<std::uint64_t>(times.step.count())),
        saturating_multiply(playouts, static_cast<std::uint64_t>(times.playout.count())));
    now = saturating_add(now, takes);
    busy = saturating_add(busy, takes);
  }

  std::uint64_t now = 0;  // when this worker has finished what it began
  std::uint64_t busy = 0;

 protected:
  void carry(int to, Bytes packet) override {
    const ClusterTimes& times = cluster_->times_;
    const double way = static_cast<double>(packet.size()) / times.bandwidth * 1e9;
    SimulatedPort& other = cluster_->ports_[static_cast<std::size_t>(to)];
    std::uint64_t& last = last_for(to);
    last = std::max(last, saturating_add(now, static_cast<std::uint64_t>(times.latency.count()) +
                                                  static_cast<std::uint64_t>(std::llround(way))));
    other.waiting_.emplace(last, std::move(packet));
    cluster_->events_.push({std::max(last, other.now), to});
  }

  bool fetch(Bytes& packet) override {
    if (waiting_.empty() || waiting_.begin()->first > now) return false;
    packet = std::move(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    return true;
  }

 private:
  /// When the last packet for a worker arrives; packets that have arrived delay no other.
  std::uint64_t& last_for(int to) {
    if (last_.size() >= most_) {
      std::erase_if(last_, [&](const auto& each) { return each.second <= now; });
      most_ = std::max(kFew, 2 * last_.size());
    }
    return last_[to];
  }

  static constexpr std::size_t kFew = 64;

  SimulatedCluster* cluster_;
  std::unordered_map<int, std::uint64_t> last_;  // by receiver
  std::size_t most_ = kFew;                      // size from which on it is cleaned up
  std::multimap<std::uint64_t, Bytes> waiting_;  // by arrival, then in the order sent
};

SimulatedCluster::SimulatedCluster(const ClusterTimes& times, int workers) : times_(times) {
  for (int worker = 0; worker < workers; ++worker) {
    ports_.emplace_back(worker, workers, *this);
    events_.push({0, worker});
  }
}
SimulatedCluster::~SimulatedCluster() = default;

Port& SimulatedCluster::port(int worker) { return ports_[static_cast<std::size_t>(worker)]; }

std::uint64_t SimulatedCluster::time() const { return ports_.front().now; }

std::uint64_t SimulatedCluster::busy() const {
  std::uint64_t sum = 0;
  for (const SimulatedPort& port : ports_) sum = saturating_add(sum, port.busy);
  return sum;
}

void SimulatedCluster::run(const std::function<bool(int)>& step, const std::function<bool()>& done,
                           const std::function<void(int, std::uint64_t)>& idled) {
  while (!done() && !events_.empty()) {
    const Event event = events_.top();
    events_.pop();
    SimulatedPort& port = ports_[static_cast<std::size_t>(event.worker)];
    if (event.time < port.now) continue;  // it was busy then, and has another event when it ends
    idled(event.worker, event.time - port.now);
    port.now = event.time;
    if (!step(event.worker)) continue;
    // Time must move on even if nothing takes any.
    port.now = std::max(port.now, saturating_add(event.time, 1));
    events_.push({port.now, event.worker});
  }
}

}  // namespace banyan
