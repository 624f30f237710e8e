// A match that a test plays from the first deal to the last.
#pragma once

#include "bench/match/match.hpp"

namespace banyan::bench {

inline MatchResult play_whole(const MatchOptions& options) {
  return play_match(options, [](const MatchResult&) {}, {});
}

}  // namespace banyan::bench
