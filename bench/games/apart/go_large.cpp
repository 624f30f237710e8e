// Go on boards of more than 9 columns or rows in the program.
#include "bench/games/apart/large_boards.hpp"
#include "bench/games/families/game_of.hpp"
#include "games/go/go.hpp"
#include "games/go/textbook.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_large_go(BoardSize size, int twice_komi) {
  using G = Go<19>;
  return std::make_unique<GameOf<G, textbook::Go<G>>>(G(size, twice_komi));
}

}  // namespace banyan::bench
