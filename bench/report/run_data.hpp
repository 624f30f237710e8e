// What a run measured, as it is shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/experiments/study.hpp"
#include "bench/measure/throughput.hpp"
#include "bench/output/results.hpp"
#include "bench/report/scaling.hpp"
#include "bench/rows/paper_row.hpp"
#include "bench/rows/row.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// What a run measured, and what it did not.
struct RunData {
  bool finished = false;
  std::optional<Study> study;        ///< what it is of, if it is of one
  std::vector<ThroughputRow> rows;   ///< of the suite throughput
  std::vector<ThroughputRow> later;  ///< of the suite positions
  std::vector<ThroughputRow> steps;  ///< of the suite ablation
  std::vector<MatchRow> matches;     ///< of the suite strength
  std::vector<MatchRow> decisions;   ///< of the suite decision
  std::vector<PhasesRow> phases;     ///< of the suite phases
  std::vector<SolvedSet> truth;      ///< of the suite truth
  Scaling scaling;                   ///< of the suite scaling, by threads
  Scaling simulated;                 ///< of the suite scaling, by simulated workers
  std::vector<MatchRow> gains;       ///< of the suite gains
  std::vector<MatchRow> policies;    ///< of the suite policies
  PaperData paper;                   ///< the published experiment
  std::vector<Row> table;            ///< all of it as rows
  std::vector<std::string> missing;  ///< a sentence for each thing that the run lacks
};

/// What a run came to, from its run.json and its results, whole ones and the unfinished one. Throws
/// UsageError for damaged or foreign ones, in a sentence that names file and field.
RunData run_data(const Json& run, const Results& results);

}  // namespace banyan::bench
