// Simulates a server that evaluates leaves elsewhere, in virtual time.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "core/evaluation/latency.hpp"

namespace banyan {

/// What a server's answers take.
struct ServerTimes {
  using Time = std::chrono::nanoseconds;

  Latency latency;
  Time per_move{0};  ///< more for each move from the root to the leaf
  /// The leaves of a call are one request, which takes so much more for each of them. Nothing: each
  /// is a request of its own, and the call waits for the slowest.
  std::optional<Time> per_leaf = {};
  std::size_t concurrent = 0;  ///< requests that it answers at a time; 0: any number
  /// Probability that an answer is none, below 1: the request is made again, as often as needed.
  double fail = 0;

  friend bool operator==(const ServerTimes&, const ServerTimes&) = default;
};

/// A server whose requests begin in the order in which they were made, and end in any. Those beyond
/// its limit wait. Failed requests keep their place. Deterministic by its key.
class SimulatedServer {
 public:
  using Time = std::chrono::nanoseconds;

  /// Requests that end after `limit` count up to it; 0: no limit.
  SimulatedServer(const ServerTimes& times, const StreamKey& key, Time limit)
      : times_(times), random_(key), limit_(limit) {}

  /// When a call ends that is made now: `depths` are those of its leaves. `now` never falls.
  [[nodiscard]] Time end_of_call(Time now, std::span<const std::size_t> depths);

  /// Of all requests, summed: what they took, waits for others left out.
  [[nodiscard]] Time busy() const { return busy_; }
  /// The same of those within the limit alone, as if all leaves were evaluated one by one.
  [[nodiscard]] Time alone() const { return alone_; }
  /// The most requests that it answered at a time, or its limit.
  [[nodiscard]] std::size_t places() const {
    return times_.concurrent > 0 ? times_.concurrent : ends_.size();
  }

 private:
  Time end_of_request(Time now, std::size_t depth, std::size_t leaves);

  ServerTimes times_;
  Random random_;
  Time limit_;
  std::priority_queue<Time, std::vector<Time>, std::greater<>> ends_;  // by place
  Time busy_{0};
  Time alone_{0};
};

}  // namespace banyan
