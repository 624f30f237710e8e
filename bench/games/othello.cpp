// Othello in the program.
#include "games/othello.hpp"

#include "bench/game_of.hpp"
#include "bench/games.hpp"
#include "bench/oracle/oracles.hpp"
#include "games/textbook/othello.hpp"

namespace banyan::bench {

GameInfo othello_info() {
  return {{"othello", "8x8, most discs; who cannot move passes", {}},
          8,
          [](const Settings&) -> std::unique_ptr<AnyGame> {
            return std::make_unique<GameOf<Othello, textbook::Othello, oracle::OthelloOracle>>(
                Othello());
          }};
}

}  // namespace banyan::bench
