// Warm-up searches before the measured ones.
#pragma once

#include <algorithm>
#include <limits>

#include "bench/machine/system_work.hpp"

namespace banyan::bench {

/// Calls `search` until it no longer waits for memory. A first search waits while it touches fresh
/// pages and so gets less far; the next one then touches more. Page faults are what counts, since
/// locks cause system time too. If every search has as many faults as the one before, more searches
/// do not help.
template <class Search>
void warm_up(Search&& search) {
  constexpr int kMost = 4;
  constexpr double kLittle = 0.02;       // share of the processor time
  constexpr double kMostAFault = 0.005;  // seconds; a huge page that a host must find first
  double faults = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMost; ++i) {
    const SystemWork before = system_work();
    search();
    const SystemWork work = system_work() - before;
    const double lost = std::min(work.system_seconds, kMostAFault * work.page_faults);
    if (lost <= kLittle * work.processor_seconds() || work.page_faults >= faults) return;
    faults = work.page_faults;
  }
}

}  // namespace banyan::bench
