// Keys of positions: by which a search sees that two sequences of moves led to the same one.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/rules/game.hpp"

namespace banyan {

/// Refinement: a game that tells its positions apart by a number. What moves to one position share
/// is seen by the one who moved there: of two players' games only those where they alternate. Two
/// positions that are not over, reached from the same start, have the same key if, and but for
/// chance only if, all that can follow is the same: whose turn it is, every line of play from there
/// and every result. No line of play comes back to a key, so that positions, with their moves, form
/// a graph without cycles.
///
/// A key may be taken for the position itself. Where the position fits 64 bits scramble() makes it
/// one without loss, and nothing can go wrong; otherwise two of n different positions share a key
/// with a probability of about n^2 / 2^65: 3e-8 for a million.
template <class G>
concept KeyedGame = (AlternatingGame<G> || !TwoPlayerGame<G>)&&requires(const G position) {
  { position.position_key() } -> std::same_as<std::uint64_t>;
};

/// The words of a position as one number; two positions of one word each never share it.
template <class... Words>
constexpr std::uint64_t scrambled(Words... words) {
  std::uint64_t key = 0;
  ((key = scramble(key + 0x9e3779b97f4a7c15ULL + words)), ...);
  return key;
}

/// The same of the words of several sets.
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
