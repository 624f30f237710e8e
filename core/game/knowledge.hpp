// What a game may know of good play: refinements for policies to use.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

#include "core/game/game.hpp"

namespace banyan {

/// Refinement: a game that weighs moves. `weigh(moves, weights)` writes a weight above 0 for each
/// legal move of a position that is not over; the search normalises them.
template <class G>
concept HeuristicGame = Game<G> &&
    requires(const G position, std::span<const typename G::Move> moves, std::span<float> weights) {
  { position.weigh(moves, weights) } -> std::same_as<void>;
};

/// The priors of a position's moves: the game's own if wanted, otherwise all equal.
template <Game G>
class PriorsOf {
 public:
  explicit PriorsOf(bool by_game) : by_game_(by_game) {}

  void operator()(const G& position, std::span<const typename G::Move> moves,
                  std::span<float> priors) const {
    if constexpr (HeuristicGame<G>) {
      if (by_game_) return position.weigh(moves, priors);
    }
    std::fill(priors.begin(), priors.end(), 1.0F);
  }

 private:
  bool by_game_;
};

/// Refinement: a game that estimates player 0's result without a playout: 0 loss to 1 win.
template <class G>
concept EstimatedGame = Game<G> && requires(const G position) {
  { position.estimate() } -> std::same_as<double>;
};

/// Refinement: a game that finds a decisive move fast: one that wins at once, or else one that
/// stops the opponent from winning. `last` holds at most two moves before, the latest last; the
/// game may look only near them. Returns nothing if there is none.
template <class G>
concept DecisiveGame = Game<G> &&
    requires(const G position, std::span<const typename G::Move> last, Random& random) {
  { position.decisive_move(last, random) } -> std::same_as<std::optional<typename G::Move>>;
};

/// Whether a DecisiveGame really is one: a game known at run time may not be.
template <DecisiveGame G>
bool knows_decisive_moves(const G& position) {
  if constexpr (requires { position.knows_decisive_moves(); }) {
    return position.knows_decisive_moves();
  } else {
    return true;
  }
}

/// Refinement: a game with a heuristic for playouts: a move to prefer, or nothing.
template <class G>
concept HeavyGame = Game<G> &&
    requires(const G position, std::span<const typename G::Move> last, Random& random) {
  { position.heavy_move(last, random) } -> std::same_as<std::optional<typename G::Move>>;
};

/// A game whose moves are numbered below kMaxMoves, so that statistics by move fit an array.
template <class G>
concept NumberedMoves = MoveSetGame<G> ||(Game<G>&& requires { requires G::kNumberedMoves; });

/// Refinement: a game whose fast playout reports who made which move first. It calls `played(move,
/// player)` in the order of the moves. If no move happens twice per game, any order will do.
template <class G>
concept RecordedPlayout = Game<G> &&
    requires(const G position, Random& random, void (*played)(typename G::Move, Player)) {
  { position.recorded_playout(random, played) } -> std::same_as<Playout>;
};

}  // namespace banyan
