// Connect Four in the program.
#include "games/connect_four/connect_four.hpp"

#include "bench/games/adapters/game_of.hpp"
#include "bench/registry/games.hpp"
#include "games/connect_four/oracle.hpp"
#include "games/connect_four/textbook.hpp"

namespace banyan::bench {

GameInfo connect_four_info() {
  return {{"connect_four", "7 columns of 6, four in a row; the first player can force a win", {}},
          4,
          [](const Settings&) {
            return start_game<engines_for("connect_four"), textbook::ConnectFour,
                              oracle::ConnectFourOracle>(ConnectFour());
          }};
}

}  // namespace banyan::bench
