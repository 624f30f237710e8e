// What a search of a game of hidden information is told.
#pragma once

#include <cstdint>

#include "parallel/merge.hpp"
#include "parallel/options.hpp"

namespace banyan {

enum class HiddenEngine : std::uint8_t {
  kPimc,      ///< perfect-information Monte Carlo: a plain search for each of some worlds
  kSoIsmcts,  ///< information-set search, one tree
  kMoIsmcts,  ///< information-set search, a tree for each player
  kCheat,     ///< a plain search of the true position
};

struct HiddenOptions : ParallelOptions {  // whose threads are those of one search (of kPimc, all)
  HiddenEngine engine = HiddenEngine::kSoIsmcts;
  int trees = 1;              ///< independent searches, each with threads of its own
  int playouts = 1;           ///< from each leaf
  int worlds = 20;            ///< of kPimc
  std::uint32_t loss = 0;     ///< virtual loss
  bool together = false;      ///< the threads share each leaf's playouts, and trees is 1; not kPimc
  bool apart = false;         ///< of kMoIsmcts: IsmctsRules::apart
  Merge merge = Merge::kSum;  ///< of several searches
};

}  // namespace banyan
