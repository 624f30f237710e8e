// What makes the engine of one search on many machines of one game; for the units that hold them.
#pragma once

#include <memory>
#include <type_traits>

#include "bench/engines/cluster.hpp"
#include "bench/engines/spread_engine.hpp"
#include "bench/registry/engine_of.hpp"
#include "parallel/cluster/cluster_search.hpp"
#include "parallel/cluster/policy_spread_tree.hpp"

namespace banyan::bench {

template <class G>
std::unique_ptr<AnyEngine> make_cluster_engine(const EngineSettings& settings) {
  const ClusterOptions options = cluster_options(settings);
  const auto joined = [&]<class Tree>(std::type_identity<Tree>) {
    using Search = ClusterSearch<G, Tree>;
    return joined_by_others(std::make_unique<EngineOf<G, Search>>(options, ranks_of(settings)),
                            settings);
  };
  if (!settings.uses_policy()) return joined(std::type_identity<PlainSpreadTree<G>>());
  return joined(std::type_identity<PolicySpreadTree<G>>());
}

}  // namespace banyan::bench
