// Phantom m,n,k games in the program.
#include "games/phantom/phantom.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/games/adapters/hidden_game_of.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

GameInfo phantom_info() {
  return {{"phantom",
           "stones in a row, the other's unseen; who tries a taken cell learns it and moves again",
           {{"width", "3", "2 to 4", "columns"},
            {"height", "3", "2 to 4", "rows"},
            {"row", "3", "2 to 4", "stones in a row that win, at most the longer side"}}},
          0,
          [](const Settings& s) -> std::unique_ptr<AnyGame> {
            const auto width = static_cast<int>(s.integer("width", 2, Phantom::kMaxSize));
            const auto height = static_cast<int>(s.integer("height", 2, Phantom::kMaxSize));
            const auto row = static_cast<int>(s.integer("row", 2, Phantom::kMaxSize));
            if (row > std::max(width, height)) {
              throw UsageError(
                  fmt::format("phantom: row={} does not fit on {} x {} cells: give 2 to {}.", row,
                              width, height, std::max(width, height)));
            }
            return std::make_unique<HiddenGameOf<Phantom>>(Phantom(width, height, row));
          },
          GameFamily::kHidden};
}

}  // namespace banyan::bench
