// Coherence of cache lines among simulated workers.
#include "parallel/simulation/shared_lines.hpp"

#include <algorithm>

#include "core/base/saturating.hpp"

namespace banyan {

SharedLines::SharedLines(std::chrono::nanoseconds transfer)
    : transfer_(static_cast<std::uint64_t>(transfer.count())) {}

void SharedLines::begin(int worker, std::uint64_t now) {
  worker_ = worker;
  now_ = written_ = ready_ = now;
}

bool SharedLines::holds(const State& state) const {
  return std::find(state.holders.begin(), state.holders.end(), worker_) != state.holders.end();
}

// Workers are simulated one burst of accesses after another, so some of these lie in the future.
// Whoever comes before them in virtual time takes the gap.
std::uint64_t SharedLines::transfer(State& state, std::uint64_t from, bool writes) {
  std::erase_if(state.writes,
                [&](std::uint64_t begins) { return saturating_add(begins, transfer_) <= now_; });
  auto next = state.writes.begin();
  while (next != state.writes.end() && *next < saturating_add(from, transfer_)) {
    from = std::max(from, saturating_add(*next++, transfer_));
  }
  if (writes) state.writes.insert(next, from);
  ++transfers_;
  return saturating_add(from, transfer_);
}

void SharedLines::read(Line line) {
  if (!cost()) return;
  State& state = lines_[line];
  if (holds(state)) return;
  if (state.written) ready_ = std::max(ready_, transfer(state, written_, false));
  state.holders.push_back(worker_);
}

void SharedLines::write(Line line) {
  if (!cost()) return;
  State& state = lines_[line];
  const bool alone = state.holders.empty() || (state.holders.size() == 1 && holds(state));
  if (!alone) ready_ = transfer(state, ready_, true);
  state.written = true;
  state.holders.assign(1, worker_);
  written_ = ready_;
}

std::uint64_t SharedLines::end() {
  const std::uint64_t took = ready_ - now_;
  time_ = saturating_add(time_, took);
  return took;
}

void add_counters(const SharedLines& lines, SearchResult& result) {
  if (!lines.cost()) return;
  result.count("line_transfers", lines.transfers());
  result.count("virtual_transfer_ns", lines.time());
}

}  // namespace banyan
