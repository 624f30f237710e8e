// Policy search: any search policy with any of the classic parallelisations.
#pragma once

#include "core/policies/graph_inspect.hpp"
#include "core/policies/policy_iteration.hpp"
#include "core/trees/inspect.hpp"
#include "parallel/strategies/search_of.hpp"

namespace banyan {

/// What that can be told; `together` is for GeneralSearch.
struct PolicySearchOptions : GeneralOptions {
  PolicySearchOptions() { shown = VirtualVisits::losses(1); }
};

/// Search of a game of two players by the policies of core/policies/policy.hpp on `trees` trees,
/// `threads` threads on each, with `playouts` results from each leaf: sequential with one of each,
/// and leaf, root and tree parallel and their hybrid otherwise.
///
/// With transpositions the nodes of the result are moves tried, of which several may lead to one
/// position; the counter `transpositions` has the leaves that found children ready.
///
/// What is not numbered (NumberedMoves) has no AMAF, what is not refined so has no heavy playouts,
/// priors or transpositions: the options must not ask for it. For values other than playouts' there
/// is BatchedSearch (parallel/batched/batched.hpp).
template <Game G>
using PolicySearch = SearchOf<PolicyIteration<G>, PolicySearchOptions>;

}  // namespace banyan
