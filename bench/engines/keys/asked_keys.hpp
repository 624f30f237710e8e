// The rule of a tree whose leaves are evaluated elsewhere.
#pragma once

#include <string_view>

#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// What `puct:c=2,vl=mean` says: a rule of selection, and those keys of `batched` that mean
/// something to such a tree. Throws UsageError for others.
EngineSettings parse_asked_tree(std::string_view text);

}  // namespace banyan::bench
