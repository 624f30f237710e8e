// What a game has that search policies can ask for.
#pragma once

#include "bench/engines/keys/policy_keys.hpp"
#include "core/game/knowledge.hpp"
#include "core/game/position_key.hpp"

namespace banyan::bench {

/// AMAF and learned moves count results, not rewards. What moves to one position share is seen by
/// the player who moved there: see KeyedGame.
template <class G>
Knowledge knowledge_of(const G& position) {
  if constexpr (requires { position.table().alternates; }) {  // a game known at run time
    constexpr bool kGeneral = !TwoPlayerGame<G>;
    const auto& table = position.table();
    return {table.numbered && table.reward == nullptr,
            HeavyGame<G> && table.heavy_move != nullptr,
            table.weigh != nullptr,
            EstimatedGame<G> && table.estimate != nullptr,
            table.key != nullptr && (kGeneral || table.alternates),
            kGeneral};
  } else {
    static_assert(TwoPlayerGame<G>);
    return {NumberedMoves<G>, HeavyGame<G>, HeuristicGame<G>,
            EstimatedGame<G>, KeyedGame<G>, false};
  }
}

}  // namespace banyan::bench
