// Kuhn poker in the program.
#include "games/kuhn/kuhn.hpp"

#include "bench/games/adapters/hidden_game_of.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

GameInfo kuhn_info() {
  return {{"kuhn", "Kuhn poker: three cards, one bet; the first player loses 1/18 of a chip", {}},
          0,
          [](const Settings&) -> std::unique_ptr<AnyGame> {
            return std::make_unique<HiddenGameOf<Kuhn>>(Kuhn());
          },
          GameFamily::kHidden};
}

}  // namespace banyan::bench
