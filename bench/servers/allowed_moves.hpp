// Searches some of a position's moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "bench/notation/root_lines.hpp"
#include "bench/registry/any_game.hpp"

namespace banyan::bench {

struct SearchedMoves {
  SearchResult result;
  RootLines lines;
};

/// Searches only these legal moves, or all if there are none. Each move's continuation is searched
/// separately, so any engine can do it. The budget goes by sequential halving (Karnin, Koren and
/// Somekh 2013): rounds of equal cost, each with the better half of the previous round's moves.
/// `most`: moves whose lines are wanted.
SearchedMoves search_moves(AnyEngine& engine, const AnyGame& position,
                           std::vector<std::uint32_t> moves, const Limits& limits,
                           const StreamKey& key, std::size_t most, const std::stop_token& stop);

}  // namespace banyan::bench
