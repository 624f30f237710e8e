// Searching some of a position's moves.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "bench/registry/any_game.hpp"

namespace banyan::bench::gtp {

/// A search of these legal moves alone, at least one. What follows each move is searched by itself,
/// as any engine can; the budget goes by sequential halving (Karnin, Koren and Somekh 2013): rounds
/// of equal cost, each with the better half of the moves of the one before.
SearchResult search_moves(AnyEngine& engine, const AnyGame& position,
                          std::vector<std::uint32_t> moves, const Limits& limits,
                          const StreamKey& key, const std::stop_token& stop);

}  // namespace banyan::bench::gtp
