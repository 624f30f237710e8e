// Go in the program.
#include "games/go/go.hpp"

#include <cmath>

#include <fmt/format.h>

#include "bench/games/adapters/game_of.hpp"
#include "bench/games/instantiations/large_boards.hpp"
#include "bench/registry/games.hpp"
#include "games/go/textbook.hpp"

namespace banyan::bench {

GameInfo go_info() {
  return {
      {"go",
       "area scoring, positional superko, no suicide; X is Black",
       {{"size", "9", "2 to 19, or columns x rows as 9x7", "points along an edge"},
        {"komi", "7.5", "-361 to 361 in halves", "points that White is given; whole: draws"}}},
      4,
      [](const Settings& settings) {
        const BoardSize size = settings.board_size("size", Go<19>::kMinSize, Go<19>::kMaxSize);
        const double twice_komi = 2 * settings.real("komi", -361, 361);
        if (twice_komi != std::round(twice_komi)) {
          throw UsageError(fmt::format("go: komi={} is no multiple of a half: give {}.",
                                       settings.text("komi"), "-361 to 361 in halves"));
        }
        const int halves = static_cast<int>(twice_komi);
        if (size.longer() > 9) return start_large_go(size, halves);
        return start_game<engines_for("go up to 9x9"), textbook::Go<Go<9>>>(Go<9>(size, halves));
      }};
}

}  // namespace banyan::bench
