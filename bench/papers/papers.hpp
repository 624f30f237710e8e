// Runs published experiments (bench/experiments/paper.hpp), and compares them cell by cell.
#pragma once

#include <vector>

#include "bench/experiments/paper.hpp"
#include "bench/suites/suites.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// What the cells need: engines on solved positions, searches of first positions, matches. Without
/// what takes more threads than `cores`. The smoke profile has matches of one game only.
std::vector<WorkItem> paper_items(const Paper& paper, const SuiteOptions& options, int cores);

/// The fields `paper` and `cells` of paper.json, from a paper and the results of its items.
Json paper_json(const Paper& paper, const Json& results);

}  // namespace banyan::bench
