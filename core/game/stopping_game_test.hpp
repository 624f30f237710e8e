// A game that advances a test's clock and asks for the search to stop during a playout.
#pragma once

#include <atomic>
#include <chrono>
#include <stop_token>

#include "core/base/clock_test.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {

/// Connect Four, where each playout takes a fixed time on the test's clock.
class StoppingGame : public ConnectFour {
 public:
  /// Each playout takes `time`. Number `last` asks for a stop, or a later one whose thread comes
  /// first. The others wait until all have been told, since that thread may be delayed. 0: none
  /// asks.
  static std::stop_token start(Clock::duration time, int last = 0) {
    playouts = 0;
    time_ = time;
    last_ = last;
    stop_ = std::stop_source();
    asked_ = told_ = false;
    return stop_.get_token();
  }

  Playout playout(Random& random) const {
    TestClock::advance(time_);
    if (++playouts >= last_ && last_ > 0) ask_for_stop();
    return ConnectFour::playout(random);
  }

  static inline std::atomic<int> playouts = 0;

 private:
  static void ask_for_stop() {
    if (asked_.exchange(true)) return told_.wait(false);
    stop_.request_stop();
    told_ = true;
    told_.notify_all();
  }

  static inline Clock::duration time_{0};
  static inline int last_ = 0;
  static inline std::stop_source stop_;
  static inline std::atomic<bool> asked_ = false;
  static inline std::atomic<bool> told_ = false;
};

}  // namespace banyan
