// The engines on many machines of games with few moves.
#include "bench/cluster_engine_of.hpp"
#include "games/breakthrough.hpp"
#include "games/connect_four.hpp"
#include "games/dots_and_boxes.hpp"
#include "games/othello.hpp"
#include "games/p_game.hpp"
#include "games/tic_tac_toe.hpp"
#include "games/ultimate_tic_tac_toe.hpp"

namespace banyan::bench {

template std::unique_ptr<AnyEngine> make_cluster_engine<TicTacToe>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<UltimateTicTacToe>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<ConnectFour>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<Othello>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<Breakthrough>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<DotsAndBoxes>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<PGame>(const EngineSettings&);

}  // namespace banyan::bench
