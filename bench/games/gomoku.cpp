// Gomoku in the program.
#include "games/gomoku/gomoku.hpp"

#include "bench/games/apart/large_boards.hpp"
#include "bench/games/families/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/gomoku/textbook.hpp"

namespace banyan::bench {

GameInfo gomoku_info() {
  return {{"gomoku",
           "five in a row or more, anywhere on the board",
           {{"size", "15", "9 to 19", "cells along an edge"},
            {"line", "5", "3 to 9", "stones in a row that win"}}},
          4,
          [](const Settings& settings) -> std::unique_ptr<AnyGame> {
            const auto size = static_cast<int>(settings.integer("size", 9, 19));
            const auto line = static_cast<int>(settings.integer("line", 3, 9));
            if (size > 15) return start_large_gomoku(size, line);
            return std::make_unique<GameOf<Gomoku<15>, textbook::Gomoku>>(Gomoku<15>(size, line));
          }};
}

}  // namespace banyan::bench
