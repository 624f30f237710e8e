// A game by which tests see, slow down, stop and break a search.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/base/clock_test.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {

/// Connect Four that does what a test tells it. One game for all of that: each game has its own
/// code of every search, which takes long to compile.
class TestGame : public ConnectFour {
 public:
  struct Failure : std::runtime_error {
    Failure() : std::runtime_error("as told") {}
  };

  /// Each playout takes `time` on the test's clock. Number `last` asks for a stop, or a later one
  /// whose thread comes first. The others wait until all have been told, since that thread may be
  /// delayed. 0: none asks.
  static std::stop_token start(Clock::duration time, int last = 0) {
    playouts = 0;
    time_ = time;
    last_ = last;
    stop_ = std::stop_source();
    asked_ = told_ = false;
    return stop_.get_token();
  }

  /// What else every playout does, as long as this exists.
  class DuringPlayouts {
   public:
    explicit DuringPlayouts(std::function<void(Random&)> act) { during_ = std::move(act); }
    DuringPlayouts(const DuringPlayouts&) = delete;
    DuringPlayouts& operator=(const DuringPlayouts&) = delete;
    ~DuringPlayouts() { during_ = nullptr; }
  };

  /// A random number of every playout of some searches, in ascending order.
  static std::vector<std::uint64_t> numbers_seen(const std::function<void()>& searches) {
    std::mutex mutex;
    std::vector<std::uint64_t> seen;
    const DuringPlayouts record([&](Random& random) {
      const std::lock_guard lock(mutex);
      seen.push_back(random.next());
    });
    searches();
    std::ranges::sort(seen);
    return seen;
  }

  Playout playout(Random& random) const {
    fail_in_time(playouts_left);
    TestClock::advance(time_);
    if (++playouts >= last_ && last_ > 0) ask_for_stop();
    if (during_) during_(random);
    return ConnectFour::playout(random);
  }
  [[nodiscard]] MovesOf<ConnectFour> legal_moves() const {
    fail_in_time(lists_left);
    return ConnectFour::legal_moves();
  }
  [[nodiscard]] Player to_move() const {
    fail_in_time(turns_left);
    return ConnectFour::to_move();
  }

  static inline std::atomic<int> playouts = 0;

  /// After so many more of them, a playout, a move list or the question whose turn it is throws
  /// once. Below 0: none.
  static inline std::atomic<int> playouts_left = -1;
  static inline std::atomic<int> lists_left = -1;
  static inline std::atomic<int> turns_left = -1;

 private:
  static void fail_in_time(std::atomic<int>& left) {
    if (left >= 0 && left.fetch_sub(1) == 0) throw Failure();
  }

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
  static inline std::function<void(Random&)> during_;
};

}  // namespace banyan
