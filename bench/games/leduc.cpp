// Leduc hold'em in the program.
#include "games/leduc/leduc.hpp"

#include "bench/games/adapters/hidden_game_of.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

GameInfo leduc_info() {
  return {{"leduc", "Leduc hold'em: six cards, two rounds of betting, 936 information sets", {}},
          0,
          [](const Settings&) -> std::unique_ptr<AnyGame> {
            return std::make_unique<HiddenGameOf<Leduc>>(Leduc());
          },
          GameFamily::kHidden};
}

}  // namespace banyan::bench
