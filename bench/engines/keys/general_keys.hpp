// Keys that engines have for games of chance and of many players alone.
#pragma once

#include <vector>

#include "bench/registry/engine_entry.hpp"
#include "parallel/strategies/general_options.hpp"

namespace banyan::bench {

/// The keys of seq, leaf, root and tree; no other engine has them.
const std::vector<Key>& general_keys();

/// What seq, leaf, root or tree is told of a game of chance or of many players. Throws UsageError
/// for another engine, and for a key given that has no meaning there.
GeneralOptions general_options(const EngineSettings& settings);

}  // namespace banyan::bench
