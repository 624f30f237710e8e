// Simulates a device whose evaluations cost as much as calls to a GPU.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "core/base/clock.hpp"
#include "core/evaluation/evaluator.hpp"

namespace banyan {

/// The cost of a call by its number of leaves: straight lines through the given points, extended
/// beyond the last one. 0 without points.
class DeviceCost {
 public:
  struct Point {
    std::size_t leaves;
    std::chrono::nanoseconds time;
    friend bool operator==(const Point&, const Point&) = default;
  };

  DeviceCost() = default;
  /// Points in order of leaves. Fewer leaves than the first point's cost the same as it.
  explicit DeviceCost(std::vector<Point> points) : points_(std::move(points)) {}
  /// A fixed part, and a part per leaf.
  static DeviceCost line(std::chrono::nanoseconds fixed, std::chrono::nanoseconds each) {
    return DeviceCost({{0, fixed}, {1, fixed + each}});
  }

  [[nodiscard]] std::chrono::nanoseconds of(std::size_t leaves) const {
    if (points_.empty()) return {};
    if (points_.size() == 1 || leaves <= points_.front().leaves) return points_.front().time;
    auto to = std::lower_bound(points_.begin(), points_.end(), leaves,
                               [](const Point& p, std::size_t n) { return p.leaves < n; });
    if (to == points_.end()) --to;
    const auto from = std::prev(to);
    const auto done = static_cast<double>(leaves - from->leaves);
    const auto slope = static_cast<double>((to->time - from->time).count()) /
                       static_cast<double>(to->leaves - from->leaves);
    return from->time + std::chrono::nanoseconds(std::llround(done * slope));
  }
  friend bool operator==(const DeviceCost&, const DeviceCost&) = default;

 private:
  std::vector<Point> points_;
};

/// Evaluates like another evaluator, in the time of a device that runs one call after another. A
/// call begins when those before it have ended, and its caller sleeps until it ends. If it is
/// stopped, the device is free again, and only the call's first leaf counts as evaluated. Copies
/// share the device.
template <Game G, Evaluator<G> E>
class SimulatedDevice {
 public:
  SimulatedDevice(E evaluator, const DeviceCost& cost)
      : evaluator_(std::move(evaluator)), cost_(cost), queue_(std::make_shared<Queue>()) {}

  std::size_t evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                       Random& random, const StopCall& stop = NeverStops()) {
    const Clock::time_point end = queue_->end_of_call(cost_.of(leaves.size()));
    const std::size_t evaluated = evaluate_until<G>(evaluator_, leaves, values, random, stop);
    if (sleep_until(end, stop)) return evaluated;
    queue_->clear();
    return 1;
  }

 private:
  class Queue {
   public:
    Clock::time_point end_of_call(std::chrono::nanoseconds cost) {
      const std::scoped_lock lock(mutex_);
      free_ = end_of(std::max(free_, Clock::now()), cost);
      return free_;
    }
    void clear() {
      const std::scoped_lock lock(mutex_);
      free_ = {};
    }

   private:
    std::mutex mutex_;
    Clock::time_point free_;  // when all calls so far will have ended
  };

  E evaluator_;
  DeviceCost cost_;
  std::shared_ptr<Queue> queue_;
};

}  // namespace banyan
