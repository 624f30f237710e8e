// The moves of a search in the order in which controllers are told of them.
#pragma once

#include <cstddef>
#include <vector>

#include "core/result/result.hpp"

namespace banyan::bench {

/// The move to play first, then by visits. Moves without visits come last, and only to reach
/// `least` moves.
std::vector<RootChild> ranked_moves(const SearchResult& result, std::size_t least = 0);

}  // namespace banyan::bench
