// The engines on many machines of games with many moves.
#include "bench/games/apart/cluster.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"

namespace banyan::bench {

template std::unique_ptr<AnyEngine> make_cluster_engine<Hex<11>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<Hex<14>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<Gomoku<15>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<Gomoku<19>>(const EngineSettings&);

}  // namespace banyan::bench
