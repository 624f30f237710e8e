// The search of games of any kind: chance, rewards, any number of players; sequential or parallel.
#pragma once

#include "parallel/general/general_inspect.hpp"
#include "parallel/general/general_iteration.hpp"
#include "parallel/strategies/search_of.hpp"

namespace banyan {

/// UCT, or any of most policies, for one player, two or many, with or without chance and rewards,
/// by one class that is compiled once for each game: what runs in parallel is told by its options
/// (one tree, one thread: the sequential search). A playout is a visit.
template <Game G>
using GeneralSearch = SearchOf<GeneralIteration<G>, GeneralOptions>;

}  // namespace banyan
