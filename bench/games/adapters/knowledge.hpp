// What a game of two has that search policies can ask for.
#pragma once

#include "bench/engines/keys/policy_keys.hpp"
#include "core/game/knowledge.hpp"
#include "core/game/position_key.hpp"
#include "core/game/run_time_game.hpp"

namespace banyan::bench {

template <class G>
Knowledge knowledge_of(const G& /*position*/) {
  return {NumberedMoves<G>, HeavyGame<G>, HeuristicGame<G>, EstimatedGame<G>, KeyedGame<G>, false};
}
/// What moves to one position share is seen by the player who moved there: see KeyedGame.
template <std::size_t Moves>
Knowledge knowledge_of(const RunTimeGame<Moves>& position) {
  const GameTable& table = position.table();
  return {table.numbered,
          table.heavy_move != nullptr,
          table.weigh != nullptr,
          table.estimate != nullptr,
          table.key != nullptr && table.alternates,
          false};
}

}  // namespace banyan::bench
