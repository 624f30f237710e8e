// Knockout whist in the program.
#include "games/knockout_whist/knockout_whist.hpp"

#include "bench/games/adapters/hidden_game_of.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

GameInfo knockout_whist_info() {
  return {{"knockout_whist",
           "tricks in hands of seven cards, six, ...; who takes none is out, the last one in wins",
           {{"players", "2", "2 to 4", "players"},
            {"hands", "7", "1 to 7", "hands at most; then those with most tricks share the win"}}},
          0,
          [](const Settings& s) -> std::unique_ptr<AnyGame> {
            return std::make_unique<HiddenGameOf<KnockoutWhist>>(
                KnockoutWhist(static_cast<int>(s.integer("players", 2, 4)),
                              static_cast<int>(s.integer("hands", 1, 7))));
          },
          GameFamily::kHidden};
}

}  // namespace banyan::bench
