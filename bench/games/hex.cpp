// Hex in the program.
#include "games/hex/hex.hpp"

#include "bench/games/apart/large_boards.hpp"
#include "bench/games/families/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/hex/oracle.hpp"
#include "games/hex/textbook.hpp"

namespace banyan::bench {

GameInfo hex_info() {
  return {{"hex",
           "join opposite edges; X top and bottom, O left and right; no swap, no draws",
           {{"size", "11", "3 to 14", "cells along an edge"}}},
          4,
          [](const Settings& settings) -> std::unique_ptr<AnyGame> {
            const auto size = static_cast<int>(settings.integer("size", 3, 14));
            if (size <= 11) {
              return std::make_unique<GameOf<Hex<11>, textbook::Hex, oracle::HexOracle<11>>>(
                  Hex<11>(size));
            }
            return start_large_hex(size);
          }};
}

}  // namespace banyan::bench
