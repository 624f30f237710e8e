// The engines with search policies, those that prove and those on many machines, of games known at
// run time, with more than 256 moves.
#include "bench/games/adapters/asked_tree_of.hpp"
#include "bench/games/instantiations/cluster.hpp"
#include "bench/games/instantiations/policies.hpp"
#include "bench/games/instantiations/proving.hpp"
#include "core/run_time/run_time_game.hpp"

namespace banyan::bench {

using Engine = std::unique_ptr<AnyEngine>;

template Engine make_policy_engine<LargeRunTimeGame, kByTable>(const EngineSettings&);
template Engine make_proving_engine<LargeRunTimeGame>(const EngineSettings&);
template Engine make_cluster_engine<LargeRunTimeGame>(const EngineSettings&);
template std::unique_ptr<AnyAskedTree> make_asked_tree_of<LargeRunTimeGame>(const AnyGame&,
                                                                            const EngineSettings&,
                                                                            const StreamKey&);

}  // namespace banyan::bench
