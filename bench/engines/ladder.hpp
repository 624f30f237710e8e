// The engine of the steps between textbook MCTS and the core.
#pragma once

#include <cstdint>
#include <memory>

#include "bench/engines/keys/keys.hpp"
#include "bench/registry/engine_of.hpp"
#include "core/baselines/ladder.hpp"

namespace banyan::bench {

/// Each with all those before it; core/baselines/ladder.hpp.
enum class LadderStep : std::uint8_t { kCompact, kArena, kReplay, kTables, kLate, kVectors };

struct LadderEngine {
  static constexpr EngineKind kKind = EngineKind::kLadder;

  static EngineEntry entry() {
    const Key step = word_key<LadderStep>(
        "step", "vectors",
        "each with all before it: bitboards and fast playouts; nodes from an arena; moves "
        "replayed, no states; log and sqrt from tables; children only from the second "
        "visit on; blocks scanned by SIMD",
        {{"compact", LadderStep::kCompact},
         {"arena", LadderStep::kArena},
         {"replay", LadderStep::kReplay},
         {"tables", LadderStep::kTables},
         {"late", LadderStep::kLate},
         {"vectors", LadderStep::kVectors}},
        [](EngineSettings& e, LadderStep value) {
          e.own<LadderStep>() = value;
          e.search.huge_pages = false;  // a step of their own
        });
    return {kKind, "ladder", "a step between naive and seq, for the ablation",
            joined({{step, ucb1_constant_key(), final_key(), memory_key()}, budget_keys()})};
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    using G = typename Game::Rules;
    using Uncached = typename UncachedOf<OwnedTree<G>>::Type;
    switch (s.own<LadderStep>()) {
      case LadderStep::kCompact:
        return std::make_unique<EngineOf<G, LadderSearch<G, HeapNodes, true, false>>>(s.search);
      case LadderStep::kArena:
        return std::make_unique<EngineOf<G, LadderSearch<G, PooledNodes, true, false>>>(s.search);
      case LadderStep::kReplay:
        return std::make_unique<EngineOf<G, LadderSearch<G, PooledNodes, false, false>>>(s.search);
      case LadderStep::kTables:
        return std::make_unique<EngineOf<G, LadderSearch<G, PooledNodes, false, true>>>(s.search);
      case LadderStep::kLate:
        return std::make_unique<EngineOf<G, SequentialSearch<G, Tree<G>>>>(s.search);
      case LadderStep::kVectors:
        return std::make_unique<EngineOf<G, SequentialSearch<G, Uncached>>>(s.search);
    }
    return nullptr;
  }
};

}  // namespace banyan::bench
