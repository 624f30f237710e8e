// The engines `gtp` and `uci` in the registry.
#pragma once

#include <vector>

#include "bench/registry/engine_entry.hpp"

namespace banyan::bench {

std::vector<EngineEntry> opponent_entries();

/// Whether the engine is a foreign program: it has budgets of its own, and counts no iterations.
bool is_opponent(EngineKind kind);

}  // namespace banyan::bench
