// A results folder as it is read for reports and comparisons.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiments/study.hpp"
#include "bench/measure/throughput.hpp"
#include "bench/report/scaling.hpp"
#include "bench/rows/paper_row.hpp"
#include "bench/rows/row.hpp"
#include "bench/rows/run_info.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// What a run measured, and what it did not.
struct RunData {
  std::filesystem::path folder;
  RunInfo info;
  bool finished = false;
  std::optional<Study> study;        ///< what it is of, if it is of one
  Json run;                          ///< run.json
  std::vector<ThroughputRow> rows;   ///< of throughput.json
  std::vector<ThroughputRow> later;  ///< of positions.json
  std::vector<ThroughputRow> steps;  ///< of ablation.json
  std::vector<MatchRow> matches;     ///< of strength.json
  std::vector<MatchRow> decisions;   ///< of decision.json
  std::vector<PhasesRow> phases;     ///< of phases.json
  std::vector<SolvedSet> truth;      ///< of truth.json
  Scaling scaling;                   ///< of scaling.json, by threads
  Scaling simulated;                 ///< of scaling.json, by simulated workers
  std::vector<MatchRow> gains;       ///< of gains.json
  std::vector<MatchRow> policies;    ///< of policies.json
  PaperData paper;                   ///< paper.json
  std::vector<Row> table;            ///< all of it as rows
  std::vector<std::string> missing;  ///< a sentence for each thing that the run lacks
};

/// Reads a folder that `banyan bench` wrote; files that an unfinished run has not written are
/// `missing`. Throws UsageError for a folder without run.json and for damaged or foreign files, in
/// a sentence that names file and field; FileError for what cannot be read.
RunData read_run(const std::filesystem::path& folder);

}  // namespace banyan::bench
