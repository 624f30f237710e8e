// Runs published experiments (bench/experiments/paper.hpp).
#pragma once

#include <vector>

#include "bench/experiments/paper.hpp"
#include "bench/suites/suites.hpp"

namespace banyan::bench {

/// What the cells need: engines on solved positions, searches of first positions, matches. Without
/// what takes more threads than `cores`. The smoke profile has matches of one game only.
std::vector<WorkItem> paper_items(const Paper& paper, const SuiteOptions& options, int cores);

}  // namespace banyan::bench
