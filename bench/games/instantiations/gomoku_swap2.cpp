// Gomoku opened by swap2 in the program.
#include "bench/games/adapters/game_of.hpp"
#include "bench/games/instantiations/large_boards.hpp"
#include "games/gomoku/swap2.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_swap2_gomoku(BoardSize size, int line, bool exact) {
  return start_game<engines_for("gomoku with swap2")>(Swap2<15>(Gomoku<15>(size, line, exact)));
}

}  // namespace banyan::bench
