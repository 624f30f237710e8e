// Gomoku on boards of more than 15 x 15 in the program.
#include "bench/games/apart/large_boards.hpp"
#include "bench/games/families/game_of.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/gomoku/textbook.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_large_gomoku(int size, int line) {
  return std::make_unique<GameOf<Gomoku<19>, textbook::Gomoku>>(Gomoku<19>(size, line));
}

}  // namespace banyan::bench
