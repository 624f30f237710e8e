// Where the time of an iteration goes: its phases, sampled from outside while it runs.
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

/// What an iteration tells nobody: costs nothing.
struct NoPhases {
  static void enter(Phase /*phase*/) {}
};

/// What an iteration tells a PhaseSampler: one store a phase.
class PhaseMark {
 public:
  explicit PhaseMark(std::atomic<Phase>& now) : now_(&now) {}
  void enter(Phase phase) { now_->store(phase, std::memory_order_relaxed); }

 private:
  std::atomic<Phase>* now_;
};

/// Looks from a thread of its own, some thousands of times a second and at random distances, in
/// which phase a search is. The search is not slowed but by its marks; a store may be seen some
/// nanoseconds early or late, since the processor overlaps neighbouring phases.
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

  /// Ends the sampling; how often each phase was seen.
  const std::array<std::uint64_t, kPhases>& finish() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    return samples_;
  }

 private:
  alignas(128) std::atomic<Phase> now_{Phase::kSelect};
  alignas(128) std::array<std::uint64_t, kPhases> samples_{};  // the thread's until it has joined
  std::jthread thread_;
};

}  // namespace banyan
