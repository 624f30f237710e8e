// Othello in the program.
#include "games/othello/othello.hpp"

#include "bench/games/adapters/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/othello/oracle.hpp"
#include "games/othello/textbook.hpp"

namespace banyan::bench {

GameInfo othello_info() {
  return {{"othello", "8x8, most discs; who cannot move passes", {}}, 8, [](const Settings&) {
            return start_game<engines_for("othello"), textbook::Othello, oracle::OthelloOracle>(
                Othello());
          }};
}

}  // namespace banyan::bench
