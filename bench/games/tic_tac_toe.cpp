// Tic-tac-toe in the program.
#include "games/tic_tac_toe/tic_tac_toe.hpp"

#include "bench/games/adapters/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/tic_tac_toe/oracle.hpp"
#include "games/tic_tac_toe/textbook.hpp"

namespace banyan::bench {

GameInfo tic_tac_toe_info() {
  return {
      {"tic_tac_toe",
       "3x3, three in a row; a draw if both play well",
       {{"misere", "", "on or off", "three in a row lose"}}},
      2,
      [](const Settings& settings) {
        const bool misere = settings.has_value("misere") && settings.flag("misere");
        return start_game<engines_for("tic_tac_toe"), textbook::TicTacToe, oracle::TicTacToeOracle>(
            TicTacToe(misere));
      }};
}

}  // namespace banyan::bench
