// Sailing in the program.
#include "games/sailing/sailing.hpp"

#include "bench/games/adapters/general_game_of.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

GameInfo sailing_info() {
  return {
      {"sailing",
       "one player: from corner to corner of a lake in changing wind, in the least time; values "
       "are minus the minutes",
       {{"size", "10", "2 to 40", "waypoints along an edge"},
        {"wind", "sw", "n, ne, e, se, s, sw, w or nw", "initial wind direction"}}},
      0,
      [](const Settings& settings) -> std::unique_ptr<AnyGame> {
        const auto size =
            static_cast<int>(settings.integer("size", Sailing::kMinSize, Sailing::kMaxSize));
        const auto wind = static_cast<int>(settings.word("wind", Sailing::kNames));
        return std::make_unique<GeneralGameOf<Sailing>>(Sailing(size, wind), "minus minutes");
      },
      GameFamily::kGeneral};
}

}  // namespace banyan::bench
