// The statistics of one child.
#pragma once

#include <cstdint>

namespace banyan {

/// Visits and points of a child in one word, so that one addition updates both:
///
///   bits 63..32  visits   playouts that were backed up through the child
///   bits 31..0   points   their sum in half points, seen by the player who moved into the child
///
/// points <= 2 * visits. Both stay exact up to kMaxVisits and within 31 bits, since SIMD converts
/// only signed integers.
using Stat = std::uint64_t;

inline constexpr std::uint64_t kMaxVisits = 0x3fffffff;

/// From this many visits on, statistics may be halved (core/tree/halving.hpp). It is a little
/// below kMaxVisits, since threads keep adding meanwhile.
inline constexpr std::uint64_t kHalvedVisits = kMaxVisits - (std::uint64_t{1} << 20U);
/// A child with less than 1/kUnhalved of the visits is not halved: descents in flight may have
/// added most of its visits, and will take them away again.
inline constexpr std::uint64_t kUnhalved = 512;

/// A child's place in its parent.
using Slot = std::uint32_t;

constexpr Stat make_stat(std::uint64_t visits, std::uint64_t points) {
  return (visits << 32U) + points;
}
constexpr std::uint32_t visits_of(Stat stat) { return static_cast<std::uint32_t>(stat >> 32U); }
constexpr std::uint32_t points_of(Stat stat) { return static_cast<std::uint32_t>(stat); }

/// What to subtract from a child's statistics to halve them; 0 if it has fewer visits than `least`.
constexpr Stat half_of(Stat stat, std::uint32_t least) {
  if (visits_of(stat) < least) return 0;
  return make_stat(visits_of(stat) / 2, points_of(stat) / 2);
}

}  // namespace banyan
