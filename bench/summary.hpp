// The tables that sum up a run, for the console and for summary.md.
#pragma once

#include <string>
#include <vector>

#include "bench/json.hpp"
#include "bench/text.hpp"
#include "bench/throughput.hpp"

namespace banyan::bench {

/// The speed of all engines on a game; the best of a column is marked.
Table throughput_table(const std::vector<ThroughputRow>& rows, const std::string& game);

/// What each step of the ablation brings on a game, the steps one after the other.
Table ablation_table(const std::vector<ThroughputRow>& steps, const std::string& game);

/// All matches with their Elo.
Table strength_table(const Json& matches);

/// One sentence on a game that is among the rows: who was shown to be faster than seq, and who
/// stronger at equal time.
std::string verdict(const std::vector<ThroughputRow>& rows, const Json& matches,
                    const std::string& game);

struct Summary {
  std::string console;
  std::string markdown;
};

/// `run` is run.json's object, `rows` those of throughput.json, `steps` those of ablation.json,
/// `matches` strength.json's array; any of them may be empty.
Summary summarise_run(const Json& run, const std::vector<ThroughputRow>& rows,
                      const std::vector<ThroughputRow>& steps, const Json& matches);

}  // namespace banyan::bench
