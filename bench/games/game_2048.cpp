// 2048 in the program.
#include "games/game_2048/game_2048.hpp"

#include "bench/games/adapters/general_game_of.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

GameInfo game_2048_info() {
  return {
      {"2048", "one player and chance: slide tiles, merge equal ones; values are the score", {}},
      0,
      [](const Settings&) -> std::unique_ptr<AnyGame> {
        return std::make_unique<GeneralGameOf<Game2048>>(Game2048(), "score to come");
      },
      GameFamily::kGeneral};
}

}  // namespace banyan::bench
