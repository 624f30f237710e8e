// The interface of an exact solver of a game.
#pragma once

#include <concepts>

#include "core/game/game.hpp"
#include "games/oracle/patience.hpp"

namespace banyan::oracle {

/// The result of perfect play for the side to move, and a move that keeps it.
template <class Move>
struct Solution {
  Points value = kLoss;
  Move move{};
};

/// An exact solver of game G, made for a position of the game to solve.
///
///   knows(position)             whether it can solve this position's game (its board's size, say)
///   solve(position, patience)   any position of that game which is not over. Throws Interrupted.
template <class O, class G>
concept Oracle = Game<G> && std::constructible_from<O, const G&> &&
    requires(O oracle, const G& position, Patience& patience) {
  { O::knows(position) } -> std::same_as<bool>;
  { oracle.solve(position, patience) } -> std::same_as<Solution<typename G::Move>>;
};

/// Stands for an oracle if the game has none.
struct NoOracle {};

}  // namespace banyan::oracle
