// What a search on many machines is told.
#pragma once

#include <chrono>
#include <cstdint>

#include "core/base/clock.hpp"
#include "core/search/options.hpp"
#include "parallel/merge.hpp"
#include "parallel/trees/virtual_visits.hpp"

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
  int ranks = 4;           ///< processes, or what stands in for them
  int threads = 1;         ///< of each rank: a worker each, at least 1
  std::uint32_t jobs = 8;  ///< iterations under way for each worker of a spread tree, at least 1
  VirtualVisits shown = VirtualVisits::mean();
  Merge merge = Merge::kSum;           ///< of kRoot
  std::uint64_t share_iterations = 0;  ///< of kRoot: as in SlowTreeSearch
  Clock::duration share_time{0};
  bool simulated = false;  ///< in virtual time, on one thread
  ClusterTimes times;
  bool check = false;  ///< gather a spread tree and validate it

  [[nodiscard]] int workers() const { return ranks * threads; }
};

}  // namespace banyan
