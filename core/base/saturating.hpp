// Sums and products that stop at the largest number instead of wrapping to 0.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

namespace banyan {

/// A saturated sum or product: the true one is at least this.
inline constexpr std::uint64_t kSaturated = std::numeric_limits<std::uint64_t>::max();

constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  return a > kSaturated - b ? kSaturated : a + b;
}

/// The same of durations, none of them negative.
constexpr std::chrono::nanoseconds saturating_add(std::chrono::nanoseconds a,
                                                  std::chrono::nanoseconds b) {
  constexpr auto kLongest = std::chrono::nanoseconds::max();
  return a > kLongest - b ? kLongest : a + b;
}

constexpr std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kSaturated / b ? kSaturated : a * b;
}

}  // namespace banyan
