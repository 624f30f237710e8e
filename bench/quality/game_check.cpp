// Looks at a game by its table.
#include "bench/quality/game_check.hpp"

#include "core/run_time/table_check.hpp"

namespace banyan::bench {

Json check_game_json(const GameChoice& game, int games, std::uint64_t seed) {
  const TabledPosition start = game.start->tabled();
  const TableCheck found = check_table(*start.table, start.position, games, seed);
  return {{"game", game.canonical},
          {"games", found.games},
          {"mean_length", found.mean_length},
          {"longest", found.longest},
          {"mean_moves", found.mean_moves},
          {"ended", found.ended},
          {"hidden", start.table->hidden != nullptr},
          {"defects", found.defects},
          {"lacks", found.lacks}};
}

}  // namespace banyan::bench
