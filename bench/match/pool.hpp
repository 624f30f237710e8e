// Pools: several engines play each other, a round robin with ratings.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/match/games_folder.hpp"
#include "bench/match/match.hpp"
#include "bench/statistics/ratings.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

struct PoolOptions {
  MatchOptions match;                   ///< of every two engines; its own mean nothing
  std::vector<EngineSettings> engines;  ///< different ones, at least two
};

struct PoolResult {
  std::vector<std::pair<MatchOptions, MatchResult>> matches;  ///< of all pairs of engines, in order
  /// Elo of each engine over the first; empty as long as no games connect them all.
  std::vector<Estimate> ratings;
  bool interrupted = false;
};

/// The matches of a pool. They share openings, but no random numbers of the engines.
std::vector<MatchOptions> pool_matches(const PoolOptions& options);

/// What decides the games of a pool.
Json pool_settings(const PoolOptions& options);

/// Plays a pool in rounds of a part of every match, so that a machine's drift touches all alike.
/// `progress` is called for each pair, those found in the folder first. `folder` may be null.
/// Otherwise as play_match.
PoolResult play_pool(const PoolOptions& options, const std::function<void()>& progress,
                     const std::stop_token& stop, GamesFolder* folder);

/// The fields of `pool --json`.
Json pool_json(const PoolOptions& options, const PoolResult& result);

/// The ratings and the cross table as people read them.
std::string pool_text(const PoolOptions& options, const PoolResult& result);

}  // namespace banyan::bench
