// The statistics of one child.
#pragma once

#include <cstdint>

namespace banyan {

/// Visits and points of a child in one word, so that one addition updates both:
///
///   bits 63..32  visits   playouts that were backed up through the child
///   bits 31..0   points   their sum in half points, seen by the player who moved into the child
///
/// points <= 2 * visits, so both stay exact up to kMaxVisits, within 31 bits each: SIMD converts
/// signed integers alone.
using Stat = std::uint64_t;

inline constexpr std::uint64_t kMaxVisits = 0x3fffffff;

constexpr Stat make_stat(std::uint64_t visits, std::uint64_t points) {
  return (visits << 32U) + points;
}
constexpr std::uint32_t visits_of(Stat stat) { return static_cast<std::uint32_t>(stat >> 32U); }
constexpr std::uint32_t points_of(Stat stat) { return static_cast<std::uint32_t>(stat); }

}  // namespace banyan
