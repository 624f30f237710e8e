// What a search is told, apart from any tree: what only names options need not know one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/search/result.hpp"
#include "core/trees/stat.hpp"

namespace banyan {

/// What every tree search needs to be told.
struct SearchOptions {
  double exploration = 1.4142135623730951;  ///< c of UCB1, at least 0
  std::uint32_t expand_after = 1;           ///< visits before a node gets children, at least 1
  FinalMove final_move = FinalMove::kRobust;
  std::uint32_t batch = 0;    ///< largest level batch of a sequential search; 0: visits one by one
  std::uint32_t portion = 0;  ///< of a child's visits that a batch gives it at a time: VisitShares
  bool simd = true;           ///< the leaves of a batch are played out together where the game can
  bool huge_pages = true;     ///< the tree asks for pages of 2 MiB
  bool phases = false;        ///< counters of a sequential search say where its time went
  /// Visits of a root from which on a search that may go on for longer halves its statistics.
  std::uint64_t most_visits = kHalvedVisits;
  std::size_t memory = std::size_t{1} << 30U;  ///< cap on the bytes of all trees together
  bool stop_early = false;  ///< of one tree: ends once no other move can get as many visits
  bool reuse = false;       ///< what the last search found below this position is kept
  bool prunes = true;       ///< a full tree gives up its least visited nodes, where it can
};

}  // namespace banyan
