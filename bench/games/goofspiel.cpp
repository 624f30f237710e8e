// Goofspiel in the program.
#include "games/goofspiel/goofspiel.hpp"

#include "bench/games/adapters/hidden_game_of.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

GameInfo goofspiel_info() {
  return {{"goofspiel",
           "bids at the same time for prizes in random order; more points win",
           {{"cards", "13", "2 to 13", "cards of each player, and prizes"}}},
          0,
          [](const Settings& s) -> std::unique_ptr<AnyGame> {
            return std::make_unique<HiddenGameOf<Goofspiel>>(
                Goofspiel(static_cast<int>(s.integer("cards", 2, 13))));
          },
          GameFamily::kHidden};
}

}  // namespace banyan::bench
