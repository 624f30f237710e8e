// The searches of `batched`, and of other engines whose leaves are worth what a game estimates.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "bench/engines/batched.hpp"
#include "bench/games/families/callback_leaves.hpp"
#include "bench/registry/engine_of.hpp"
#include "bench/registry/engines.hpp"
#include "core/evaluation/playouts.hpp"
#include "parallel/batched/batched.hpp"

namespace banyan::bench {

/// The evaluator of those settings.
template <class G>
AnyEvaluator<G> evaluator_of(const EngineSettings& s) {
  if (s.callback) {
    return AnyEvaluator<G>(
        [leaves_of = std::make_shared<CallbackLeaves<G>>(s.callback)](
            auto leaves, auto values, Random& /*random*/) { leaves_of->evaluate(leaves, values); });
  }
  if constexpr (EstimatedGame<G>) {
    if (s.estimate) return AnyEvaluator<G>::of(EstimateEvaluator<G>());
  }
  const PolicyOptions& policy = *s.policy;
  const PlayoutRules rules{policy.discount.value_or(discount_of<G>()), policy.cap};
  return AnyEvaluator<G>::of(PlayoutEvaluator<G>(s.playouts, policy.game_priors, rules));
}

template <class G>
std::unique_ptr<AnyEngine> make_batched_engine(const EngineSettings& s) {
  AnyEvaluator<G> evaluator = evaluator_of<G>(s);
  if (const auto latency = call_latency(s); latency.count() > 0) {
    evaluator = AnyEvaluator<G>(
        [inner = std::move(evaluator), latency](auto leaves, auto values, Random& random) {
          const auto end = Clock::now() + latency;
          inner.evaluate(leaves, values, random);
          Clock::sleep_for(end - Clock::now());
        });
  }
  return std::make_unique<EngineOf<G, BatchedSearch<G, AnyEvaluator<G>>>>(batched_options(s),
                                                                          evaluator);
}

}  // namespace banyan::bench
