// The engines on many machines of games with few moves.
#include "bench/games/apart/cluster.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

namespace banyan::bench {

template std::unique_ptr<AnyEngine> make_cluster_engine<TicTacToe>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<UltimateTicTacToe>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<ConnectFour>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_cluster_engine<DotsAndBoxes>(const EngineSettings&);

}  // namespace banyan::bench
