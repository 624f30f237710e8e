// Ratings of several players from their matches, by maximum likelihood (Bradley and Terry 1952).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// The pairs that two players played, counted from a's side.
struct Pairing {
  std::size_t a = 0;
  std::size_t b = 0;
  Pentanomial counts{};
};

/// Whether a chain of pairs leads from every player to every other.
bool connected(std::size_t players, std::span<const Pairing> pairings);

/// The Elo of each player over the anchor's, under the model that a scores
/// 1 / (1 + 10^((r_b - r_a) / 400)) a game against b, a draw being half a win.
///
/// Intervals are Wald's with the sandwich variance (Huber 1967) of whole pairs, so that draws and
/// openings that favour a colour narrow them as they should; each pairing is taken to vary as if it
/// had one more pair, half of it lost and half won: for 20 pairs of each two they hold the truth in
/// 97 % of pools, for many in 95 %.
///
/// Finite ratings exist only among players of whom none, and no group, lost or won every game
/// against the others (Ford 1957). A player or group that lost no half point to the anchor's group
/// has +infinity. Its lower end is the rating at which it would have won all its pairs against that
/// group with probability 2.5 %, the group's own ratings taken as known, and open where it met none
/// of them itself. -infinity likewise; NaN with both ends open where neither ever scored against
/// the other, not even by way of third players.
///
/// Any order of pairings; several of the same two add up. Throws std::invalid_argument for a player
/// that is not below `players`, one against itself, or players whom no chain of pairs connects.
std::vector<Estimate> bradley_terry(std::size_t players, std::span<const Pairing> pairings,
                                    std::size_t anchor = 0);

}  // namespace banyan::bench
