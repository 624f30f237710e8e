// The table's sizes.
#include "core/search/next_trials.hpp"

#include <algorithm>

namespace banyan {

NextTrialsTable::NextTrialsTable(std::size_t bytes)
    : most_(std::max(std::bit_floor(bytes / sizeof(NextTrials)), kFewest)) {
  clear();
}

void NextTrialsTable::clear() { resize(kFewest); }

/// Makes it empty.
void NextTrialsTable::resize(std::size_t size) {
  entries_.assign(size, {});
  used_ = 0;
  shift_ = 64 - std::countr_zero(size / kLine);
}

void NextTrialsTable::grow() {
  spare_.swap(entries_);
  resize(2 * spare_.size());
  for (const NextTrials& entry : spare_) {
    if (entry.place != 0 && !entry.next[0].none()) entry_of(entry.place) = entry;
  }
}

}  // namespace banyan
