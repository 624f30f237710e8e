// Refusals of search policies that make no sense.
#pragma once

#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// Throws UsageError for keys that make no sense together with a policy's.
void check_policy(const EngineSettings& engine);

/// What a game has that policies can ask for.
struct Knowledge {
  bool numbered_moves;
  bool heavy_playouts;
  bool priors;
  bool estimate;
  bool position_keys;
};

/// Throws UsageError for a policy that the game has nothing for.
void check_knowledge(const PolicyOptions& policy, const Knowledge& known);

}  // namespace banyan::bench
