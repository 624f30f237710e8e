// Scaling of simulated workers: their speed in virtual time, and what their moves are worth. What
// is measured, and the tables of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/statistics/speedup.hpp"
#include "bench/suites/suites.hpp"
#include "bench/text/json.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// The kinds of these results begin with this, and those of others do not.
inline constexpr std::string_view kVirtual = "virtual ";

/// For each game, with N iterations a move, the profile's, of all workers together (Segal 2010):
///
///   "virtual searches"    of the first position: speed-up, utilisation, iterations under way,
///   error "virtual curve"       `seq` with `factor` times N against `seq` with N "virtual
///   iterations"  each engine against `seq` with N "virtual time"        each engine against `seq`
///   with what one worker makes meanwhile: N over
///                         the speed-up of the searches
///
/// Few iterations of one worker would be the same base for all engines, but against hundreds of
/// workers they lose every game, which says nothing.
std::vector<WorkItem> simulated_scaling(const SuiteOptions& options, const EngineSettings& seq,
                                        const std::vector<EngineSettings>& engines);

// `results` below are those of scaling.json of these kinds.

/// What one search told, over all searches of an engine: "virtual_speedup", "utilisation",
/// "in_flight", "other_choices". No numbers without any.
Estimate simulated_field(const Json& row, const std::string& field);

/// The rows of the searches of a game, an engine each; none without them.
std::vector<Json> simulated_rows(const Json& results, const std::string& game);

/// The strength speed-up in virtual time: how many times as long one worker must think to play as
/// well. That is the speed-up of its iterations times the factor on those that `seq` needs to play
/// as well (strength_speedup); the ends of its interval are products of the ends of both, which is
/// wider than 95 %.
Estimate simulated_strength(const Json& results, const std::string& game, const Json& row);

/// A line for each engine.
Table simulated_table(const Json& results, const std::string& game);

/// The curve of `seq` against its iterations.
Table simulated_curve_table(const Json& results, const std::string& game);

/// What the columns mean, and a caution where more iterations were not shown to make `seq`
/// stronger.
std::string simulated_note(const Json& results, const std::string& game);

}  // namespace banyan::bench
