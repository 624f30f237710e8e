// The tables of simulated workers: what scaling.json has of them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "bench/report/scaling_tables.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// The kinds of these results begin with this, and those of others do not.
inline constexpr std::string_view kVirtual = "virtual ";
inline constexpr const char* kVirtualSearches = "virtual searches";
inline constexpr const char* kVirtualCurve = "virtual curve";
inline constexpr const char* kVirtualIterations = "virtual iterations";
inline constexpr const char* kVirtualTime = "virtual time";

/// Of the iterations of a search, those of the curve: workers that cannot see each other's results
/// play like fewer iterations.
inline constexpr std::array kVirtualFactors{0.125, 0.25, 0.5, 2.0};

// `results` below are those of scaling.json of these kinds.

/// What one search told, over all searches of an engine: "virtual_speedup", "utilisation",
/// "in_flight", "other_choices". No numbers without any.
Estimate simulated_field(const SearchesRow& row, const std::string& field);

/// The rows of the searches of a game, an engine each; none without them.
std::vector<SearchesRow> simulated_rows(const Scaling& results, const std::string& game);

/// The strength speed-up in virtual time: how many times as long one worker must think to play as
/// well. That is the speed-up of its iterations times the factor on those that `seq` needs to play
/// as well (strength_speedup); the ends of its interval are products of the ends of both, which is
/// wider than 95 %.
Estimate simulated_strength(const Scaling& results, const std::string& game,
                            const SearchesRow& row);

/// A line for each engine.
Table simulated_table(const Scaling& results, const std::string& game);

/// What the columns mean, and a caution where more iterations were not shown to make `seq`
/// stronger.
std::string simulated_note(const Scaling& results, const std::string& game);

}  // namespace banyan::bench
