// What a search of games of chance and of many players can be told.
#pragma once

#include <cstdint>
#include <optional>

#include "parallel/merge.hpp"
#include "parallel/options.hpp"
#include "parallel/trees/virtual_visits.hpp"

namespace banyan {

/// What a node is worth to the one who chooses it.
enum class Backup : std::uint8_t {
  kMean,    ///< the mean of its returns: UCT (Kocsis and Szepesvari 2006)
  kMax,     ///< what its best child is worth, and the mean of the outcomes where chance decides:
            ///< MaxUCT (Keller and Helmert 2013), "max" of Coulom (2006)
  kRobust,  ///< likewise by its most visited child: "robust max" of Coulom (2006)
};

/// Root parallel over `trees`, tree parallel by `threads` threads on each, leaf parallel by
/// `playouts` playouts from each leaf; or, with `together`, one tree that one thread grows while
/// all `threads` share the playouts from its leaves.
struct GeneralOptions : ParallelOptions {  // whose threads are those of one tree
  int trees = 1;                           ///< at least 1; 1 with `together`
  int playouts = 1;                        ///< from each leaf, at least 1
  bool together = false;                   ///< the threads play out together and do nothing else
  Merge merge = Merge::kSum;
  VirtualVisits shown = VirtualVisits::mean();
  Backup backup = Backup::kMean;
  std::optional<double> discount;  ///< instead of the game's own
  std::uint32_t cap = 0;           ///< moves after which a playout is cut; 0: never
  bool solver = false;  ///< results are proven and passed up (ProofOfAll); no rewards, no discount
};

}  // namespace banyan
