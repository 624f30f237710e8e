// The options of a search. They do not depend on any tree, so code that only names them needs none.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/stat.hpp"
#include "core/result/result.hpp"

namespace banyan {

/// The options of every tree search.
struct SearchOptions {
  double exploration = 1.414;      ///< c of UCB1, at least 0; the same as in engine specs
  std::uint32_t expand_after = 1;  ///< visits before a node gets children, at least 1
  FinalMove final_move = FinalMove::kRobust;
  std::uint32_t batch = 0;    ///< largest level batch of a sequential search; 0: single visits
  std::uint32_t portion = 0;  ///< of a child's visits that a batch gives it at a time: VisitShares
  bool simd = true;           ///< leaves of a batch are played out together if the game can
  bool huge_pages = true;     ///< the tree asks for pages of 2 MiB
  bool ahead = false;         ///< of a sequential search: DrawnAhead, where the tree can
  bool phases = false;        ///< counters of a sequential search show where its time went
  /// If a search may exceed this many visits of the root, it halves its statistics there.
  std::uint64_t most_visits = kHalvedVisits;
  std::size_t memory = std::size_t{1} << 30U;  ///< cap on the bytes of all trees together
  bool stop_early = false;  ///< of one tree: stops once no other move can get as many visits
  bool reuse = false;       ///< keeps what the last search found below this position
  bool prunes = true;       ///< a full tree frees its least visited nodes, if it can
};

}  // namespace banyan
