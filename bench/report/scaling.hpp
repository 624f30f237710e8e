// Engines against time: Elo curves, and strength speed-ups on them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rows/match_row.hpp"
#include "bench/rows/searches_row.hpp"
#include "bench/statistics/speedup.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// The kinds of results of simulated workers begin with this, and those of others do not.
inline constexpr std::string_view kVirtual = "virtual ";
inline constexpr const char* kVirtualSearches = "virtual searches";
inline constexpr const char* kVirtualCurve = "virtual curve";
inline constexpr const char* kVirtualIterations = "virtual iterations";
inline constexpr const char* kVirtualTime = "virtual time";

/// Of the iterations of a search, those of the curve: workers that cannot see each other's results
/// play like fewer iterations.
inline constexpr std::array kVirtualFactors{0.125, 0.25, 0.5, 2.0};

/// Matches against time, and the speeds beside them: the results of scaling, of real or of
/// simulated workers.
struct Scaling {
  std::vector<MatchRow> matches = {};
  std::vector<SearchSet> searches = {};
};

/// Of the engine whose time all others are measured by: its Elo by the factor on the base time or
/// iterations, where that is not 1.
std::vector<CurvePoint> base_curve(const Scaling& results, const std::string& game);

/// The rows of the searches of a game, an engine each; none without them.
std::vector<SearchesRow> simulated_rows(const Scaling& results, const std::string& game);

/// How many times as fast as one worker simulated workers are, over all searches of an engine.
Estimate virtual_speedup(const SearchesRow& row);

/// The strength speed-up in virtual time: how many times as long one worker must think to play as
/// well. That is the speed-up of its iterations times the factor on those that `seq` needs to play
/// as well (strength_speedup); the ends of its interval are products of the ends of both, which is
/// wider than 95 %.
Estimate simulated_strength(const Scaling& results, const std::string& game,
                            const SearchesRow& row);

/// The strength speed-ups of all engines.
void add_speedups(const Scaling& real, const Scaling& simulated, std::vector<Row>& rows);

}  // namespace banyan::bench
