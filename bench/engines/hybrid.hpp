// The engine of all three parallelisations at once.
#pragma once

#include <memory>

#include "bench/engines/keys.hpp"
#include "bench/engines/policy_keys.hpp"
#include "bench/registry/engine_of.hpp"
#include "parallel/strategies/hybrid.hpp"

namespace banyan::bench {

struct HybridEngine {
  static constexpr EngineKind kKind = EngineKind::kHybrid;

  static EngineEntry entry() {
    const Key lock = word_key<TreeLock>(
        "lock", "free",
        "how a tree is kept whole: atomics everywhere, a lock in every node, or one for all but "
        "playouts",
        {{"free", TreeLock::kFree}, {"node", TreeLock::kNode}, {"global", TreeLock::kGlobal}},
        [](EngineSettings& e, TreeLock value) { e.lock = value; });
    return {kKind, "hybrid",
            "root, tree and leaf parallel at once: trees, threads on each, playouts from a leaf",
            joined({{threads_key("2", kMaxThreads / kMaxTrees, "worker threads of each tree"),
                     trees_key("2", "trees, each with threads of its own"),
                     playouts_key("8", "playouts from each leaf, by one thread"), lock,
                     virtual_loss_key(), merge_key(), executor_key(), pin_key()},
                    search_keys(),
                    budget_keys(false),
                    policy_keys()})};
  }

  /// `playouts` is 1 unless the spec is a hybrid's.
  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    using G = typename Game::Rules;
    ClassicLock lock = ClassicLock::kFree;
    if (s.lock == TreeLock::kNode) lock = ClassicLock::kNode;
    if (s.lock == TreeLock::kGlobal) lock = ClassicLock::kGlobal;
    return std::make_unique<EngineOf<G, HybridSearch<G>>>(typename HybridSearch<G>::Options{
        tree_options(s), s.trees, s.playouts, s.merge, lock, shown(s), s.grain});
  }
};

}  // namespace banyan::bench
