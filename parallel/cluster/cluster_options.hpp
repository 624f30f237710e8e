// What a search on many machines is told.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "core/base/clock.hpp"
#include "core/search/budget.hpp"
#include "core/search/options.hpp"
#include "core/trees/virtual_visits.hpp"
#include "parallel/merge.hpp"

namespace banyan {

enum class ClusterScheme : std::uint8_t {
  kRoot,        ///< a tree a worker, whose tops are exchanged
  kTds,         ///< one tree spread over all workers; every iteration begins and ends at the root
  kDepthFirst,  ///< the same, whose iterations turn round as far below the root as they can
};

/// How long things take where a cluster is simulated.
struct ClusterTimes {
  std::chrono::nanoseconds playout{1'000'000};
  std::chrono::nanoseconds step{500};       ///< of a node on the way down or up
  std::chrono::nanoseconds latency{5'000};  ///< of a packet
  double bandwidth = 1e9;                   ///< bytes a second between two workers
};

struct ClusterOptions : SearchOptions {
  ClusterScheme scheme = ClusterScheme::kTds;
  int ranks = 4;    ///< processes, or what stands in for them
  int threads = 1;  ///< of each rank: a worker each, at least 1
  /// Iterations under way for each worker of a spread tree; 0: as many as cost little strength.
  std::uint32_t jobs = 0;
  VirtualVisits shown = VirtualVisits::mean();
  Merge merge = Merge::kSum;           ///< of kRoot
  std::uint64_t share_iterations = 0;  ///< of kRoot: as in SlowTreeSearch
  Clock::duration share_time{0};
  bool simulated = false;  ///< in virtual time, on one thread
  ClusterTimes times;
  bool check = false;  ///< gather a spread tree and validate it

  [[nodiscard]] int workers() const { return ranks * threads; }
  /// Iterations under way of a spread tree, all workers together. With 16 a worker hardly ever
  /// waits for a leaf; but where more than a sixteenth of a search's iterations are under way at
  /// once, it was measured to play worse (results/ranks). Of one worker alone 1, a sequential
  /// search.
  [[nodiscard]] std::uint64_t jobs_in(const Limits& limits) const {
    const auto all = static_cast<std::uint64_t>(workers());
    if (jobs > 0) return jobs * all;
    if (all == 1) return 1;
    const std::uint64_t budget = std::max(limits.iterations, limits.playouts);
    return budget > 0 ? std::clamp(budget / 16, all, 16 * all) : 16 * all;
  }
};

}  // namespace banyan
