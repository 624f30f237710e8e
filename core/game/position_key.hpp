// Keys of positions: they tell a search that two sequences of moves led to the same position.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/game/game.hpp"

namespace banyan {

/// Refinement: a game that identifies its positions by a number. Take two positions that are not
/// over, from the same start. They have equal keys if (and, except for chance, only if) everything
/// that can follow is equal: whose turn it is, every line of play and every result. What moves to
/// one position share is seen by the player who moved there, so two-player games must alternate. No
/// line of play returns to a key, so positions and moves form a graph without cycles.
///
/// A game known at run time may not have keys: ask first.
///
/// A key may stand for the position itself. If the position fits 64 bits, scramble() maps it
/// without loss, and nothing can go wrong. Otherwise two of n different positions share a key with
/// a probability of about n^2 / 2^65: 3e-8 for a million.
template <class G>
concept KeyedGame = (AlternatingGame<G> || !TwoPlayerGame<G> ||
                     requires { requires G::kPromisesAtRunTime; }) &&
                    requires(const G position) {
  { position.position_key() } -> std::same_as<std::uint64_t>;
};

/// Hashes the words of a position; two different positions of one word never collide.
template <class... Words>
constexpr std::uint64_t scrambled(Words... words) {
  std::uint64_t key = 0;
  ((key = scramble(key + 0x9e3779b97f4a7c15ULL + words)), ...);
  return key;
}

/// The same for the words of several sets.
template <class... Sets>
constexpr std::uint64_t scrambled_sets(const Sets&... sets) {
  std::uint64_t key = 0;
  const auto add = [&key](const auto& set) {
    for (const std::uint64_t word : set.words) key = scrambled(key, word);
  };
  (add(sets), ...);
  return key;
}

}  // namespace banyan
