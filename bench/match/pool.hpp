// Pools: several engines play each other, a round robin with ratings. The options are those of a
// match of all its engines, which are different ones, at least two.
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

struct PoolResult {
  std::vector<std::pair<MatchOptions, MatchResult>> matches;  ///< of all pairs of engines, in order
  std::vector<Pairing> pairings;                              ///< their pairs of games
  /// Each engine's Elo relative to the first; empty until games connect them all.
  std::vector<Estimate> ratings;
  bool interrupted = false;
};

/// The matches of a pool. They share openings, but no random numbers of the engines.
std::vector<MatchOptions> pool_matches(const MatchOptions& options);

/// What determines the games of a pool.
Json pool_settings(const MatchOptions& options);

/// Plays a pool in rounds of a part of every match, so that machine drift affects all equally.
/// `progress` is called per pair, first for those found in the folder. `folder` may be null.
/// Otherwise like play_match.
PoolResult play_pool(const MatchOptions& options, const std::function<void()>& progress,
                     const std::stop_token& stop, GamesFolder* folder);

/// The fields of `pool --json`.
Json pool_json(const MatchOptions& options, const PoolResult& result);

/// The ratings and the cross table for readers.
std::string pool_text(const MatchOptions& options, const PoolResult& result);

}  // namespace banyan::bench
