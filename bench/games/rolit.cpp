// Rolit in the program.
#include "games/rolit/rolit.hpp"

#include "bench/games/adapters/general_game_of.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

GameInfo rolit_info() {
  return {{"rolit",
           "Othello for many: turn discs if you can, else lay one beside another; most discs win",
           {{"size", "8", "4 to 8", "cells along an edge"}, {"players", "3", "2 to 4", "players"}}},
          4,
          [](const Settings& settings) -> std::unique_ptr<AnyGame> {
            const auto size = static_cast<int>(settings.integer("size", 4, 8));
            const auto players =
                static_cast<int>(settings.integer("players", 2, Rolit::kMaxPlayers));
            return std::make_unique<GeneralGameOf<Rolit>>(Rolit(size, players));
          },
          GameFamily::kGeneral};
}

}  // namespace banyan::bench
