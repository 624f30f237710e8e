// Games in which players see only part of the position: what information-set search needs.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "core/base/bits.hpp"
#include "core/base/random.hpp"
#include "core/game/game.hpp"

namespace banyan {

/// The possible scores of an ended game for a player: integers from `low` to `high`. A score of
/// `unit` is one of what people count (chips, tricks, ...).
struct Stakes {
  int low;
  int high;
  double unit = 1;

  /// A share, 0 for the lowest score to 1 for the highest, in what people count.
  [[nodiscard]] constexpr double counted(double share) const {
    return (low + share * (high - low)) * unit;
  }
};

/// Returned if the observer sees nothing, not even that a move was made.
inline constexpr std::uint32_t kUnseen = ~0U;

/// An observation of a move is the move's own number, or a code from kFirstCode to 2^31.
inline constexpr std::uint32_t kFirstCode = 64;

/// Refinement: a game of hidden information. A position is the true one, with everything hidden,
/// and knows who has seen what. Its moves are numbered below 64.
///
///   legal_mask()                    the legal moves (or outcomes of chance), one bit each; a
///                                   player's are the same in all positions that they cannot tell
///                                   apart
///   determinize(observer, random)   a uniformly drawn position that agrees with everything the
///                                   observer has seen; it depends only on that and on `random`,
///                                   never on what is hidden from the observer
///   observe(move, observer)         what the observer sees of a legal move: the move, a code that
///                                   several moves may share, or kUnseen. The mover sees at least
///                                   their own move: different codes for different moves
///   information(observer)           a key of what the observer knows
///   score(player)                   the ended game's score for that player, within stakes()
template <class G>
concept HiddenGame = ChanceGame<G> &&
                     G::kMaxMoves <= kFirstCode&& requires(const G position, typename G::Move move,
                                                           Player player, Random& random) {
  { position.legal_mask() } -> std::same_as<std::uint64_t>;
  { position.determinize(player, random) } -> std::same_as<G>;
  { position.observe(move, player) } -> std::same_as<std::uint32_t>;
  { position.information(player) } -> std::same_as<std::uint64_t>;
  { position.score(player) } -> std::same_as<int>;
  { position.stakes() } -> std::same_as<Stakes>;
};

/// Makes `world` a position drawn for the observer; without a copy in between where the game can.
template <HiddenGame G>
void draw_world(const G& position, Player observer, Random& random, G& world) {
  if constexpr (requires { position.determinize(observer, random, world); }) {
    position.determinize(observer, random, world);
  } else {
    world = position.determinize(observer, random);
  }
}

/// The number of a uniformly chosen bit of `mask`, which is not empty.
inline int random_bit(std::uint64_t mask, Random& random) {
  const auto size = static_cast<std::uint32_t>(std::popcount(mask));
  return std::countr_zero(nth_set_bit(mask, random.below(size)));
}

/// The moves of a mask, in ascending order.
template <class G>
MovesOf<G> moves_of(std::uint64_t mask) {
  MovesOf<G> moves;
  for (; mask != 0; mask &= mask - 1) {
    moves.push_back(static_cast<typename G::Move>(std::countr_zero(mask)));
  }
  return moves;
}

/// Plays to the end: chance by its probabilities, players uniformly. False if it was stopped.
template <HiddenGame G, class Stop = NeverStops>
bool finish(G& position, Random& random, const Stop& stop = {}) {
  using Move = typename G::Move;
  for (int moves = 1; !position.over(); ++moves) {
    position.play(position.to_move() == kChance
                      ? position.draw(random)
                      : static_cast<Move>(random_bit(position.legal_mask(), random)));
    if (moves % kMovesUntilAsked == 0 && stop()) return false;
  }
  return true;
}

/// A hash of several numbers, practically unique.
constexpr std::uint64_t mix(std::initializer_list<std::uint64_t> parts) {
  std::uint64_t key = 0;
  for (const std::uint64_t part : parts) key = scramble(key + 0x9e3779b97f4a7c15ULL + part);
  return key;
}

}  // namespace banyan
