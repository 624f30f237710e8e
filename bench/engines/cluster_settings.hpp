// What the keys of `cluster` come to.
#pragma once

#include <cstdint>

#include "bench/registry/engines.hpp"
#include "parallel/cluster/cluster_options.hpp"

namespace banyan::bench {

/// The keys that are its own.
struct ClusterSettings {
  ClusterScheme scheme = ClusterScheme::kTds;
  int ranks = 0;  ///< 0: as many as there are
  int threads = 1;
  std::uint32_t jobs = 0;  ///< 0: as many as cost little strength
  bool simulated = false;
  ClusterTimes times;
  bool check = false;
};

/// The options of its search.
ClusterOptions cluster_options(const EngineSettings& settings);

}  // namespace banyan::bench
