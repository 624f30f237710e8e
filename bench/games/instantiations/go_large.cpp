// Go on boards of more than 9 columns or rows, and in games of more than 243 moves, in the program.
#include "bench/games/adapters/game_of.hpp"
#include "bench/games/instantiations/large_boards.hpp"
#include "games/go/go.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_large_go(BoardSize size, int twice_komi, int longest) {
  return start_game<engines_for("go above 9x9")>(Go<19>(size, twice_komi, longest));
}

}  // namespace banyan::bench
