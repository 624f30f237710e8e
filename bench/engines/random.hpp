// The engine that does not think.
#pragma once

#include <memory>

#include "bench/registry/engine_entry.hpp"
#include "bench/registry/engine_of.hpp"
#include "core/baselines/random_search.hpp"

namespace banyan::bench {

struct RandomEngine {
  static constexpr EngineKind kKind = EngineKind::kRandom;

  static EngineEntry entry() {
    return {kKind, "random", "a uniformly random move, without a search", {}};
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& /*s*/) {
    using G = typename Game::Rules;
    return std::make_unique<EngineOf<G, RandomSearch<G>>>();
  }
};

}  // namespace banyan::bench
