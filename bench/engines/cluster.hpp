// The engine of one search on many machines. Those of each game are compiled apart from the plain
// ones, in bench/games/instantiations/run_time_*_policies.cpp.
#pragma once

#include <functional>
#include <memory>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engine_entry.hpp"
#include "bench/registry/engines.hpp"
#include "parallel/cluster/cluster_options.hpp"

namespace banyan::bench {

/// Whether its workers have one tree together: scheme=tds or df.
bool has_spread_tree(const EngineSettings& settings);

/// The options of its search.
ClusterOptions cluster_options(const EngineSettings& settings);

/// Makes an engine of one thread, for one game.
using MakeEngine = std::function<std::unique_ptr<AnyEngine>(const EngineSettings&)>;

/// With search policies and scheme=root: a search by `make` for each worker.
std::unique_ptr<AnyEngine> make_independent_engines(const EngineSettings& settings,
                                                    const MakeEngine& make);

/// Plain, or with policies and scheme=tds, for positions of game G.
template <class G>
std::unique_ptr<AnyEngine> make_cluster_engine(const EngineSettings& settings);

struct ClusterEngine {
  static constexpr EngineKind kKind = EngineKind::kCluster;

  static EngineEntry entry();

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    return make_cluster_engine<typename Game::Rules>(s);
  }
};

}  // namespace banyan::bench
