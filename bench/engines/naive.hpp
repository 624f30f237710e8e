// The engine of textbook MCTS.
#pragma once

#include <memory>

#include "bench/engines/keys/keys.hpp"
#include "bench/registry/engine_of.hpp"
#include "core/baselines/naive.hpp"

namespace banyan::bench {

struct NaiveEngine {
  static constexpr EngineKind kKind = EngineKind::kNaive;

  static EngineEntry entry() {
    const Key malloc = word_key(
        "malloc", "linked",
        "the program's allocator, or (for 'bench' alone) the C library's, in a process of its own",
        {{"linked", false}, {"system", true}}, &EngineSettings::system_malloc);
    return {kKind, "naive",
            "textbook MCTS: a heap node per child, a state in every node; the slow reference",
            joined({{malloc, ucb1_constant_key(), final_key()}, budget_keys()})};
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    using G = typename Game::Rules;
    if (s.system_malloc) throw UsageError("naive: malloc=system is for 'bench' alone.");
    return std::make_unique<EngineOf<G, NaiveSearch<G, typename Game::Twin>>>(s.search);
  }
};

}  // namespace banyan::bench
