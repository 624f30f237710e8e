// What a run comes to: which engine to use for each game on this machine, what it gains, and how
// sure that is.
#pragma once

#include <string>
#include <vector>

#include "bench/measure/throughput.hpp"
#include "bench/report/run_data.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

struct RunVerdict {
  std::string answer;              ///< one sentence: which engine to use
  Table table;                     ///< a line a game, trivial ones last; empty without games
  std::vector<std::string> notes;  ///< what the reader should know, a paragraph each
};

/// By the fresh games of the engines that were chosen (the suite decision). "Sure" is a difference
/// with p <= 0.05 by Holm's (1979) correction over all games of the run, "likely" one that has it
/// alone.
RunVerdict verdict_of(const RunData& data);

/// All rows of a run: what was measured, the verdict, and what is missing.
std::vector<Row> rows_of(const RunData& data);

/// Who was shown to be faster than `seq` on a game that is among the rows.
std::string speed_verdict(const std::vector<ThroughputRow>& rows, const std::string& game);

/// What share of the speeds the machine had too few free cores for; empty if none.
std::string busy_text(const RunData& data);

/// Whether the tree of `seq` holds the game, as far as that was measured: then any engine will do.
bool is_trivial(const RunData& data, const std::string& game);

/// These games with the trivial ones last.
std::vector<std::string> trivial_last(const RunData& data, std::vector<std::string> games);

}  // namespace banyan::bench
