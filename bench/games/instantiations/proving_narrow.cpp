// The engines that prove in the trees of plain search, of games with few moves.
#include "bench/games/instantiations/proving.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

namespace banyan::bench {

template std::unique_ptr<AnyEngine> make_proving_engine<TicTacToe>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_proving_engine<UltimateTicTacToe>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_proving_engine<ConnectFour>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_proving_engine<Othello>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_proving_engine<Breakthrough>(const EngineSettings&);

}  // namespace banyan::bench
