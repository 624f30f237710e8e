// The engine of the fair baseline.
#pragma once

#include <memory>

#include "bench/engines/keys/keys.hpp"
#include "bench/registry/engine_of.hpp"
#include "core/baselines/plain.hpp"

namespace banyan::bench {

struct PlainEngine {
  static constexpr EngineKind kKind = EngineKind::kPlain;

  static EngineEntry entry() {
    return {kKind, "plain",
            "UCT without tricks: one vector of nodes, the game code and playouts of seq; the fair "
            "baseline",
            joined({{ucb1_constant_key(), final_key(), memory_key()}, budget_keys()})};
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    using G = typename Game::Rules;
    return std::make_unique<EngineOf<G, PlainSearch<G>>>(s.search);
  }
};

}  // namespace banyan::bench
