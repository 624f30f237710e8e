// Searches before those that are measured.
#pragma once

#include <algorithm>
#include <limits>

#include "bench/machine/system_work.hpp"

namespace banyan::bench {

/// Calls `search` until it no longer waits for memory: a first search does so while it touches
/// fresh pages, and gets the less far, so that the next one goes on to more of them. Page faults
/// are what counts, since locks make the system work too; where every search has as many as the one
/// before, more of them do not help.
template <class Search>
void warm_up(Search&& search) {
  constexpr int kMost = 4;
  constexpr double kLittle = 0.02;       // of the processor time
  constexpr double kMostAFault = 0.005;  // seconds; a huge page that a host has to find first
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
