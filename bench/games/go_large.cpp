// Go on boards of more than 9 x 9 in the program.
#include "bench/game_of.hpp"
#include "bench/games/large_boards.hpp"
#include "games/go.hpp"
#include "games/textbook/go.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_large_go(int size, int twice_komi) {
  using G = Go<19>;
  return std::make_unique<GameOf<G, textbook::Go<G>>>(G(size, twice_komi));
}

}  // namespace banyan::bench
