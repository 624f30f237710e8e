// The options of searches for games of chance and of many players.
#pragma once

#include "core/selection/policy.hpp"
#include "core/selection/virtual_visits.hpp"
#include "parallel/merge.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// Root parallel over `trees`, tree parallel by `threads` threads on each, leaf parallel by
/// `playouts` playouts per leaf. With `together`, one thread grows one tree, and all `threads`
/// share the playouts from its leaves.
struct GeneralOptions : ParallelOptions {  // whose threads are those of one tree
  int trees = 1;                           ///< at least 1; 1 with `together`
  int playouts = 1;                        ///< from each leaf, at least 1
  bool together = false;                   ///< the threads only play out, together
  Merge merge = Merge::kSum;
  VirtualVisits shown = VirtualVisits::mean();
  /// GeneralSearch has no options for draws, estimates and other playouts, no select=tuned and no
  /// UCT2. With rewards or a discount it has no proofs and no AMAF either.
  PolicyOptions policy;
};

}  // namespace banyan
