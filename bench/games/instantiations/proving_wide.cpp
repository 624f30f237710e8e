// The engines that prove in the trees of plain search, of games with many moves.
#include "bench/games/instantiations/proving.hpp"
#include "games/go/go.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"

namespace banyan::bench {

template std::unique_ptr<AnyEngine> make_proving_engine<Hex<11>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_proving_engine<Gomoku<15>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_proving_engine<Go<9>>(const EngineSettings&);

}  // namespace banyan::bench
