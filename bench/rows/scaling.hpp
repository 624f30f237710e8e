// Engines against time, as read from result files: matches, and the speeds beside them.
#pragma once

#include <vector>

#include "bench/rows/match_row.hpp"
#include "bench/rows/searches_row.hpp"

namespace banyan::bench {

/// The results of scaling.json, of real or of simulated workers.
struct Scaling {
  std::vector<MatchRow> matches = {};
  std::vector<SearchSet> searches = {};
};

}  // namespace banyan::bench
