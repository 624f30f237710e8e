// The engines on many machines of games with many moves or large states.
#include "bench/games/apart/cluster.hpp"
#include "games/go/go.hpp"
#include "games/p_game/p_game.hpp"

namespace banyan::bench {

template std::unique_ptr<AnyEngine> make_cluster_engine<Go<9>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<Go<19>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<LargePGame>(const EngineSettings&);

}  // namespace banyan::bench
