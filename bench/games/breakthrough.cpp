// Breakthrough in the program.
#include "games/breakthrough/breakthrough.hpp"

#include "bench/games/adapters/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/breakthrough/textbook.hpp"

namespace banyan::bench {

GameInfo breakthrough_info() {
  return {
      {"breakthrough",
       "reach the opposite row with one of your pawns, or capture all; no draws",
       {{"size", "8", "5, 6 or 8", "cells along an edge"}}},
      6,
      [](const Settings& settings) {
        constexpr int kSizes[] = {5, 6, 8};
        const int size = kSizes[settings.word("size", {"5", "6", "8"})];
        return start_game<engines_for("breakthrough"), textbook::Breakthrough>(Breakthrough(size));
      }};
}

}  // namespace banyan::bench
