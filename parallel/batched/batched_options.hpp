// The options of the batched search.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/evaluation/simulated_device.hpp"
#include "core/evaluation/simulated_server.hpp"
#include "core/selection/policy.hpp"
#include "core/selection/virtual_visits.hpp"
#include "parallel/merge.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// What to do with a descent that ends at a leaf for which another one waits (a collision).
enum class Collision : std::uint8_t {
  kElsewhere,  ///< it is cancelled when results come back; until then, virtual visits send
               ///< others elsewhere
  kSend,       ///< likewise, and the collected leaves are sent at once
  kMultiply,   ///< it waits for the same value: the leaf's visit counts more than once (lc0)
};

/// Durations in virtual time, instead of the clock's.
struct SimulatedTimes {
  DeviceCost device;                         ///< which makes one call after the other
  std::chrono::nanoseconds descent{10'000};  ///< of a selection, expansion and backup together
  /// No descent begins at or after this; 0: no limit. A server's calls are not waited for beyond
  /// it, unless there is no result without them.
  std::chrono::nanoseconds limit{0};
  std::optional<ServerTimes> server = {};  ///< evaluates instead of the device
};

struct BatchedOptions : ParallelOptions {  // whose threads are those of one tree
  int trees = 1;                           ///< at least 1
  Merge merge = Merge::kSum;
  int in_flight = 0;  ///< most descents in flight; 0: streams * batch
  int batch = 8;      ///< most leaves per call, at least 1
  int streams = 1;    ///< most concurrent calls, at least 1
  Collision collision = Collision::kElsewhere;
  int collisions = 32;  ///< most descents that wait for others' leaves
  VirtualVisits shown = VirtualVisits::mean();
  std::uint64_t cache = 0;  ///< evaluations kept for positions that come again; 0: none
  PolicyOptions policy;     ///< with all children competing
  std::optional<SimulatedTimes> simulated;  ///< all threads are simulated by one

  [[nodiscard]] int most_in_flight() const { return in_flight > 0 ? in_flight : streams * batch; }
};

}  // namespace banyan
