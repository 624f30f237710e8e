// Orders events.
#include "parallel/simulation/virtual_world.hpp"

#include <algorithm>
#include <functional>

#include "core/base/saturating.hpp"

namespace banyan {
namespace {

std::uint64_t count(std::chrono::nanoseconds duration) {
  return static_cast<std::uint64_t>(duration.count());
}

void add(std::uint64_t& sum, std::uint64_t more) { sum = saturating_add(sum, more); }

}  // namespace

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

// Time must move on even if nothing takes any.
std::uint64_t VirtualWorld::descent() const {
  return std::max<std::uint64_t>(count(times_.descent), 1);
}

void VirtualWorld::at(std::uint64_t time, int worker, std::uint64_t looks) {
  events_.push_back({time, worker, looks});
  std::push_heap(events_.begin(), events_.end(), std::greater<>{});
}

void VirtualWorld::descend(int worker, std::uint32_t evaluations, std::uint64_t transfers) {
  const std::uint64_t takes = descent();
  const std::uint64_t begins = saturating_add(saturating_add(now_, transfers), takes);
  ++report_.descents;
  ++in_flight_;
  report_.in_flight += in_flight_;
  report_.in_flight_max = std::max(report_.in_flight_max, in_flight_);
  add(report_.alone, takes);
  add(report_.busy, takes);
  std::uint64_t longest = 0;
  for (; evaluations > 0; --evaluations) {
    const std::uint64_t evaluation = count(times_.evaluation.draw(random_));
    add(report_.alone, evaluation);
    add(report_.busy, evaluation);
    longest = std::max(longest, evaluation);
  }
  at(saturating_add(begins, longest), worker);
}

void VirtualWorld::work(int worker, std::uint64_t iterations, std::uint64_t transfers) {
  std::uint64_t takes = saturating_multiply(iterations, descent());
  for (std::uint64_t i = 0; i < iterations; ++i) add(takes, count(times_.evaluation.draw(random_)));
  ++in_flight_;
  report_.descents += iterations;
  add(report_.alone, takes);
  add(report_.busy, takes);
  at(saturating_add(saturating_add(now_, transfers), std::max(takes, descent())), worker);
}

void VirtualWorld::rest(int worker) {
  ++in_flight_;
  resting_.push_back({now_, worker});
}

// Looks are a descent's time apart. The last event came before the next look, which is at the same
// moment only if its worker's number is lower.
std::uint64_t VirtualWorld::looks_before(const Event& look) const {
  const std::uint64_t passed = now_ - look.time;
  const std::uint64_t looks = passed / descent();
  const bool same_moment = looks > 0 && passed % descent() == 0;
  return same_moment && look.worker > event_.worker ? looks - 1 : looks;
}

void VirtualWorld::wake() {
  for (const Event& look : resting_) {
    std::uint64_t looks = looks_before(look);
    std::uint64_t next = saturating_add(look.time, saturating_multiply(looks + 1, descent()));
    if (limit_ > 0) {  // the first look from then on is a worker's last
      const std::uint64_t left = limit_ > look.time ? limit_ - look.time : 1;
      if (const std::uint64_t last = (left - 1) / descent() + 1; last <= looks) {
        looks = last - 1;
        next = now_;
      }
    }
    at(next, look.worker, looks);
  }
  resting_.clear();
}

std::optional<int> VirtualWorld::next() {
  if (events_.empty()) wake();
  if (events_.empty()) return std::nullopt;
  std::pop_heap(events_.begin(), events_.end(), std::greater<>{});
  event_ = events_.back();
  events_.pop_back();
  now_ = event_.time;
  --in_flight_;
  report_.time = now_;
  return event_.worker;
}

VirtualReport VirtualWorld::report() const {
  VirtualReport report = report_;
  report.capacity = saturating_multiply(report.time, static_cast<std::uint64_t>(workers_));
  return report;
}

}  // namespace banyan
