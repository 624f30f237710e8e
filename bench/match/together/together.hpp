// Matches of one game that are played together: of a pool, or of a sweep.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "bench/match/match.hpp"
#include "bench/match/run_folder.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

struct PlayedMatches {
  std::vector<std::pair<MatchOptions, MatchResult>> matches;  ///< in order
  bool interrupted = false;
};

/// The same options for two engines. No two such matches share random numbers of the engines.
MatchOptions match_of(const MatchOptions& options, const EngineSettings& a,
                      const EngineSettings& b);

/// What determines the games of all of them but who plays whom: `engines` are all that take part.
Json settings_of_all(const MatchOptions& options, const std::vector<EngineSettings>& engines);

/// Plays matches that differ in their engines and seeds alone, in rounds of a part of every match,
/// so that machine drift affects all equally. They share the openings of `seed`. `progress` is
/// called per pair, first for those found in the folder. `folder` may be null. Otherwise like
/// play_match.
PlayedMatches play_together(const std::vector<MatchOptions>& matches, std::uint64_t seed,
                            const std::function<void()>& progress, const std::stop_token& stop,
                            RunFolder* folder);

/// The p-value of each match for whether its engines differ, adjusted for all (Holm 1979).
std::vector<double> holm_adjusted(const PlayedMatches& played);

/// "0.12", "< 0.001".
std::string p_text(double p);

/// Lines about games that repeat earlier ones; empty if there are none.
std::string notes_of(const PlayedMatches& played);

}  // namespace banyan::bench
