// The index of the greatest of many numbers, seen vector by vector.
#pragma once

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

namespace banyan {

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
    index_ = hn::IfThenElse(hn::RebindMask(kIndex, better), hn::Iota(kIndex, index), index_);
  }

  [[nodiscard]] std::uint32_t index() const {
    namespace hn = hwy::HWY_NAMESPACE;
    const auto best = hn::Eq(value_, hn::MaxOfLanes(kFloat, value_));
    const auto none = hn::Set(kIndex, std::numeric_limits<std::uint32_t>::max());
    return hn::GetLane(
        hn::MinOfLanes(kIndex, hn::IfThenElse(hn::RebindMask(kIndex, best), index_, none)));
  }

 private:
  Values value_ = hwy::HWY_NAMESPACE::Zero(kFloat);
  Indices index_ = hwy::HWY_NAMESPACE::Zero(kIndex);
};

}  // namespace banyan
