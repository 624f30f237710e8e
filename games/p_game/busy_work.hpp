// Work that only takes a known time: it sets the cost of a playout.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace banyan {

/// Makes the processor run `steps` dependent multiplications.
inline void work_steps(std::uint64_t steps) {
  for (std::uint64_t x = steps; steps > 0; --steps) {
    x = (x ^ (x >> 32)) * 0x9e3779b97f4a7c15ULL;
    asm volatile("" : "+r"(x));  // the compiler must assume that every value is read
  }
}

/// Steps per nanosecond on this machine, measured once. The fastest of several runs counts, since
/// other load can only slow a run down.
inline double work_steps_per_nanosecond() {
  static const double kRate = [] {
    constexpr std::uint64_t kSteps = 50'000;
    double fastest = std::numeric_limits<double>::infinity();
    for (int run = 0; run < 15; ++run) {
      const auto begin = std::chrono::steady_clock::now();
      work_steps(kSteps);
      const std::chrono::duration<double, std::nano> time =
          std::chrono::steady_clock::now() - begin;
      fastest = std::min(fastest, time.count());
    }
    return static_cast<double>(kSteps) / std::max(fastest, 1.0);
  }();
  return kRate;
}

/// The number of steps that take about that long.
inline std::uint64_t work_steps_in(std::uint32_t nanoseconds) {
  return static_cast<std::uint64_t>(nanoseconds * work_steps_per_nanosecond());
}

/// Keeps the processor busy for about that long.
inline void work_for(std::uint32_t nanoseconds) { work_steps(work_steps_in(nanoseconds)); }

}  // namespace banyan
