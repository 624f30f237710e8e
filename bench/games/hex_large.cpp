// Hex on boards of more than 11 x 11 in the program.
#include "bench/game_of.hpp"
#include "bench/games/large_boards.hpp"
#include "games/hex.hpp"
#include "games/textbook/hex.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_large_hex(int size) {
  return std::make_unique<GameOf<Hex<14>, textbook::Hex>>(Hex<14>(size));
}

}  // namespace banyan::bench
