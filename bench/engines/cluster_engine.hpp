// One search on many machines in the registry: its keys, and its engines. These are compiled apart
// from the plain ones, in bench/games/cluster_*.cpp.
#pragma once

#include <memory>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engine_entry.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// Its entry; `shared` are keys that it has in common with other engines.
EngineEntry cluster_entry(const std::vector<Key>& shared);

/// The engine for positions of game G.
template <class G>
std::unique_ptr<AnyEngine> make_cluster_engine(const EngineSettings& settings);

}  // namespace banyan::bench
