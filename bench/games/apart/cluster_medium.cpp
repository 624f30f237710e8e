// The engines on many machines of games with some more moves.
#include "bench/games/apart/cluster.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/othello/othello.hpp"
#include "games/p_game/p_game.hpp"

namespace banyan::bench {

template std::unique_ptr<AnyEngine> make_cluster_engine<Othello>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<Breakthrough>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<PGame>(const EngineSettings&);

}  // namespace banyan::bench
