// What a search of games of chance and of many players can be told.
#pragma once

#include "core/policies/policy.hpp"
#include "core/trees/virtual_visits.hpp"
#include "parallel/merge.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// Root parallel over `trees`, tree parallel by `threads` threads on each, leaf parallel by
/// `playouts` playouts from each leaf; or, with `together`, one tree that one thread grows while
/// all `threads` share the playouts from its leaves.
struct GeneralOptions : ParallelOptions {  // whose threads are those of one tree
  int trees = 1;                           ///< at least 1; 1 with `together`
  int playouts = 1;                        ///< from each leaf, at least 1
  bool together = false;                   ///< the threads play out together and do nothing else
  Merge merge = Merge::kSum;
  VirtualVisits shown = VirtualVisits::mean();
  /// GeneralSearch has none by draws, estimates and other playouts, no select=tuned and no UCT2,
  /// and with rewards or a discount no proofs and no AMAF.
  PolicyOptions policy;
};

}  // namespace banyan
