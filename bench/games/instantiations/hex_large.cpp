// Hex on boards of more than 11 columns or rows in the program.
#include "bench/games/adapters/game_of.hpp"
#include "bench/games/instantiations/large_boards.hpp"
#include "games/hex/hex.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_large_hex(BoardSize size, bool pie) {
  return start_game<engines_for("hex above 11x11")>(Hex<14>(size, pie));
}

}  // namespace banyan::bench
