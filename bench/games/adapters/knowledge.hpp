// What a game of two has that search policies can ask for.
#pragma once

#include "bench/engines/keys/policy_keys.hpp"
#include "core/game/knowledge.hpp"
#include "core/game/position_key.hpp"

namespace banyan::bench {

template <class G>
constexpr Knowledge knowledge_of() {
  return {NumberedMoves<G>, HeavyGame<G>, HeuristicGame<G>, EstimatedGame<G>, KeyedGame<G>, false};
}

}  // namespace banyan::bench
