// The search for games of any kind: chance, rewards, any number of players; sequential or parallel.
#pragma once

#include "core/result/general_inspect.hpp"
#include "core/search/general_iteration.hpp"
#include "parallel/strategies/search_of.hpp"

namespace banyan {

/// UCT, or most other policies, for any number of players, with or without chance and rewards. One
/// class, compiled once per game; options select the parallelism (one tree and one thread:
/// sequential search). A playout counts as a visit.
template <Game G>
using GeneralSearch = SearchOf<GeneralIteration<G>, GeneralOptions>;

}  // namespace banyan
