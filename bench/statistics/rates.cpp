// Visits and playouts per second.
#include "bench/statistics/rates.hpp"

#include <cmath>

namespace banyan::bench {

double per_second(std::uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::uint64_t played_iterations(const SearchResult& result) {
  const double played = (1 - share_of_finished(result)) * static_cast<double>(result.iterations);
  return static_cast<std::uint64_t>(std::llround(played));
}

double played_per_second(const SearchResult& result) {
  return per_second(played_iterations(result), result.seconds);
}

double share_of_finished(const SearchResult& result) {
  if (result.visits() == 0) return 0;
  return static_cast<double>(result.finished) / static_cast<double>(result.visits());
}

}  // namespace banyan::bench
