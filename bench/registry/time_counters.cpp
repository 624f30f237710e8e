// Late ends and early ones.
#include "bench/registry/time_counters.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "core/base/stat.hpp"

namespace banyan::bench {
namespace {

/// The most playouts of an iteration: so many may not fit into what is left of kMaxVisits.
constexpr std::uint64_t kMostGames = 1 << 16;

}  // namespace

void count_time(const Limits& limits, bool stopped, SearchResult& result) {
  if (limits.time.count() <= 0) return;
  const double late = result.seconds - std::chrono::duration<double>(limits.time).count();
  result.counters["nanoseconds_late"] = static_cast<std::uint64_t>(std::max(0.0, 1e9 * late));
  const bool by_time_alone = limits.iterations == 0 && limits.playouts == 0;
  if (by_time_alone && late < 0 && !stopped && !result.proven &&
      result.visits() > kMaxVisits - kMostGames) {
    result.counters["visits_full"] = 1;
  }
}

}  // namespace banyan::bench
