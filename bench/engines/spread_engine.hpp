// The engine `cluster` over the ranks of a run: the first begins a search, and the others join it.
#pragma once

#include <memory>

#include "bench/cluster/coordinator.hpp"
#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// The processes that the engine's ranks are; null where threads of this one stand in for them,
/// where they are simulated, and for every other engine.
std::shared_ptr<Ranks> ranks_of(const EngineSettings& engine);

/// In the first rank: the same engine, in whose searches the others join. One search at a time.
std::unique_ptr<AnyEngine> joined_by_others(std::unique_ptr<AnyEngine> here,
                                            const EngineSettings& engine);

/// What the others do then.
Task join_task();

}  // namespace banyan::bench
