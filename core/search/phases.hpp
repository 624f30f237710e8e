// Where the time of an iteration goes: another thread samples its current phase.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <thread>

#include "core/base/random.hpp"

namespace banyan {

/// The four phases of an iteration (Browne et al. 2012).
enum class Phase : std::uint8_t { kSelect, kExpand, kPlayout, kBackUp };
inline constexpr std::size_t kPhases = 4;
inline constexpr std::array<const char*, kPhases> kPhaseNames{"select", "expand", "playout",
                                                              "back_up"};

/// The phases of an iteration are not recorded, at no cost.
struct NoPhases {
  static void enter(Phase /*phase*/) {}
};

/// The current phase, as a PhaseSampler reads it: one store per phase.
class PhaseMark {
 public:
  explicit PhaseMark(std::atomic<Phase>& now) : now_(&now) {}
  void enter(Phase phase) { now_->store(phase, std::memory_order_relaxed); }

 private:
  std::atomic<Phase>* now_;
};

/// Samples the current phase of a search from its own thread, some thousands of times per second at
/// random intervals. Only the marks slow the search. A store may be seen some nanoseconds early or
/// late, since the processor overlaps neighbouring phases.
class PhaseSampler {
 public:
  PhaseSampler()
      : thread_([this](const std::stop_token& stop) {
          Random random({1});
          while (!stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::microseconds(50 + random.below(100)));
            ++samples_[static_cast<std::size_t>(now_.load(std::memory_order_relaxed))];
          }
        }) {}

  [[nodiscard]] PhaseMark mark() { return PhaseMark(now_); }

  /// Ends the sampling; returns how often each phase was seen.
  const std::array<std::uint64_t, kPhases>& finish() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    return samples_;
  }

 private:
  alignas(128) std::atomic<Phase> now_{Phase::kSelect};
  alignas(128) std::array<std::uint64_t, kPhases> samples_{};  // its thread's, until joined
  std::jthread thread_;
};

}  // namespace banyan
