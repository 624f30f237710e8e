// The engines with search policies of games with few moves.
#include "bench/games/instantiations/policies.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/othello/othello.hpp"

namespace banyan::bench {

using Engine = std::unique_ptr<AnyEngine>;

template Engine make_policy_engine<ConnectFour, engines_for("connect_four")>(const EngineSettings&);
template Engine make_policy_engine<Othello, engines_for("othello")>(const EngineSettings&);

}  // namespace banyan::bench
