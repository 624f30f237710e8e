// Hex in the program.
#include "games/hex/hex.hpp"

#include <fmt/format.h>

#include "bench/games/adapters/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/hex/oracle.hpp"
#include "games/hex/textbook.hpp"

namespace banyan::bench {

GameInfo hex_info() {
  return {
      {"hex",
       "join opposite edges; X top and bottom, O left and right; no draws",
       {{"size", "11", "3 to 14, or columns x rows as 11x9", "cells along an edge"},
        {"pie", "", "on or off",
         "pie rule: O may answer the first stone by swap-pieces, which makes it O's, mirrored, "
         "and X moves; on square boards"}}},
      4,
      [](const Settings& settings) {
        const BoardSize size = settings.board_size("size", Hex<14>::kMinSize, Hex<14>::kMaxSize);
        const bool pie = settings.has_value("pie") && settings.flag("pie");
        if (pie && !size.is_square()) {
          throw UsageError(
              fmt::format("hex: pie=on mirrors a stone, for which size={} is no square: give "
                          "pie=off or a square board.",
                          size_text(size)));
        }
        if (size.longer() <= 11) {
          return start_game<engines_for("hex up to 11x11"), textbook::Hex, oracle::HexOracle<11>>(
              Hex<11>(size, pie));
        }
        return start_game<engines_for("hex above 11x11")>(Hex<14>(size, pie));
      }};
}

}  // namespace banyan::bench
