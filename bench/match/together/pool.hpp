// Pools: several engines play each other, with ratings: a round robin, or a gauntlet of the first
// against all others.
#pragma once

#include <string>
#include <vector>

#include "bench/match/together/together.hpp"
#include "bench/statistics/ratings.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// The options of a match of all its engines, which are different ones, at least two.
struct PoolOptions : MatchOptions {
  bool gauntlet = false;
};

struct PoolResult : PlayedMatches {
  std::vector<Pairing> pairings;  ///< their pairs of games
  /// Each engine's Elo relative to the first; empty until games connect them all.
  std::vector<Estimate> ratings;
};

/// The matches of a pool.
std::vector<MatchOptions> pool_matches(const PoolOptions& options);

/// What determines the games of a pool.
Json pool_settings(const PoolOptions& options);

/// The result of a pool whose matches were played.
PoolResult rated(const PoolOptions& options, PlayedMatches played);

/// The fields of `pool --json`.
Json pool_json(const PoolOptions& options, const PoolResult& result);

/// The ratings and the cross table for readers.
std::string pool_text(const PoolOptions& options, const PoolResult& result);

}  // namespace banyan::bench
