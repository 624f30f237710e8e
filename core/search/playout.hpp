// Playouts: a game simulated with uniformly random moves.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/rules/game.hpp"

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

/// One game from each leaf, none of which is over: player 0's points, in the same order. By SIMD
/// where the game can and there are enough leaves for it to pay.
template <Game G>
void uniform_playouts(std::span<const G> leaves, std::span<Points> first, Random& random) {
  constexpr std::size_t kFew = 8;
  if constexpr (BatchPlayout<G>) {
    if (leaves.size() >= kFew) return G::play_out(leaves, first, random);
  }
  for (std::size_t i = 0; i < leaves.size(); ++i)
    first[i] = uniform_playout(leaves[i], random).first;
}

/// As many games from one leaf are played out together, where the game can.
template <Game G>
constexpr std::uint32_t kFewTogether = BatchPlayout<G> ? 8 : 1;

/// Player 0's points in many games from one leaf, added up; likewise.
template <Game G>
std::uint32_t uniform_playout_sum(const G& leaf, std::uint32_t games, Random& random) {
  if constexpr (BatchPlayout<G>) {
    if (games >= kFewTogether<G>) return G::play_out_from(leaf, games, random);
  }
  std::uint32_t sum = 0;
  for (; games > 0; --games) sum += static_cast<std::uint32_t>(uniform_playout(leaf, random).first);
  return sum;
}

}  // namespace banyan
