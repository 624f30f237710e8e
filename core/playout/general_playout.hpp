// Playouts of games of any kind, with chance, rewards and a cap on their length.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/game/reward_game.hpp"
#include "core/playout/playout.hpp"

namespace banyan {

/// Refinement: a game with a default policy for playouts, where uniform moves would mean little.
/// Playouts choose uniformly among `playout_moves()`, a non-empty subset of the legal moves.
template <class G>
concept PlayoutPolicyGame = Game<G> && requires(const G position) {
  { position.playout_moves() } -> std::same_as<MovesOf<G>>;
};

struct PlayoutRules {
  double discount = 1;
  std::uint32_t cap = 0;  ///< a playout ends after this many moves, chance's included; 0: no cap
};

/// A uniformly random move, or one of the game's default policy.
template <Game G>
typename G::Move playout_move(const G& position, Random& random) {
  const auto pick = [&](const MovesOf<G>& moves) {
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
  };
  if constexpr (PlayoutPolicyGame<G>) {
    return pick(position.playout_moves());
  } else {
    return pick(position.legal_moves());
  }
}

/// Null observer: ignores the moves of a playout.
struct Unnoted {
  template <class Move>
  void operator()(Move /*move*/, Player /*player*/) const {}
};

enum class PlayoutEnd : std::uint8_t {
  kOver,
  kCapped,
  kCut,  ///< nothing was added
};

/// Plays a game to its end, and adds the players' returns to `sum`. A capped playout returns what
/// was earned so far, or in a game without rewards a draw to everybody. It calls `played(move,
/// player)` for every move except chance's. Long games ask stop().
template <Game G, class Played = Unnoted, class Stop = NeverStops>
PlayoutEnd add_stepwise_playout(G position, Random& random, const PlayoutRules& rules,
                                Returns<G>& sum, const Played& played = {}, const Stop& stop = {}) {
  const int players = players_of(position);
  const Returns<G> before = sum;
  double weight = 1;
  for (std::uint32_t moves = 0; !position.over(); ++moves) {
    if (rules.cap > 0 && moves == rules.cap) {
      if constexpr (!RewardGame<G>) {
        for (double& returns : sum) returns += weight / 2;
      }
      return PlayoutEnd::kCapped;
    }
    if (moves % kMovesUntilAsked == kMovesUntilAsked - 1 && stop()) {
      sum = before;
      return PlayoutEnd::kCut;
    }
    const bool chance = at_chance(position);
    const auto move = chance ? draw_outcome(position, random) : playout_move(position, random);
    if (!chance) played(move, position.to_move());
    position.play(move);
    for (Player player = 0; player < players; ++player) {
      sum[static_cast<std::size_t>(player)] += weight * reward_of(position, player);
    }
    if (!chance) weight *= rules.discount;
  }
  return PlayoutEnd::kOver;
}

/// The same, by the game's own function where it has one.
template <Game G, class Played = Unnoted, class Stop = NeverStops>
PlayoutEnd add_playout(const G& position, Random& random, const PlayoutRules& rules,
                       Returns<G>& sum, const Played& played = {}, const Stop& stop = {}) {
  if constexpr (requires { position.add_playout(random, rules, sum, played, stop); }) {
    return position.add_playout(random, rules, sum, played, stop);
  } else {
    return add_stepwise_playout(position, random, rules, sum, played, stop);
  }
}

}  // namespace banyan
