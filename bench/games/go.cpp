// Go in the program.
#include "games/go/go.hpp"

#include <cmath>

#include <fmt/format.h>

#include "bench/games/adapters/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/go/textbook.hpp"

namespace banyan::bench {

GameInfo go_info() {
  return {{"go",
           "area scoring, positional superko, no suicide; X is Black",
           {{"size", "9", "2 to 19, or columns x rows as 9x7", "points along an edge"},
            {"komi", "7.5", "-361 to 361 in halves", "points that White is given; whole: draws"},
            {"moves", "", "1 to 1083",
             "moves, passes too, after which a game ends and is counted; three per point if not "
             "given; from 244 on with the engines of boards above 9x9; GTP and SGF set no such "
             "limit"}}},
          4,
          [](const Settings& settings) {
            const BoardSize size = settings.board_size("size", Go<19>::kMinSize, Go<19>::kMaxSize);
            const double twice_komi = 2 * settings.real("komi", -361, 361);
            if (twice_komi != std::round(twice_komi)) {
              throw UsageError(fmt::format("go: komi={} is no multiple of a half: give {}.",
                                           settings.text("komi"), "-361 to 361 in halves"));
            }
            const int halves = static_cast<int>(twice_komi);
            const int moves =
                settings.has_value("moves")
                    ? static_cast<int>(settings.integer("moves", 1, Go<19>::kMostPlies))
                    : 0;
            if (size.longer() > 9 || moves > Go<9>::kMostPlies) {
              return start_game<engines_for("go above 9x9")>(Go<19>(size, halves, moves));
            }
            return start_game<engines_for("go up to 9x9"), textbook::Go<Go<9>>>(
                Go<9>(size, halves, moves));
          }};
}

}  // namespace banyan::bench
