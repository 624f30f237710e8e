// The index of the greatest of many numbers, in one vector or seen vector by vector.
#pragma once

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

namespace banyan {

/// The lane of a vector's greatest number, the first among equals.
template <class V>
std::uint32_t best_lane(V value) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::DFromV<V> d;
  return static_cast<std::uint32_t>(
      hn::FindKnownFirstTrue(d, hn::Eq(value, hn::MaxOfLanes(d, value))));
}

/// D is a Highway tag of floats. Vectors are to be considered in ascending order of index; among
/// equals the first wins; values below 0 never do. 0 if there was none.
template <class D>
class BestLane {
  static constexpr D kFloat{};
  static constexpr hwy::HWY_NAMESPACE::RebindToUnsigned<D> kIndex{};
  using Values = hwy::HWY_NAMESPACE::Vec<D>;
  using Indices = hwy::HWY_NAMESPACE::Vec<hwy::HWY_NAMESPACE::RebindToUnsigned<D>>;

 public:
  /// One vector of values, of the numbers `index` and up.
  void consider(Values value, std::uint32_t index) {
    namespace hn = hwy::HWY_NAMESPACE;
    const auto better = hn::Gt(value, value_);
    value_ = hn::IfThenElse(better, value, value_);
    index_ = hn::IfThenElse(hn::RebindMask(kIndex, better), hn::Set(kIndex, index), index_);
  }

  [[nodiscard]] std::uint32_t index() const {
    namespace hn = hwy::HWY_NAMESPACE;
    const auto best = hn::Eq(value_, hn::MaxOfLanes(kFloat, value_));
    const auto none = hn::Set(kIndex, std::numeric_limits<std::uint32_t>::max());
    const auto index = hn::Add(index_, hn::Iota(kIndex, 0));
    return hn::GetLane(
        hn::MinOfLanes(kIndex, hn::IfThenElse(hn::RebindMask(kIndex, best), index, none)));
  }

 private:
  Values value_ = hwy::HWY_NAMESPACE::Zero(kFloat);
  Indices index_ = hwy::HWY_NAMESPACE::Zero(kIndex);  // of the first lane of the vector it was in
};

}  // namespace banyan
