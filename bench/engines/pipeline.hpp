// The engine whose iterations go through the four phases as through a pipeline.
#pragma once

#include <memory>

#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/registry/engine_of.hpp"
#include "parallel/strategies/pipeline.hpp"

namespace banyan::bench {

struct PipelineEngine {
  /// Iterations under way.
  struct Tokens {
    int most = 0;
  };

  static constexpr EngineKind kKind = EngineKind::kPipeline;

  static EngineEntry entry() {
    const Key tokens =
        number_key("tokens", "8", 1, 4096,
                   "iterations in flight in the pipeline, no more than threads", &Tokens::most);
    return with_selection(
        {kKind, "pipeline", "tree parallel: the phases of an iteration as the stages of a pipeline",
         joined({{threads_key(), tokens, virtual_loss_key(), executor_key(), pin_key()},
                 search_keys(),
                 budget_keys()})},
        kSelectionKeys);
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    return make_with<PlainPhases<typename Game::Rules>>(s);
  }
  /// For the iterations of `Phases`.
  template <class Phases>
  static std::unique_ptr<AnyEngine> make_with(const EngineSettings& s) {
    using G = typename Phases::Tree::GameType;
    using Search = PipelineSearch<G, Phases>;
    return std::make_unique<EngineOf<G, Search>>(typename Search::Options{
        parallel_options(s), s.own<Tokens>().most, shown(s), s.policy.value_or(PolicyOptions())});
  }
};

}  // namespace banyan::bench
