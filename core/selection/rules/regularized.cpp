// Finds the regularised policy.
#include "core/selection/rules/regularized.hpp"

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace banyan {

namespace hn = hwy::HWY_NAMESPACE;

// alpha is found by Newton's method. The sum falls with alpha and is convex, so from the left,
// where the term of one child is 1 already, the method never goes too far.
void to_regularized_policy(float* q, const float* priors, std::size_t k, double weight) {
  constexpr double kLeast = 1e-6;  // of a prior and of the weight, so that no term is 0 / 0
  constexpr int kSteps = 20;       // some six are needed
  constexpr double kNear = 1e-4;
  const hn::CappedTag<double, 4> d;
  const hn::Rebind<float, decltype(d)> f32;
  const auto factor = hn::Set(d, std::max(weight, kLeast));
  const auto value = [&](std::size_t a) { return hn::PromoteTo(d, hn::LoadU(f32, q + a)); };
  const auto share = [&](std::size_t a) {
    const auto prior = hn::PromoteTo(d, hn::LoadU(f32, priors + a));
    const auto full = hn::Mul(factor, hn::Max(prior, hn::Set(d, kLeast)));
    return hn::IfThenElseZero(hn::FirstN(d, k - a), full);
  };

  auto most = hn::Set(d, -std::numeric_limits<double>::infinity());
  for (std::size_t a = 0; a < k; a += hn::Lanes(d)) {
    const auto sum = hn::Add(value(a), share(a));
    most = hn::IfThenElse(hn::FirstN(d, k - a), hn::Max(most, sum), most);
  }
  double alpha = hn::GetLane(hn::MaxOfLanes(d, most));
  const auto inverse = [&](std::size_t a) {
    const auto full = hn::Div(hn::Set(d, 1.0), hn::Sub(hn::Set(d, alpha), value(a)));
    return hn::IfThenElseZero(hn::FirstN(d, k - a), full);
  };
  for (int step = 0; step < kSteps; ++step) {
    auto sums = hn::Zero(d);
    auto slopes = hn::Zero(d);
    for (std::size_t a = 0; a < k; a += hn::Lanes(d)) {
      const auto one = inverse(a);
      const auto y = hn::Mul(share(a), one);
      sums = hn::Add(sums, y);
      slopes = hn::Add(slopes, hn::Mul(y, one));
    }
    const double sum = hn::GetLane(hn::SumOfLanes(d, sums));
    if (sum < 1 + kNear) break;
    alpha += (sum - 1) / hn::GetLane(hn::SumOfLanes(d, slopes));
  }
  for (std::size_t a = 0; a < k; a += hn::Lanes(d)) {
    hn::StoreU(hn::DemoteTo(f32, hn::Mul(share(a), inverse(a))), f32, q + a);
  }
}

}  // namespace banyan
