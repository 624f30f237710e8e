// Playouts: a game simulated with uniformly random moves.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/game/game.hpp"
#include "core/game/knowledge.hpp"

namespace banyan {

/// Returned instead of a result if the playout was stopped.
inline constexpr Points kStopped = -1;

/// Whether playouts from leaves can be stopped. A game's own playout cannot.
template <Game G>
inline constexpr bool kStopsInside = !FastPlayout<G>;

/// Move by move: the definition, and the reference for every fast playout.
template <Game G, class Stop = NeverStops>
Playout stepwise_playout(G position, Random& random, const Stop& stop = {}) {
  int plies = 0;
  while (!position.over()) {
    const auto moves = position.legal_moves();
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    if (++plies % kMovesUntilAsked == 0 && stop()) return {kStopped, plies};
  }
  return {position.result(0), plies};
}

/// Uses the game's own playout if it has one. The game must not be over: a search knows which of
/// its nodes are, so a fast playout need not check.
template <Game G, class Stop = NeverStops>
Playout uniform_playout(const G& position, Random& random, const Stop& stop = {}) {
  assert(!position.over());
  if constexpr (StoppablePlayouts<G>) {
    return position.playout(random, stop);
  } else if constexpr (kStopsInside<G>) {
    return stepwise_playout(position, random, stop);
  } else {
    G copy = position;
    return copy.playout(random);
  }
}

/// The same, and reports each move and who made it, in any order if no move happens twice in a
/// game: RecordedPlayout.
template <Game G, class Played, class Stop = NeverStops>
Playout recorded_playout(const G& start, Random& random, const Played& played,
                         const Stop& stop = {}) {
  if constexpr (requires { start.recorded_playout(random, played, stop); }) {
    return start.recorded_playout(random, played, stop);
  } else if constexpr (RecordedPlayout<G>) {
    return start.recorded_playout(random, played);
  } else {
    G position = start;
    int plies = 0;
    while (!position.over()) {
      const auto moves = position.legal_moves();
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      played(move, position.to_move());
      position.play(move);
      if (++plies % kMovesUntilAsked == 0 && stop()) return {kStopped, plies};
    }
    return {position.result(0), plies};
  }
}

/// How playouts of a game gain by being many.
struct Together {
  std::uint32_t few = 1;      ///< from how many on they are played together: G::kFewTogether, or 8
  int full = 1;               ///< as many take about as long as one: fewer are not worth a thread
  bool side_by_side = false;  ///< whether it pays to wait for leaves of a few dozen subtrees
};

/// SIMD playouts of wide games with small states gain enough by a few dozen leaves.
template <Game G>
inline constexpr Together kTogether = [] {
  Together together{kPlaysTogether<G> ? 8U : 1U, BatchPlayout<G> ? 8 : 1,
                    BatchPlayout<G> && G::kMaxMoves > 16 && sizeof(G) <= 256};
  if constexpr (requires { G::kFewTogether; }) together.few = G::kFewTogether;
  return together;
}();

/// The same of a position, whose game may be known at run time.
template <Game G>
Together together_of(const G& position) {
  if constexpr (requires { position.together(); }) {
    return position.together();
  } else {
    return kTogether<G>;
  }
}

/// Plays one game from each leaf, none of which is over, and stores player 0's points in the same
/// order. Uses SIMD if the game can and there are enough leaves. False if it was stopped.
template <Game G, class Stop = NeverStops>
bool uniform_playouts(std::span<const G> leaves, std::span<Points> first, Random& random,
                      const Stop& stop = {}) {
  if constexpr (StoppablePlayouts<G>) {
    return G::play_out(leaves, first, random, stop);
  } else if constexpr (BatchPlayout<G>) {
    if (leaves.size() >= kTogether<G>.few) {
      G::play_out(leaves, first, random);
      return true;
    }
  }
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    first[i] = uniform_playout(leaves[i], random, stop).first;
    if (kStopsInside<G> && first[i] == kStopped) return false;
  }
  return true;
}

/// Adds up player 0's points in many games from one leaf. Returns how many were finished.
template <Game G, class Stop = NeverStops>
std::uint32_t add_playouts(const G& leaf, std::uint32_t games, Random& random, std::uint32_t& sum,
                           const Stop& stop = {}) {
  if constexpr (StoppablePlayouts<G>) {
    return G::play_out_from(leaf, games, random, sum, stop);
  } else if constexpr (BatchPlayout<G>) {
    if (games >= kTogether<G>.few) {
      sum += G::play_out_from(leaf, games, random);
      return games;
    }
  }
  for (std::uint32_t done = 0; done < games; ++done) {
    const Points first = uniform_playout(leaf, random, stop).first;
    if (kStopsInside<G> && first == kStopped) return done;
    sum += static_cast<std::uint32_t>(first);
  }
  return games;
}

}  // namespace banyan
