// The engines of games known at run time that have chance, rewards, or one player or many.
#include "bench/games/adapters/general_game_of.hpp"
#include "bench/games/instantiations/run_time.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_general_run_time_game(const GameTable& table, const void* position) {
  if (table.reward == nullptr) {
    return std::make_unique<GeneralGameOf<GeneralRunTimeGame>>(GeneralRunTimeGame(table, position));
  }
  return std::make_unique<GeneralGameOf<RewardRunTimeGame>>(RewardRunTimeGame(table, position));
}

}  // namespace banyan::bench
