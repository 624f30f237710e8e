// The tables that sum up a run, for the console and for summary.md.
#pragma once

#include <string>
#include <vector>

#include "bench/measure/throughput.hpp"
#include "bench/report/run_data.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/json.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// From such a share of finished visits on, a search learns nothing new of most.
inline constexpr double kExhaustedShare = 0.5;

/// The geometric mean of rates with its interval; 0 for `random`, which makes no iterations.
Estimate rate_of(const std::vector<double>& rates);

/// The speed of all engines on a game; the best of a column is marked where it is clear.
Table throughput_table(const std::vector<ThroughputRow>& rows, const std::string& game);

/// What each step of the ablation brings on a game, the steps one after the other.
Table ablation_table(const std::vector<ThroughputRow>& steps, const std::string& game);

/// The share of each phase (core/search/phases.hpp) in the time of an iteration, with intervals
/// over its searches, cut to 0 to 1; empty without samples.
std::vector<Estimate> phase_shares(const PhasesRow& phases);

/// "select", "expand", "playout", "back up".
std::string phase_name(std::size_t phase);

/// Those shares, a line a game.
Table phases_table(const std::vector<PhasesRow>& games);

/// All matches with their Elo; for each game and budget the highest is marked.
Table strength_table(std::vector<MatchRow> matches);

/// A line for each engine: its Elo against the control at equal iterations and at equal time, and
/// what that says. `matches` are those of policies.json or gains.json.
Table gains_table(const std::vector<MatchRow>& matches, const std::string& game);

/// The failures on a game's solved positions, a line for each budget and engine.
Table truth_table(const std::vector<SolvedSet>& sets, const std::string& game);

/// What truth_table() counts, two sentences; the positions left out are this game's.
std::string truth_note(const std::vector<SolvedSet>& sets, const std::string& game);

struct Summary {
  std::string console;
  std::string markdown;
};

Summary summarise_run(const RunData& data);

}  // namespace banyan::bench
