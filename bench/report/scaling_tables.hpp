// The tables of engines against time: Elo curves, and strength speed-ups on them.
#pragma once

#include <string>
#include <vector>

#include "bench/rows/match_row.hpp"
#include "bench/rows/searches_row.hpp"
#include "bench/statistics/speedup.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// Matches against time, and the speeds beside them: the results of scaling.json, of real or of
/// simulated workers.
struct Scaling {
  std::vector<MatchRow> matches = {};
  std::vector<SearchSet> searches = {};
};

/// An engine's Elo by the factor on the base time or iterations, where that is not 1.
std::vector<CurvePoint> scaling_curve(const Scaling& results, const std::string& game,
                                      const std::string& engine);

/// The engine whose time all others are measured by.
std::string one_worker(const Scaling& results, const std::string& game);

/// That engine's curve.
std::vector<CurvePoint> base_curve(const Scaling& results, const std::string& game);

/// A line for each parallel engine: its playout speed-up, its strength speed-up with its 95 %
/// interval, its Elo at equal time and that at equal iterations.
Table scaling_table(const Scaling& results, const std::string& game);

/// What the columns of scaling_table() mean, and a caution where more time was not shown to make
/// one worker stronger (a ceiling looks like poor scaling).
std::string scaling_note(const Scaling& results, const std::string& game);

/// Every engine's Elo against its time or, of simulated workers, its iterations.
Table curve_table(const Scaling& results, const std::string& game);

/// "Caution: seq was not shown to gain from 4 times the time here ...", as a ceiling looks like
/// poor scaling; empty if its curve rises.
std::string ceiling_text(const Scaling& results, const std::string& game, const char* budget);

}  // namespace banyan::bench
