// Gomoku on boards of more than 15 columns or rows in the program.
#include "bench/games/adapters/game_of.hpp"
#include "bench/games/instantiations/large_boards.hpp"
#include "games/gomoku/gomoku.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_large_gomoku(BoardSize size, int line, bool exact) {
  return start_game<engines_for("gomoku above 15x15")>(Gomoku<19>(size, line, exact));
}

}  // namespace banyan::bench
