// What a paper's cells need, and their estimates from its results.
#pragma once

#include <string>
#include <vector>

#include "bench/experiments/paper.hpp"
#include "bench/rows/paper_row.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// The kinds of items.
inline constexpr const char* kSolved = "solved";
inline constexpr const char* kSearches = "searches";
inline constexpr const char* kMatch = "match";

/// An item of measurement.
struct Needed {
  std::string kind;
  std::string game;
  std::vector<std::string> engines;
};

/// All that these need: engines on the same game together, but a match for each two engines.
std::vector<Needed> needed_for(const std::vector<Ours>& all, const SeqCurve& curve);

/// The estimate from the results of a paper's items; kNotMeasured without those it needs.
Estimate estimate_of(const Ours& ours, const PaperResults& results, const SeqCurve& curve);

/// The cells of a paper from the whole results of its items; `all` are shown beside them, the
/// unfinished one too.
PaperData paper_data(const Paper& paper, const PaperResults& whole, PaperResults all);

/// The first estimate, with an interval that spans all. kNotMeasured if one of them is missing.
Estimate spanning(const std::vector<Estimate>& choices);

}  // namespace banyan::bench
