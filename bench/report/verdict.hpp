// What a run comes to, in words: for each game which engine to use on this machine, what it gains,
// and how sure that is.
#pragma once

#include <string>
#include <vector>

#include "bench/measure/throughput.hpp"
#include "bench/report/run_data.hpp"

namespace banyan::bench {

/// What to use for the game, by the fresh games of the engine that was chosen (decision.json), or
/// that nothing matters, where the tree of `seq` holds the game. Shown is what is below 0.05 by
/// Holm's correction over these matches of all games of the run. Empty without games.
std::string advice(const RunData& data, const std::string& game);

/// Who was shown to be faster than `seq` on a game that is among the rows.
std::string speed_verdict(const std::vector<ThroughputRow>& rows, const std::string& game);

/// What share of the speeds the machine had too few free cores for; empty if none.
std::string busy_text(const RunData& data);

/// busy_text(), advice() for each game, then speed_verdict().
std::vector<std::string> verdict_sentences(const RunData& data);

/// What the reader of advice() should know.
extern const char* const kVerdictNote;

}  // namespace banyan::bench
