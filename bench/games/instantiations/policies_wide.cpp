// The engines with search policies of games with many moves.
#include "bench/games/instantiations/policies.hpp"
#include "games/go/go.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"
#include "games/p_game/p_game.hpp"

namespace banyan::bench {

template std::unique_ptr<AnyEngine> make_policy_engine<Hex<11>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Hex<14>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Gomoku<15>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Gomoku<19>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Go<9>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Go<19>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<LargePGame>(const EngineSettings&);

}  // namespace banyan::bench
