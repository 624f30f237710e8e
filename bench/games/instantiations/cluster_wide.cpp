// The engines on many machines of games with many moves.
#include "bench/games/instantiations/cluster.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"

namespace banyan::bench {

template std::unique_ptr<AnyEngine> make_cluster_engine<Othello>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<Hex<11>>(const EngineSettings&);

}  // namespace banyan::bench
