// The engine of root parallelism.
#pragma once

#include <memory>

#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/registry/engine_of.hpp"
#include "bench/registry/matrix.hpp"
#include "parallel/strategies/root.hpp"
#include "parallel/strategies/slow_tree.hpp"

namespace banyan::bench {

struct RootEngine {
  static constexpr EngineKind kKind = EngineKind::kRoot;

  static EngineEntry entry() {
    EngineEntry entry{
        kKind, "root", "root parallel: one tree per thread, merged at the end",
        joined({{threads_key(), merge_key(), share_key(), ahead_key(), executor_key(), pin_key()},
                search_keys(),
                {full_key()},
                budget_keys()})};
    return with_policies(entry.with_tree_a_thread()).add(general_keys());
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    using G = typename Game::Rules;
    const ParallelOptions options = parallel_options(s);
    if constexpr ((Game::kStudied & kRootShare) != 0) {
      if (studied(s) == kRootShare) {
        return std::make_unique<EngineOf<G, SlowTreeSearch<G>>>(typename SlowTreeSearch<G>::Options{
            options, s.merge, s.share_iterations, s.share_time});
      }
    }
    return std::make_unique<EngineOf<G, RootSearch<G>>>(
        typename RootSearch<G>::Options{options, s.merge});
  }
};

}  // namespace banyan::bench
