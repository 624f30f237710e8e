// Playouts: a game simulated with uniformly random moves.
#pragma once

#include <cassert>
#include <cstdint>

#include "core/game.hpp"

namespace banyan {

/// Move by move: the definition, and the reference for every fast playout.
template <Game G>
Playout stepwise_playout(G position, Random& random) {
  int plies = 0;
  for (; !position.over(); ++plies) {
    const auto moves = position.legal_moves();
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return {position.result(0), plies};
}

/// The game's own way if it has one. The game must not be over: a search knows which of its nodes
/// are, and a fast playout need not look.
template <Game G>
Playout uniform_playout(G position, Random& random) {
  assert(!position.over());
  if constexpr (FastPlayout<G>) {
    return position.playout(random);
  } else {
    return stepwise_playout(position, random);
  }
}

}  // namespace banyan
