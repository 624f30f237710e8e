// Dots and Boxes in the program.
#include "games/dots_and_boxes/dots_and_boxes.hpp"

#include "bench/games/adapters/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/dots_and_boxes/oracle.hpp"
#include "games/dots_and_boxes/textbook.hpp"

namespace banyan::bench {

GameInfo dots_and_boxes_info() {
  return {
      {"dots_and_boxes",
       "draw lines between dots; who completes a box draws again; most boxes win",
       {{"width", "3", "1 to 5", "boxes in a row"}, {"height", "3", "1 to 5", "rows of boxes"}}},
      4,
      [](const Settings& settings) {
        const auto size = [&](const char* key) {
          return static_cast<int>(settings.integer(key, 1, DotsAndBoxes::kMaxSize));
        };
        return start_game<engines_for("dots_and_boxes"), textbook::DotsAndBoxes,
                          oracle::DotsAndBoxesOracle>(DotsAndBoxes(size("width"), size("height")));
      }};
}

}  // namespace banyan::bench
