// The engines of plain search of games known at run time, with at most 256 moves.
#include "bench/games/adapters/game_of.hpp"
#include "bench/games/instantiations/run_time.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_small_run_time_game(const GameTable& table, const void* position) {
  return start_game<kByTable>(SmallRunTimeGame(table, position));
}

}  // namespace banyan::bench
