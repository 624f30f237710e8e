// The searches of `batched`, and of other engines whose leaves are worth what a game estimates.
#pragma once

#include <memory>
#include <utility>

#include "bench/engines/batched.hpp"
#include "bench/games/adapters/callback_leaves.hpp"
#include "bench/registry/engine_of.hpp"
#include "bench/registry/engines.hpp"
#include "core/evaluation/playouts.hpp"
#include "core/evaluation/simulated_device.hpp"
#include "core/network/network_evaluator.hpp"
#include "parallel/batched/batched.hpp"

namespace banyan::bench {

/// The evaluator of those settings; `discount` is the game's.
template <class G>
AnyEvaluator<G> evaluator_of(const EngineSettings& s, double discount) {
  if (s.callback) {
    return AnyEvaluator<G>(
        [leaves_of = std::make_shared<CallbackLeaves<G>>(s.callback)](
            auto leaves, auto values, Random& /*random*/) { leaves_of->evaluate(leaves, values); });
  }
  if constexpr (EstimatedGame<G>) {
    if (s.worth == LeafWorth::kEstimate) return AnyEvaluator<G>::of(EstimateEvaluator<G>());
  }
  if constexpr (FeatureGame<G>) {
    if (s.network) return AnyEvaluator<G>::of(NetworkEvaluator<G>(s.network));
  }
  const PolicyOptions& policy = *s.policy;
  const PlayoutRules rules{policy.discount.value_or(discount), policy.cap};
  return AnyEvaluator<G>::of(PlayoutEvaluator<G>(s.playouts, policy.game_priors, rules));
}

template <class G>
std::unique_ptr<AnyEngine> make_batched_engine(const EngineSettings& s, double discount = 1) {
  AnyEvaluator<G> evaluator = evaluator_of<G>(s, discount);
  const BatchedOptions options = batched_options(s);
  if (const DeviceCost cost = device_of(s); cost != DeviceCost()) {
    evaluator = AnyEvaluator<G>::of(SimulatedDevice<G, AnyEvaluator<G>>(evaluator, cost));
  }
  return std::make_unique<EngineOf<G, BatchedSearch<G, AnyEvaluator<G>>>>(options, evaluator);
}

}  // namespace banyan::bench
