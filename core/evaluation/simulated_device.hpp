// A stand-in for a device on which evaluations cost what a call on a GPU does.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "core/base/clock.hpp"
#include "core/evaluation/evaluator.hpp"

namespace banyan {

/// What a call costs: a part that is the same for all, and one for each leaf.
struct DeviceCost {
  std::chrono::nanoseconds fixed{0};
  std::chrono::nanoseconds each{0};

  [[nodiscard]] std::chrono::nanoseconds of(std::size_t leaves) const {
    return fixed + each * static_cast<std::int64_t>(leaves);
  }
  friend bool operator==(const DeviceCost&, const DeviceCost&) = default;
};

/// Evaluates as another evaluator does, in the time of a device that makes one call after the
/// other: a call begins when those before it have ended, and whoever made it sleeps until its end.
/// Copies share the device.
template <Game G, Evaluator<G> E>
class SimulatedDevice {
 public:
  SimulatedDevice(E evaluator, const DeviceCost& cost)
      : evaluator_(std::move(evaluator)), cost_(cost), queue_(std::make_shared<Queue>()) {}

  void evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values, Random& random) {
    const Clock::time_point end = queue_->end_of_call(cost_.of(leaves.size()));
    evaluator_.evaluate(leaves, values, random);
    const auto left = end - Clock::now();
    if (left.count() > 0) Clock::sleep_for(left);
  }

 private:
  class Queue {
   public:
    Clock::time_point end_of_call(std::chrono::nanoseconds cost) {
      const std::scoped_lock lock(mutex_);
      free_ = std::max(free_, Clock::now()) + cost;
      return free_;
    }

   private:
    std::mutex mutex_;
    Clock::time_point free_;  // all calls so far have ended by then
  };

  E evaluator_;
  DeviceCost cost_;
  std::shared_ptr<Queue> queue_;
};

}  // namespace banyan
