// The index of the greatest of many numbers, in one vector or vector by vector.
#pragma once

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace banyan {

/// The lane of a vector's greatest number, the first among equals.
template <class V>
[[gnu::always_inline]] inline std::uint32_t best_lane(V value) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::DFromV<V> d;
  return static_cast<std::uint32_t>(
      hn::FindKnownFirstTrue(d, hn::Eq(value, hn::MaxOfLanes(d, value))));
}

/// The same for two vectors; the second vector's lanes are numbered after the first one's.
template <class V>
[[gnu::always_inline]] inline std::uint32_t best_lane(V low, V high) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::DFromV<V> d;
  const auto top = hn::MaxOfLanes(d, hn::Max(low, high));
  const auto first = hn::FindFirstTrue(d, hn::Eq(low, top));
  if (first >= 0) return static_cast<std::uint32_t>(first);
  return static_cast<std::uint32_t>(hn::Lanes(d) + hn::FindKnownFirstTrue(d, hn::Eq(high, top)));
}

/// The greatest of many numbers, the first among equals.
struct Best {
  std::uint32_t index;
  float value;
};

/// What no rival of the best child can exceed, except by rounding, if none was visited since the
/// best had the value `best`: the exploration term has grown since, and no child has more of it
/// than a factor of 1.
inline float most_of_rivals(float best, float growth) {
  constexpr float kMargin = 1.000001F;  // more than eight roundings
  return (best + growth) * kMargin;
}

/// The best of the vectors value(0), value(L), value(2 L) ... below `size`, of type D with L lanes.
template <class D, class Value>
Best best_of(D d, std::size_t size, Value value) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::RebindToUnsigned<D> u32;
  auto greatest = hn::Set(d, std::numeric_limits<float>::lowest());
  auto index = hn::Zero(u32);
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    const auto v = value(i);
    const auto better = hn::RebindMask(u32, hn::Gt(v, greatest));
    index = hn::IfThenElse(better, hn::Set(u32, static_cast<std::uint32_t>(i)), index);
    greatest = hn::Max(greatest, v);
  }
  const auto top = hn::MaxOfLanes(d, greatest);
  const auto none = hn::Set(u32, std::numeric_limits<std::uint32_t>::max());
  const auto here = hn::RebindMask(u32, hn::Eq(greatest, top));
  const auto first = hn::IfThenElse(here, hn::Add(hn::Iota(u32, 0), index), none);
  return {hn::GetLane(hn::MinOfLanes(u32, first)), hn::GetLane(top)};
}

}  // namespace banyan
