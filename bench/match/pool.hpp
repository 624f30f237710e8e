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
  MatchOptions match;                   ///< for every two engines; its own engines are ignored
  std::vector<EngineSettings> engines;  ///< different ones, at least two
};

struct PoolResult {
  std::vector<std::pair<MatchOptions, MatchResult>> matches;  ///< of all pairs of engines, in order
  /// Each engine's Elo relative to the first; empty until games connect them all.
  std::vector<Estimate> ratings;
  bool interrupted = false;
};

/// The matches of a pool. They share openings, but no random numbers of the engines.
std::vector<MatchOptions> pool_matches(const PoolOptions& options);

/// What determines the games of a pool.
Json pool_settings(const PoolOptions& options);

/// Plays a pool in rounds of a part of every match, so that machine drift affects all equally.
/// `progress` is called per pair, first for those found in the folder. `folder` may be null.
/// Otherwise like play_match.
PoolResult play_pool(const PoolOptions& options, const std::function<void()>& progress,
                     const std::stop_token& stop, GamesFolder* folder);

/// The fields of `pool --json`.
Json pool_json(const PoolOptions& options, const PoolResult& result);

/// The ratings and the cross table for readers.
std::string pool_text(const PoolOptions& options, const PoolResult& result);

}  // namespace banyan::bench
