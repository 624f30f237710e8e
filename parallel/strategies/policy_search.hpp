// Policy search: any search policy with any of the classic parallelisations.
#pragma once

#include "core/result/graph_inspect.hpp"
#include "core/result/inspect.hpp"
#include "core/search/policy_iteration.hpp"
#include "parallel/strategies/search_of.hpp"

namespace banyan {

/// Its options; `together` is for GeneralSearch.
struct PolicySearchOptions : GeneralOptions {
  PolicySearchOptions() { shown = VirtualVisits::losses(1); }
};

/// Searches a two-player game by the policies of core/selection/policy.hpp, on `trees` trees with
/// `threads` threads each and `playouts` results per leaf. One of each is sequential; otherwise it
/// is leaf, root or tree parallel, or a hybrid.
///
/// With transpositions, the result's nodes are moves tried; several may lead to one
/// position. The counter `transpositions` has the leaves that took existing children.
///
/// Games without NumberedMoves have no AMAF. Heavy playouts, priors and transpositions need the
/// game's refinements. The options must not ask for what is missing. BatchedSearch
/// (parallel/batched/batched.hpp) is for values other than playouts'.
template <Game G>
using PolicySearch = SearchOf<PolicyIteration<G>, PolicySearchOptions>;

}  // namespace banyan
