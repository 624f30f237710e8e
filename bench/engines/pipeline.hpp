// The engine whose iterations go through the four phases as through a pipeline.
#pragma once

#include <memory>

#include "bench/engines/keys/keys.hpp"
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
    return {kKind, "pipeline",
            "tree parallel: the phases of an iteration as the stages of a pipeline",
            joined({{threads_key(), tokens, virtual_loss_key(), executor_key(), pin_key()},
                    search_keys(),
                    budget_keys()})};
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    using G = typename Game::Rules;
    return std::make_unique<EngineOf<G, PipelineSearch<G>>>(
        typename PipelineSearch<G>::Options{parallel_options(s), s.own<Tokens>().most, shown(s)});
  }
};

}  // namespace banyan::bench
