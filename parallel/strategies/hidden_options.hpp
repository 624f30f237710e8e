// The options of searches for games of hidden information.
#pragma once

#include <cstdint>

#include "parallel/merge.hpp"
#include "parallel/options.hpp"

namespace banyan {

enum class HiddenEngine : std::uint8_t {
  kPimc,      ///< perfect-information Monte Carlo: a plain search per sampled world
  kSoIsmcts,  ///< information-set search, one tree
  kMoIsmcts,  ///< information-set search, one tree per player
  kCheat,     ///< a plain search of the true position
};

struct HiddenOptions : ParallelOptions {  // whose threads are those of one search (of kPimc, all)
  HiddenEngine engine = HiddenEngine::kSoIsmcts;
  int trees = 1;              ///< independent searches, each with its own threads
  int playouts = 1;           ///< from each leaf
  int worlds = 20;            ///< for kPimc
  std::uint32_t loss = 0;     ///< virtual loss
  bool together = false;      ///< the threads share each leaf's playouts, with one tree; not kPimc
  bool apart = false;         ///< for kMoIsmcts: IsmctsRules::apart
  Merge merge = Merge::kSum;  ///< of several searches
};

}  // namespace banyan
