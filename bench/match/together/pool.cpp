// Who plays whom in a pool, and what that comes to.
#include "bench/match/together/pool.hpp"

#include <utility>

namespace banyan::bench {
namespace {

/// Who plays whom.
std::vector<std::pair<std::size_t, std::size_t>> meetings(const PoolOptions& options) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t a = 0; a < options.engines.size(); ++a) {
    if (options.gauntlet && a > 0) break;
    for (std::size_t b = a + 1; b < options.engines.size(); ++b) all.emplace_back(a, b);
  }
  return all;
}

}  // namespace

std::vector<MatchOptions> pool_matches(const PoolOptions& options) {
  std::vector<MatchOptions> matches;
  for (const auto& [a, b] : meetings(options)) {
    matches.push_back(match_of(options, options.engines[a], options.engines[b]));
  }
  return matches;
}

Json pool_settings(const PoolOptions& options) {
  Json settings = settings_of_all(options, options.engines);
  if (options.gauntlet) settings["gauntlet"] = true;
  return settings;
}

PoolResult rated(const PoolOptions& options, PlayedMatches played) {
  PoolResult pool{std::move(played), {}, {}};
  std::size_t match = 0;
  for (const auto& [a, b] : meetings(options)) {
    pool.pairings.push_back({a, b, pool.matches[match++].second.pentanomial});
  }
  if (connected(options.engines.size(), pool.pairings)) {
    pool.ratings = bradley_terry(options.engines.size(), pool.pairings);
  }
  return pool;
}

}  // namespace banyan::bench
