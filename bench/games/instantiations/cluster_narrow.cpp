// The engines on many machines of games with few moves.
#include "bench/games/instantiations/cluster.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/p_game/p_game.hpp"

namespace banyan::bench {

template std::unique_ptr<AnyEngine> make_cluster_engine<ConnectFour>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<PGame>(const EngineSettings&);

}  // namespace banyan::bench
