// Searches some of a position's moves.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// Searches only these legal moves, or all if there are none. Each move's continuation is searched
/// separately, so any engine can do it. The budget goes by sequential halving (Karnin, Koren and
/// Somekh 2013): rounds of equal cost, each with the better half of the previous round's moves.
SearchResult search_moves(AnyEngine& engine, const AnyGame& position,
                          std::vector<std::uint32_t> moves, const Limits& limits,
                          const StreamKey& key, const std::stop_token& stop);

}  // namespace banyan::bench
