// A clock that a test controls, so that no verdict depends on the machine's load.
#pragma once

#include <atomic>
#include <chrono>

#include "core/base/clock.hpp"

namespace banyan {

/// Replaces the clock of all searches during its lifetime. It only moves by advance(), from any
/// thread, and by `step` after every reading. One at a time.
class TestClock {
 public:
  /// A step so long that a search reads the clock before every iteration: Pace
  /// (core/budget/budget.hpp) then claims one iteration at a time.
  static constexpr Clock::duration kSlow = std::chrono::microseconds(30);

  explicit TestClock(Clock::duration step = {}) {
    now_ = 0;
    step_ = step.count();
    Clock::set_source(read);
  }
  TestClock(const TestClock&) = delete;
  TestClock& operator=(const TestClock&) = delete;
  ~TestClock() { Clock::set_source(nullptr); }

  static void advance(Clock::duration time) {
    now_.fetch_add(time.count(), std::memory_order_relaxed);
  }

 private:
  static Clock::duration read() {
    const Clock::rep step = step_.load(std::memory_order_relaxed);
    return Clock::duration(now_.fetch_add(step, std::memory_order_relaxed));
  }

  static inline std::atomic<Clock::rep> now_ = 0;
  static inline std::atomic<Clock::rep> step_ = 0;
};

}  // namespace banyan
