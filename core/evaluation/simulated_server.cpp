// Gives each request the place that is free first.
#include "core/evaluation/simulated_server.hpp"

#include <algorithm>

#include "core/base/saturating.hpp"

namespace banyan {

SimulatedServer::Time SimulatedServer::end_of_call(Time now, std::span<const std::size_t> depths) {
  if (times_.per_leaf) {
    return end_of_request(now, *std::max_element(depths.begin(), depths.end()), depths.size());
  }
  Time end = now;
  for (const std::size_t depth : depths) end = std::max(end, end_of_request(now, depth, 1));
  return end;
}

SimulatedServer::Time SimulatedServer::end_of_request(Time now, std::size_t depth,
                                                      std::size_t leaves) {
  using Count = Time::rep;
  Time takes{0};
  do {
    takes = saturating_add(takes, times_.latency.draw(random_));
    takes = saturating_add(takes, times_.per_move * static_cast<Count>(depth));
    takes = saturating_add(takes, times_.per_leaf.value_or(Time(0)) * static_cast<Count>(leaves));
  } while (times_.fail > 0 && random_.unit() < times_.fail);

  Time begin = now;
  const bool full = times_.concurrent > 0 && ends_.size() == times_.concurrent;
  if (!ends_.empty() && (full || ends_.top() <= now)) {
    begin = std::max(now, ends_.top());
    ends_.pop();
  }
  const Time end = saturating_add(begin, takes);
  ends_.push(end);
  if (limit_.count() == 0 || end <= limit_) alone_ = saturating_add(alone_, takes);
  const Time counted = limit_.count() == 0 ? end : std::clamp(end, begin, std::max(begin, limit_));
  busy_ = saturating_add(busy_, counted - begin);
  return end;
}

}  // namespace banyan
