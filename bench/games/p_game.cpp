// P-games in the program.
#include "games/p_game.hpp"

#include "bench/game_of.hpp"
#include "bench/games.hpp"
#include "bench/oracle/oracles.hpp"
#include "games/textbook/p_game.hpp"

namespace banyan::bench {

GameInfo p_game_info() {
  return {{"p_game",
           "a synthetic tree of any shape; the sum of its edges' random numbers decides",
           {{"branching", "2", "2 to 16", "moves in every position"},
            {"depth", "20", "1 to 60", "moves in every game"},
            {"seed", "1", "0 to 18446744073709551615", "which of the trees of that shape"},
            {"cost", "0", "0 to 1000000", "busy work in every playout, in ns (not in naive's)"}}},
          1,
          [](const Settings& settings) -> std::unique_ptr<AnyGame> {
            PGameOptions options;
            options.branching = static_cast<int>(settings.integer("branching", 2, 16));
            options.depth = static_cast<int>(settings.integer("depth", 1, PGame::kMaxDepth));
            options.seed = settings.count("seed", 0, ~std::uint64_t{0});
            options.cost = static_cast<int>(settings.integer("cost", 0, PGame::kMaxCost));
            return std::make_unique<GameOf<PGame, textbook::PGame, oracle::PGameOracle>>(
                PGame(options));
          }};
}

}  // namespace banyan::bench
