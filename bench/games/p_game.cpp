// P-games in the program.
#include "games/p_game/p_game.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "bench/games/adapters/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/p_game/oracle.hpp"
#include "games/p_game/textbook.hpp"

namespace banyan::bench {
namespace {

/// In nanoseconds, as a bare number is.
int cost_of(const Settings& settings) {
  const std::string text = settings.text("cost");
  const bool bare = text.find_first_not_of("0123456789") == std::string::npos;
  const auto cost = bare ? read_number<std::int64_t>(text)
                         : std::optional(std::int64_t{settings.duration("cost").count()});
  if (cost && *cost <= PGame::kMaxCost) return static_cast<int>(*cost);
  throw UsageError(
      fmt::format("p_game: cost={} is out of range: give a duration up to 1ms, or 0.", text));
}

}  // namespace

GameInfo p_game_info() {
  return {{"p_game",
           "a synthetic tree of any shape; the sum of its edges' random numbers decides",
           {{"branching", "2", "2 to 225", "moves in every position"},
            {"depth", "20", "1 to 250", "moves in every game"},
            {"seed", "1", "0 to 18446744073709551615", "which of the trees of that shape"},
            {"cost", "0", "a duration up to 1ms, or 0",
             "busy work in every playout (not in naive's), as in 10us; a bare number is of ns"},
            {"sleep", "", "a duration up to 1s",
             "instead, sleep in every playout: as if its work were done elsewhere"}}},
          1,
          [](const Settings& settings) {
            PGameOptions options;
            options.branching = static_cast<int>(settings.integer("branching", 2, 225));
            options.depth = static_cast<int>(settings.integer("depth", 1, PGame::kMaxDepth));
            options.seed = settings.count("seed", 0, ~std::uint64_t{0});
            options.cost = cost_of(settings);
            if (settings.has_value("sleep")) {
              const auto sleep = settings.duration("sleep");
              if (sleep.count() > PGame::kMaxSleep) {
                throw UsageError(fmt::format("p_game: sleep={} is out of range: give at most 1s.",
                                             settings.text("sleep")));
              }
              if (options.cost > 0) {
                throw UsageError("p_game: cost= and sleep= are two kinds of one thing: give one.");
              }
              options.sleep = static_cast<int>(sleep.count());
            }
            if (options.branching > 16) {
              return start_game<engines_for("p_game above branching=16"), void,
                                oracle::PGameOracle<225>>(LargePGame(options));
            }
            return start_game<engines_for("p_game up to branching=16"), textbook::PGame,
                              oracle::PGameOracle<16>>(PGame(options));
          }};
}

}  // namespace banyan::bench
