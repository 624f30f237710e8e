// Games in which players see only a part of the position: what a search of information sets needs.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "core/base/bits.hpp"
#include "core/base/random.hpp"
#include "core/rules/game.hpp"

namespace banyan {

/// What an ended game can be worth to a player: whole scores from `low` to `high`, of which one is
/// `unit` of what people count in (chips, tricks, ...).
struct Stakes {
  int low;
  int high;
  double unit = 1;
};

/// In place of what an observer sees: nothing, so that nothing tells that a move was made.
inline constexpr std::uint32_t kUnseen = ~0U;

/// What is seen of a move is the move's own number, or a code from here on up to 2^31.
inline constexpr std::uint32_t kFirstCode = 64;

/// Refinement: a game of hidden information. A position is the true one, all that is hidden
/// included, and carries what is needed to know who has seen what. The moves of a position are
/// numbered below 64.
///
///   legal_mask()                    the legal moves (or outcomes of chance), a bit each; a
///                                   player's are the same in all positions that he cannot tell
///                                   apart
///   determinize(observer, random)   uniformly one of the positions that agree with all that the
///                                   observer has seen; which one depends on that and on `random`
///                                   alone, never on what is hidden from him
///   observe(move, observer)         what the observer sees of a legal move here: the move, a code
///                                   that several moves may share, or kUnseen. The mover sees at
///                                   least which move he made: different codes for different moves
///   information(observer)           a key of what the observer knows
///   score(player)                   what the ended game is worth to that player, within stakes()
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

/// Plays on to the end: chance by its probabilities, players uniformly. False if it was stopped.
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

/// A key of several numbers, as good as unique.
constexpr std::uint64_t mix(std::initializer_list<std::uint64_t> parts) {
  std::uint64_t key = 0;
  for (const std::uint64_t part : parts) key = scramble(key + 0x9e3779b97f4a7c15ULL + part);
  return key;
}

}  // namespace banyan
