// What a search with a time limit counts of its time.
#pragma once

#include "core/budget/budget.hpp"
#include "core/result/result.hpp"

namespace banyan::bench {

/// Adds the counters of a search whose budget was a time:
///
///   nanoseconds_late  how much later than its limit it ended
///   visits_full       1 if it ended sooner, since a tree counts no more visits than kMaxVisits
void count_time(const Limits& limits, bool stopped, SearchResult& result);

}  // namespace banyan::bench
