// How fast a search was.
#pragma once

#include <cstdint>

#include "core/result/result.hpp"

namespace banyan::bench {

/// A search's playouts or iterations per second; 0 if it took no time.
double per_second(std::uint64_t count, double seconds);

/// The share of visits without a playout; 0 without visits.
double share_of_finished(const SearchResult& result);

/// The number of iterations with a playout.
std::uint64_t played_iterations(const SearchResult& result);

/// The same per second: booking visits of a finished game is not faster.
double played_per_second(const SearchResult& result);

}  // namespace banyan::bench
