// Gomoku in the program.
#include "games/gomoku/gomoku.hpp"

#include <fmt/format.h>

#include "bench/games/adapters/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/gomoku/swap2.hpp"
#include "games/gomoku/textbook.hpp"

namespace banyan::bench {

GameInfo gomoku_info() {
  return {{"gomoku",
           "five in a row or more, anywhere on the board",
           {{"size", "15", "3 to 19, or columns x rows as 15x9", "cells along an edge"},
            {"line", "5", "3 to 9", "stones in a row that win; no more than the longer edge"},
            {"exact", "", "on or off", "longer rows do not win"},
            {"swap2", "", "on or off",
             "X lays three stones, X, O and X; O stays, takes X by swap, or lays two more, O and X "
             "(put-two), and then X stays or swaps; up to 15x15, with line=4 or more"}}},
          4,
          [](const Settings& settings) {
            const BoardSize size =
                settings.board_size("size", Gomoku<19>::kMinSize, Gomoku<19>::kMaxSize);
            const auto line = static_cast<int>(settings.integer("line", 3, 9));
            if (line > size.longer()) {
              throw UsageError(
                  fmt::format("gomoku: line={} is longer than the edges of size={}: give line=3 "
                              "to {}, or a larger board.",
                              line, size_text(size), size.longer()));
            }
            const bool exact = settings.has_value("exact") && settings.flag("exact");
            if (settings.has_value("swap2") && settings.flag("swap2")) {
              if (size.longer() > 15 || line < Swap2<15>::kMinLine) {
                throw UsageError(
                    fmt::format("gomoku: swap2=on is for boards of up to 15x15 and line=4 or more, "
                                "not for size={},line={}.",
                                size_text(size), line));
              }
              return start_game<engines_for("gomoku with swap2")>(
                  Swap2<15>(Gomoku<15>(size, line, exact)));
            }
            if (size.longer() > 15) {
              return start_game<engines_for("gomoku above 15x15")>(Gomoku<19>(size, line, exact));
            }
            return start_game<engines_for("gomoku up to 15x15"), textbook::Gomoku>(
                Gomoku<15>(size, line, exact));
          }};
}

}  // namespace banyan::bench
