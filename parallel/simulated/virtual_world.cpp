// Drawing durations, and the order of events.
#include "parallel/simulated/virtual_world.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace banyan {
namespace {

std::uint64_t count(std::chrono::nanoseconds duration) {
  return static_cast<std::uint64_t>(duration.count());
}

/// In (0, 1], so that it has a logarithm.
double uniform(Random& random) { return static_cast<double>((random.next() >> 11U) + 1) * 0x1p-53; }

}  // namespace

std::uint64_t VirtualTimes::draw(Random& random) const {
  const auto average = static_cast<double>(mean.count());
  double drawn = 0;
  switch (evaluations) {
    case EvaluationTimes::kConstant:
      return count(mean);
    case EvaluationTimes::kRecorded:
      return (*recorded)[random.below(static_cast<std::uint32_t>(recorded->size()))];
    case EvaluationTimes::kExponential:
      drawn = -average * std::log(uniform(random));
      break;
    case EvaluationTimes::kLogNormal: {
      // Box and Muller (1958). The mean of exp(m + s z) is exp(m + s s / 2).
      const double radius = std::sqrt(-2 * std::log(uniform(random)));
      const double z = radius * std::cos(2 * std::numbers::pi * uniform(random));
      drawn = average * std::exp(sigma * z - sigma * sigma / 2);
      break;
    }
  }
  constexpr double kLongest = 1e17;  // three years: sums stay far below 2^64
  return static_cast<std::uint64_t>(std::llround(std::min(drawn, kLongest)));
}

void add_counters(const VirtualReport& report, SearchResult& result) {
  result.count("virtual_ns", report.time);
  result.count("virtual_alone_ns", report.alone);
  result.count("virtual_busy_ns", report.busy);
  result.count("virtual_capacity_ns", report.capacity);
  result.count("virtual_descents", report.descents);
}

VirtualWorld::VirtualWorld(VirtualScheme scheme, const VirtualTimes& times, int workers,
                           const StreamKey& key)
    : scheme_(scheme), times_(times), workers_(workers), limit_(count(times.limit)), random_(key) {}

void VirtualWorld::at(std::uint64_t time, int worker) {
  events_.push_back({time, worker});
  std::push_heap(events_.begin(), events_.end(), std::greater<>{});
}

void VirtualWorld::descend(int worker, std::uint32_t evaluations) {
  // Time goes on even where nothing takes any.
  const std::uint64_t begins = now_ + std::max<std::uint64_t>(count(times_.descent), 1);
  ++report_.descents;
  ++under_way_;
  report_.in_flight += under_way_;
  report_.in_flight_max = std::max(report_.in_flight_max, under_way_);
  report_.alone += begins - now_;
  if (scheme_ == VirtualScheme::kBatch && evaluations > 0) {
    const std::uint64_t arrives = begins + count(times_.latency);
    waiting_.push_back({arrives, worker});
    if (!evaluator_due_) at(arrives, workers_);
    evaluator_due_ = true;
    return;
  }
  if (scheme_ != VirtualScheme::kBatch) report_.busy += begins - now_;
  std::uint64_t longest = 0;
  for (; evaluations > 0; --evaluations) {
    const std::uint64_t takes = times_.draw(random_);
    report_.alone += takes;
    report_.busy += takes;
    longest = std::max(longest, takes);
  }
  at(begins + longest, worker);
}

void VirtualWorld::work(int worker, std::uint64_t iterations) {
  const std::uint64_t descent = std::max<std::uint64_t>(count(times_.descent), 1);
  std::uint64_t takes = iterations * descent;
  for (std::uint64_t i = 0; i < iterations; ++i) takes += times_.draw(random_);
  ++under_way_;
  report_.descents += iterations;
  report_.alone += takes;
  report_.busy += takes;
  at(now_ + std::max(takes, descent), worker);
}

void VirtualWorld::begin_batch() {
  const std::uint64_t takes = times_.draw(random_);
  const std::uint64_t free = now_ + takes;
  report_.busy += takes;
  ++report_.batches;
  for (int i = 0; i < times_.batch && !waiting_.empty() && waiting_.front().time <= now_; ++i) {
    at(free + count(times_.latency), waiting_.front().worker);
    waiting_.pop_front();
    report_.alone += takes + 2 * count(times_.latency);
  }
  at(free, workers_);
}

std::optional<int> VirtualWorld::next() {
  while (!events_.empty()) {
    std::pop_heap(events_.begin(), events_.end(), std::greater<>{});
    const Event event = events_.back();
    events_.pop_back();
    now_ = event.time;
    if (event.worker < workers_) {
      --under_way_;
      report_.time = now_;
      return event.worker;
    }
    if (waiting_.empty()) {
      evaluator_due_ = false;
    } else if (waiting_.front().time > now_) {
      at(waiting_.front().time, workers_);
    } else {
      begin_batch();
    }
  }
  return std::nullopt;
}

VirtualReport VirtualWorld::report() const {
  VirtualReport report = report_;
  report.capacity =
      report.time * (scheme_ == VirtualScheme::kBatch ? 1U : static_cast<std::uint64_t>(workers_));
  return report;
}

}  // namespace banyan
