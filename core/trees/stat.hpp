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

/// From so many visits on, statistics may be halved (core/trees/halving.hpp): a little below
/// kMaxVisits, since threads go on meanwhile.
inline constexpr std::uint64_t kHalvedVisits = kMaxVisits - (std::uint64_t{1} << 20U);
/// A child with fewer than one visit in so many is not halved: more than these may be under way
/// below it, and will be taken away again.
inline constexpr std::uint64_t kUnhalved = 512;

constexpr Stat make_stat(std::uint64_t visits, std::uint64_t points) {
  return (visits << 32U) + points;
}
constexpr std::uint32_t visits_of(Stat stat) { return static_cast<std::uint32_t>(stat >> 32U); }
constexpr std::uint32_t points_of(Stat stat) { return static_cast<std::uint32_t>(stat); }

/// What is to be taken from a child's statistics to halve them; nothing if it has fewer visits than
/// `least`.
constexpr Stat half_of(Stat stat, std::uint32_t least) {
  if (visits_of(stat) < least) return 0;
  return make_stat(visits_of(stat) / 2, points_of(stat) / 2);
}

}  // namespace banyan
