// The options of a search on many machines.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "core/base/clock.hpp"
#include "core/budget/budget.hpp"
#include "core/search/options.hpp"
#include "core/selection/policy.hpp"
#include "core/selection/virtual_visits.hpp"
#include "parallel/merge.hpp"

namespace banyan {

enum class ClusterScheme : std::uint8_t {
  kRoot,        ///< a tree per worker; the trees exchange their tops
  kTds,         ///< one tree spread over all workers; every iteration starts and ends at the root
  kDepthFirst,  ///< the same, but an iteration turns round as far below the root as possible
};

/// Durations in a simulated cluster.
struct ClusterTimes {
  std::chrono::nanoseconds playout{1'000'000};
  std::chrono::nanoseconds step{500};       ///< per node on the way down or up
  std::chrono::nanoseconds latency{5'000};  ///< per packet
  double bandwidth = 1e9;                   ///< bytes per second between two workers
};

struct ClusterOptions : SearchOptions {
  ClusterScheme scheme = ClusterScheme::kTds;
  int ranks = 4;    ///< processes, or their stand-ins
  int threads = 1;  ///< per rank, one worker each, at least 1
  /// Iterations in flight per worker of a spread tree; 0: as many as cost little strength.
  std::uint32_t jobs = 0;
  VirtualVisits shown = VirtualVisits::mean();
  Merge merge = Merge::kSum;           ///< for kRoot
  std::uint64_t share_iterations = 0;  ///< for kRoot: as in SlowTreeSearch
  Clock::duration share_time{0};
  bool simulated = false;  ///< in virtual time, on one thread
  ClusterTimes times;
  PolicyOptions policy;  ///< for PolicySpreadTree
  bool check = false;    ///< collects a spread tree and validates it

  [[nodiscard]] int workers() const { return ranks * threads; }
  /// Iterations in flight in a spread tree, all workers together. With 16 per worker, workers
  /// hardly ever wait for a leaf. But a search with more than a sixteenth of its iterations in
  /// flight was measured to play worse (results/ranks). A single worker has 1: a sequential search.
  [[nodiscard]] std::uint64_t jobs_in(const Limits& limits) const {
    const auto all = static_cast<std::uint64_t>(workers());
    if (jobs > 0) return jobs * all;
    if (all == 1) return 1;
    const std::uint64_t budget = std::max(limits.iterations, limits.playouts);
    return budget > 0 ? std::clamp(budget / 16, all, 16 * all) : 16 * all;
  }
};

}  // namespace banyan
