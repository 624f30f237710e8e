// What a game of two has that search policies can ask for.
#pragma once

#include "bench/engines/keys/policy_keys.hpp"
#include "core/game/knowledge.hpp"
#include "core/game/position_key.hpp"

namespace banyan::bench {

/// What moves to one position share is seen by the player who moved there: see KeyedGame.
template <class G>
Knowledge knowledge_of(const G& position) {
  if constexpr (requires { position.table().alternates; }) {  // a game known at run time
    const auto& table = position.table();
    return {table.numbered,
            table.heavy_move != nullptr,
            table.weigh != nullptr,
            table.estimate != nullptr,
            table.key != nullptr && table.alternates,
            false};
  } else {
    return {NumberedMoves<G>, HeavyGame<G>, HeuristicGame<G>,
            EstimatedGame<G>, KeyedGame<G>, false};
  }
}

}  // namespace banyan::bench
