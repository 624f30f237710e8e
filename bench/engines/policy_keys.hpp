// The keys of search policies, which several engines share, and what they imply.
#pragma once

#include <vector>

#include "bench/registry/engine_entry.hpp"

namespace banyan::bench {

/// Keys of seq, leaf, root, tree and hybrid. With any of them but `temperature`, which suits every
/// search, the engine is a PolicySearch (parallel/strategies/policy_search.hpp) of its shape.
const std::vector<Key>& policy_keys();

/// Whether a key is one of those.
bool is_policy_key(const KeyInfo& key);

/// The spec with what its policy keys imply where it does not say: what else a policy needs, and
/// defaults that suit it better than those of plain search.
Spec with_implied(Spec spec);

}  // namespace banyan::bench
