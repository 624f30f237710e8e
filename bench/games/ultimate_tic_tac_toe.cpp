// Ultimate tic-tac-toe in the program.
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

#include "bench/games/adapters/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/ultimate_tic_tac_toe/textbook.hpp"

namespace banyan::bench {

GameInfo ultimate_tic_tac_toe_info() {
  return {
      {"ultimate_tic_tac_toe",
       "9 boards of 3x3; a move's cell chooses the opponent's board",
       {{"most", "off", "on or off",
         "where no board is left and nobody has three in a row, who has more boards wins (as on "
         "CodinGame); off: a draw"}}},
      4,
      [](const Settings& settings) {
        return start_game<engines_for("ultimate_tic_tac_toe"), textbook::UltimateTicTacToe>(
            UltimateTicTacToe(settings.flag("most")));
      }};
}

}  // namespace banyan::bench
