// A published experiment, cell by cell.
#pragma once

#include <string>
#include <vector>

#include "bench/experiments/paper.hpp"
#include "bench/rows/match_row.hpp"
#include "bench/rows/row.hpp"
#include "bench/rows/searches_row.hpp"
#include "bench/rows/solved_row.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/fields.hpp"

namespace banyan::bench {

/// A published number or statement, and our measurement.
struct PaperCell : PaperClaim {
  Estimate ours = kNotMeasured;  ///< an unknown end is NaN
  std::string ours_text = {};
  std::string verdict = {};
};

/// The results from which a paper's cells are computed.
struct PaperResults {
  std::vector<SolvedSet> solved = {};
  std::vector<SearchSet> searches = {};
  std::vector<MatchRow> matches = {};
};

/// A published experiment beside ours.
struct PaperData {
  std::string name = {};  ///< empty: there is none
  std::string citation = {};
  std::string set_up = {};
  std::string substituted = {};
  std::string missing = {};
  std::vector<PaperCell> cells = {};
  PaperResults results = {};
};

/// Throws UsageError for damaged or foreign results, with a sentence that names file and field.
PaperResults read_paper_results(const std::vector<Field>& results);

void add_rows(const PaperData& paper, std::vector<Row>& rows);

}  // namespace banyan::bench
