// Matches that tests play from the first deal to the last, or to a stop request.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "bench/match/match.hpp"

namespace banyan::bench {

/// A match of engines, separated by ';', from the first position.
inline MatchOptions plain_match(const std::string& game, const std::string& engines,
                                std::uint64_t deals) {
  MatchOptions match;
  match.game = parse_game(game);
  match.engines = parse_engines(engines);
  match.deals = deals;
  return match;
}

inline MatchResult play_whole(const MatchOptions& options, const std::stop_token& stop = {},
                              const MatchMemory& memory = {}) {
  return play_match(
      options, [](const MatchResult&) {}, stop, memory);
}

/// The games of all deals, one after another.
inline std::vector<GameRecord> games_of(const MatchResult& result) {
  std::vector<GameRecord> games;
  for (const Deal& deal : result.deals) games.insert(games.end(), deal.begin(), deal.end());
  return games;
}

inline std::vector<GameRecord> whole_games(const MatchOptions& options) {
  return games_of(play_whole(options));
}

}  // namespace banyan::bench
