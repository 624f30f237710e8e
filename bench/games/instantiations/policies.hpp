// What makes the engines with search policies of one game; for the units that hold them.
#pragma once

#include <memory>

#include "bench/engines/cluster.hpp"
#include "bench/engines/keys/keys.hpp"
#include "bench/engines/pipeline.hpp"
#include "bench/engines/virtual.hpp"
#include "bench/games/adapters/batched_search.hpp"
#include "bench/registry/engine_of.hpp"
#include "bench/registry/matrix.hpp"
#include "parallel/strategies/policy_phases.hpp"
#include "parallel/strategies/policy_search.hpp"

namespace banyan::bench {

template <class G, unsigned Engines>
std::unique_ptr<AnyEngine> make_policy_engine(const EngineSettings& settings) {
  if constexpr ((Engines & kCluster) != 0) {
    if (settings.kind == EngineKind::kCluster) {
      return make_independent_engines(settings, make_policy_engine<G, Engines>);
    }
  }
  if (settings.kind == EngineKind::kBatched || settings.has_real_values()) {
    return make_batched_engine<G>(settings);
  }
  if constexpr ((Engines & kPipeline) != 0) {
    if (settings.kind == EngineKind::kPipeline) {
      return PipelineEngine::make_with<PolicyPhases<G>>(settings);
    }
  }
  if constexpr ((Engines & kVirtualWorkers) != 0) {
    if (settings.kind == EngineKind::kVirtual) {
      using Search = VirtualSearch<G, PolicyPhases<G>>;
      return std::make_unique<EngineOf<G, Search>>(VirtualEngine::options(settings));
    }
  }
  PolicySearchOptions options;
  static_cast<ParallelOptions&>(options) = parallel_options(settings);
  options.trees = entry_of(settings).trees(settings);
  options.threads /= options.trees;
  options.playouts = settings.playouts;
  options.merge = settings.merge;
  options.shown = shown(settings);
  options.policy = *settings.policy;
  return std::make_unique<EngineOf<G, PolicySearch<G>>>(options);
}

}  // namespace banyan::bench
