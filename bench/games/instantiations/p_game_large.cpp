// P-games of more than 16 moves in a position in the program.
#include "bench/games/adapters/game_of.hpp"
#include "bench/games/instantiations/large_boards.hpp"
#include "games/p_game/oracle.hpp"
#include "games/p_game/p_game.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_large_p_game(const PGameOptions& options) {
  return start_game<engines_for("p_game above branching=16"), void, oracle::PGameOracle<225>>(
      LargePGame(options));
}

}  // namespace banyan::bench
