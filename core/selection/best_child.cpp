// UCB1 for many children at a time.
#include "core/selection/best_child.hpp"

#include <hwy/highway.h>

#include <bit>
#include <limits>

#include "core/selection/rules/ucb1.hpp"

namespace banyan {

static_assert(std::endian::native == std::endian::little);  // points come before visits

Best best_by_ucb1(const Stat* stats, std::size_t k, float exploration, float unvisited) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<float, kStatLanes> d;
  const hn::RebindToUnsigned<decltype(d)> u32;
  const hn::RebindToSigned<decltype(d)> i32;
  const auto one = hn::Set(d, 1.0F);
  const auto e = hn::Set(d, exploration);
  const auto none = hn::Set(d, -std::numeric_limits<float>::infinity());
  return best_of(d, k, [&](std::size_t i) {
    auto points = hn::Zero(u32);
    auto visits = points;
    hn::LoadInterleaved2(u32, reinterpret_cast<const std::uint32_t*>(stats + i), points, visits);
    const auto n = hn::ConvertTo(d, hn::BitCast(i32, visits));
    const auto half = hn::Mul(hn::Set(d, 0.5F), hn::ConvertTo(d, hn::BitCast(i32, points)));
    const auto r = hn::Div(one, hn::Sqrt(n));
    const auto value = Ucb1::value(half, r, e);
    const auto known = hn::IfThenElse(hn::Gt(n, hn::Zero(d)), value, hn::Set(d, unvisited));
    return hn::IfThenElse(hn::FirstN(d, k - i), known, none);
  });
}

}  // namespace banyan
