// The engine of leaf parallelism.
#pragma once

#include <memory>

#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/registry/engine_of.hpp"
#include "parallel/strategies/leaf.hpp"

namespace banyan::bench {

struct LeafEngine {
  static constexpr EngineKind kKind = EngineKind::kLeaf;

  static EngineEntry entry() {
    return with_policies({kKind, "leaf", "leaf parallel: one tree, many playouts from each leaf",
                          joined({{threads_key(),
                                   playouts_key("8",
                                                "playouts from each leaf, over all threads "
                                                "together: each gets full vectors of them"),
                                   executor_key(), pin_key()},
                                  search_keys(),
                                  {full_key(), stop_key()},
                                  budget_keys(false)})})
        .add(general_keys());
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    using G = typename Game::Rules;
    return std::make_unique<EngineOf<G, LeafSearch<G>>>(
        typename LeafSearch<G>::Options{parallel_options(s), s.playouts});
  }
};

}  // namespace banyan::bench
