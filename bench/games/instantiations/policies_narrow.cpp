// The engines with search policies of games with few moves.
#include "bench/games/instantiations/policies.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/othello/othello.hpp"
#include "games/p_game/p_game.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

namespace banyan::bench {

using Engine = std::unique_ptr<AnyEngine>;

template Engine make_policy_engine<TicTacToe, engines_for("tic_tac_toe")>(const EngineSettings&);
template Engine make_policy_engine<UltimateTicTacToe, engines_for("ultimate_tic_tac_toe")>(
    const EngineSettings&);
template Engine make_policy_engine<ConnectFour, engines_for("connect_four")>(const EngineSettings&);
template Engine make_policy_engine<Othello, engines_for("othello")>(const EngineSettings&);
template Engine make_policy_engine<Breakthrough, engines_for("breakthrough")>(
    const EngineSettings&);
template Engine make_policy_engine<PGame, engines_for("p_game up to branching=16")>(
    const EngineSettings&);

}  // namespace banyan::bench
