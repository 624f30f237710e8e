// What makes the engine of one search on many machines of one game; for the units that hold them.
#pragma once

#include <memory>

#include "bench/engines/cluster.hpp"
#include "bench/engines/spread_engine.hpp"
#include "bench/registry/engine_of.hpp"
#include "parallel/cluster/cluster_search.hpp"

namespace banyan::bench {

template <class G>
std::unique_ptr<AnyEngine> make_cluster_engine(const EngineSettings& settings) {
  return joined_by_others(std::make_unique<EngineOf<G, ClusterSearch<G>>>(cluster_options(settings),
                                                                          ranks_of(settings)),
                          settings);
}

}  // namespace banyan::bench
