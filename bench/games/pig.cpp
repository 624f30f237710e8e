// Pig in the program.
#include "games/pig/pig.hpp"

#include "bench/games/adapters/general_game_of.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

GameInfo pig_info() {
  return {
      {"pig",
       "a die: roll, then roll on or hold; a 1 takes the turn's total away",
       {{"target", "100", "2 to 10000", "points that win"}, {"players", "2", "2 to 4", "players"}}},
      0,
      [](const Settings& settings) -> std::unique_ptr<AnyGame> {
        const auto target = static_cast<int>(settings.integer("target", 2, Pig::kMaxTarget));
        const auto players = static_cast<int>(settings.integer("players", 2, Pig::kMaxPlayers));
        return std::make_unique<GeneralGameOf<Pig>>(Pig(target, players));
      },
      GameFamily::kGeneral};
}

}  // namespace banyan::bench
