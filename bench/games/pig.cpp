// Pig in the program.
#include "games/pig.hpp"

#include "bench/games.hpp"
#include "bench/general_game_of.hpp"

namespace banyan::bench {

GameInfo pig_info() {
  return {{"pig",
           "two players and a die: roll, then roll on or hold; a 1 takes the turn's total away",
           {{"target", "100", "2 to 10000", "points that win"}}},
          0,
          [](const Settings& settings) -> std::unique_ptr<AnyGame> {
            const auto target = static_cast<int>(settings.integer("target", 2, Pig::kMaxTarget));
            return std::make_unique<GeneralGameOf<Pig>>(Pig(target));
          },
          GameFamily::kGeneral};
}

}  // namespace banyan::bench
