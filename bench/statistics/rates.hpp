// How fast a search was.
#pragma once

#include <cstdint>

#include "core/search/result.hpp"

namespace banyan::bench {

/// The playouts or iterations of a search a second; 0 for one that took no time.
double per_second(std::uint64_t count, double seconds);

/// The visits that needed no playout, as a share of all; 0 without visits.
double share_of_finished(const SearchResult& result);

/// The iterations that had a playout.
std::uint64_t played_iterations(const SearchResult& result);

/// These, a second: who books visits of a finished game is not faster for it.
double played_per_second(const SearchResult& result);

}  // namespace banyan::bench
