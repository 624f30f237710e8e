// Tic-tac-toe in the program.
#include "games/tic_tac_toe.hpp"

#include "bench/game_of.hpp"
#include "bench/games.hpp"
#include "bench/oracle/oracles.hpp"
#include "games/textbook/tic_tac_toe.hpp"

namespace banyan::bench {

GameInfo tic_tac_toe_info() {
  return {
      {"tic_tac_toe", "3x3, three in a row; a draw if both play well", {}},
      2,
      [](const Settings&) -> std::unique_ptr<AnyGame> {
        return std::make_unique<GameOf<TicTacToe, textbook::TicTacToe, oracle::TicTacToeOracle>>(
            TicTacToe());
      }};
}

}  // namespace banyan::bench
