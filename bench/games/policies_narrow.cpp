// The engines with search policies, of every game that they are for.
#include "bench/engine_of.hpp"
#include "bench/policy_checks.hpp"
#include "bench/policy_engine.hpp"
#include "core/knowledge.hpp"
#include "core/position_key.hpp"
#include "games/breakthrough.hpp"
#include "games/connect_four.hpp"
#include "games/go.hpp"
#include "games/gomoku.hpp"
#include "games/hex.hpp"
#include "games/othello.hpp"
#include "games/p_game.hpp"
#include "games/tic_tac_toe.hpp"
#include "games/ultimate_tic_tac_toe.hpp"
#include "parallel/policy_search.hpp"

namespace banyan::bench {

template <class G>
std::unique_ptr<AnyEngine> make_policy_engine(const EngineSettings& settings) {
  check_knowledge(*settings.policy, {NumberedMoves<G>, HeavyGame<G>, HeuristicGame<G>,
                                     EstimatedGame<G>, KeyedGame<G>});
  // The trees of `root` have a thread each.
  const int trees = settings.kind == EngineKind::kRoot ? settings.threads : settings.trees;
  ParallelOptions options = parallel_options(settings);
  options.threads /= trees;
  return std::make_unique<EngineOf<G, PolicySearch<G>>>(typename PolicySearch<G>::Options{
      options, trees, settings.playouts, settings.merge, shown(settings), *settings.policy});
}

template std::unique_ptr<AnyEngine> make_policy_engine<TicTacToe>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<UltimateTicTacToe>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<ConnectFour>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Othello>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Breakthrough>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Hex<11>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Hex<14>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Gomoku<15>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Gomoku<19>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<PGame>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Go<9>>(const EngineSettings&);
template std::unique_ptr<AnyEngine> make_policy_engine<Go<19>>(const EngineSettings&);

}  // namespace banyan::bench
