// The engine of simulated workers in the registry.
#pragma once

#include <vector>

#include "bench/registry/engine_entry.hpp"
#include "bench/registry/engines.hpp"
#include "parallel/simulated/virtual_search.hpp"

namespace banyan::bench {

/// Its entry; `shared` are keys that it has in common with other engines, merge= among them.
EngineEntry virtual_entry(const std::vector<Key>& shared);

/// What its settings come to.
VirtualOptions virtual_options(const EngineSettings& settings);

}  // namespace banyan::bench
