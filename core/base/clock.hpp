// The clock of all searches.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace banyan {

/// The steady clock, unless a test replaced it (core/base/clock_test.hpp). Thread-safe.
class Clock {
 public:
  // NOLINTBEGIN(readability-identifier-naming): the names that the standard gives clocks
  using duration = std::chrono::steady_clock::duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<Clock, duration>;
  using Source = duration (*)();  ///< the time since some moment
  static constexpr bool is_steady = true;
  // NOLINTEND(readability-identifier-naming)

  static time_point now() {
    // Relaxed: a test sets it before its search starts threads, and after they have ended.
    const Source source = origin.load(std::memory_order_relaxed);
    return time_point(source == nullptr ? std::chrono::steady_clock::now().time_since_epoch()
                                        : source());
  }

  static void sleep_for(duration time) {
    if (origin.load(std::memory_order_relaxed) == nullptr) {
      return std::this_thread::sleep_for(time);
    }
    for (const time_point end = now() + time; now() < end;) std::this_thread::yield();
  }

  /// Replaces the source of time; nullptr restores the steady clock. Only for tests.
  static void set_source(Source source) { origin.store(source, std::memory_order_relaxed); }

 private:
  static inline std::atomic<Source> origin = nullptr;
};

/// The moment `time` after `start`, or the last one that there is.
inline Clock::time_point end_of(Clock::time_point start, Clock::duration time) {
  constexpr auto kLast = Clock::time_point::max();
  const bool beyond = start > Clock::time_point() && time > kLast - start;
  return beyond ? kLast : start + time;
}

/// Sleeps until that moment; false if stop(), which is asked now and then, ended the sleep before.
template <class Stop>
bool sleep_until(Clock::time_point end, const Stop& stop) {
  constexpr Clock::duration kPart = std::chrono::milliseconds(5);
  for (auto left = end - Clock::now(); left.count() > 0; left = end - Clock::now()) {
    if (stop()) return false;
    Clock::sleep_for(std::min(left, kPart));
  }
  return true;
}

}  // namespace banyan
