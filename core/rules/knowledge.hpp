// What a game may know of good play: refinements that policies can use.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

#include "core/rules/game.hpp"

namespace banyan {

/// Refinement: a game that weighs moves. `weigh(moves, weights)` writes a weight above 0 for each
/// legal move of a position that is not over; the search makes them add up to 1.
template <class G>
concept HeuristicGame = Game<G> &&
    requires(const G position, std::span<const typename G::Move> moves, std::span<float> weights) {
  { position.weigh(moves, weights) } -> std::same_as<void>;
};

/// The priors of a position's moves: what the game itself says, where that is wanted, or all the
/// same.
template <Game G>
class Weigher {
 public:
  explicit Weigher(bool by_game) : by_game_(by_game) {}

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

/// Refinement: a game that estimates the result of player 0 without playing: 0 loss to 1 win.
template <class G>
concept EstimatedGame = Game<G> && requires(const G position) {
  { position.estimate() } -> std::same_as<double>;
};

/// Refinement: a game that finds a decisive move fast: one that wins at once, else one that keeps
/// the opponent from doing so. `last` are the moves that led here, the latest last, two at most: a
/// game may look near them alone. Nothing where there is none.
template <class G>
concept DecisiveGame = Game<G> &&
    requires(const G position, std::span<const typename G::Move> last, Random& random) {
  { position.decisive_move(last, random) } -> std::same_as<std::optional<typename G::Move>>;
};

/// Refinement: a game that knows more of playouts: a move to prefer, or nothing.
template <class G>
concept HeavyGame = Game<G> &&
    requires(const G position, std::span<const typename G::Move> last, Random& random) {
  { position.heavy_move(last, random) } -> std::same_as<std::optional<typename G::Move>>;
};

/// A game whose moves are numbered below kMaxMoves, so that what is known of them fits an array.
template <class G>
concept NumberedMoves = MoveSetGame<G> ||(Game<G>&& requires { requires G::kNumberedMoves; });

/// Refinement: a game whose fast playout can tell who made which move first. `played(move, player)`
/// is to be called in the order of the moves; where a move happens once a game any order will do.
template <class G>
concept RecordedPlayout = Game<G> &&
    requires(const G position, Random& random, void (*played)(typename G::Move, Player)) {
  { position.recorded_playout(random, played) } -> std::same_as<Playout>;
};

}  // namespace banyan
