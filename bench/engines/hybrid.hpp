// The engine of all three parallelisations at once.
#pragma once

#include <memory>

#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/registry/engine_of.hpp"
#include "parallel/strategies/tree.hpp"

namespace banyan::bench {

struct HybridEngine {
  static constexpr EngineKind kKind = EngineKind::kHybrid;

  static EngineEntry entry() {
    const Key lock = word_key("lock", "free", "how threads synchronise on a tree: as in tree",
                              {{"packed", TreeLock::kPacked},
                               {"free", TreeLock::kFree},
                               {"node", TreeLock::kNode},
                               {"global", TreeLock::kGlobal}},
                              &EngineSettings::lock);
    return with_policies(
        {kKind, "hybrid",
         "root, tree and leaf parallel at once: trees, threads on each, playouts from a leaf",
         joined({{threads_key("2", kMaxThreads / kMaxTrees, "worker threads of each tree"),
                  trees_key("2", "trees, each with threads of its own"),
                  playouts_key("8", "playouts from each leaf, by one thread"), lock,
                  virtual_loss_key(), merge_key(), executor_key(), pin_key()},
                 search_keys(),
                 budget_keys(false)})});
  }

  /// Of `tree` too, whose playouts are 1.
  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    using G = typename Game::Rules;
    if (s.lock == TreeLock::kPacked) {
      return make_shared_by<G>(PackedLoss(static_cast<std::uint32_t>(s.virtual_loss)), s);
    }
    ClassicLock lock = ClassicLock::kFree;
    if (s.lock == TreeLock::kNode) lock = ClassicLock::kNode;
    if (s.lock == TreeLock::kGlobal) lock = ClassicLock::kGlobal;
    return make_shared_by<G>(CountedDescents(lock, shown(s)), s);
  }

 private:
  template <class G, class Sharing>
  static std::unique_ptr<AnyEngine> make_shared_by(const Sharing& sharing,
                                                   const EngineSettings& s) {
    using Search = TreeSearch<G, Sharing>;
    return std::make_unique<EngineOf<G, Search>>(
        typename Search::Options{tree_options(s), s.trees, s.playouts, s.merge, sharing, s.grain});
  }
};

}  // namespace banyan::bench
