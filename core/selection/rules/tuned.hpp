// UCB1-Tuned (Auer, Cesa-Bianchi, Fischer 2002): exploration by the variance of results.
#pragma once

#include <hwy/highway.h>

#include <cstdint>

#include "core/base/tables.hpp"
#include "core/selection/rules/rule.hpp"

namespace banyan {

/// q + c sqrt(ln N / n * min(1/4, V + sqrt(2 ln N / n))), where V is the mean of the squares minus
/// the square of the mean. The squares of results 0, 1/2 and 1 add up to wins + draws / 4 =
/// w - draws / 4.
class Tuned : public RuleByTerms {
 public:
  static constexpr RuleName kName{"tuned", "1", "UCB1-Tuned (the same paper; c=1)"};
  static constexpr RuleNeeds kNeeds{.draws = true};
  static constexpr Third kThird = Third::kResults;

  explicit Tuned(double c) : c_(static_cast<float>(c)) {}

  [[nodiscard]] float exploration(std::uint32_t total_visits) const {
    return c_ * Tables::sqrt_log(total_visits);
  }
  /// V; the greatest variance of a child without visits.
  template <class D, class N>
  [[nodiscard, gnu::always_inline]] static auto third(D d, N n, N sum, N draws) {
    namespace hn = hwy::HWY_NAMESPACE;
    const auto squares = sum - hn::Set(d, 0.25F) * draws;
    const auto mean = sum / n;
    const auto variance = hn::Max(hn::Zero(d), squares / n - mean * mean);
    return hn::IfThenElse(hn::Gt(n, hn::Zero(d)), variance, hn::Set(d, kMost));
  }
  template <class D, class V>
  [[nodiscard, gnu::always_inline]] V value(D d, V mean, V r, V variance, V e) const {
    namespace hn = hwy::HWY_NAMESPACE;
    constexpr float kRoot2 = 1.41421356F;
    const float root_log = c_ == 0 ? 0 : hn::GetLane(e) / c_;
    const auto root = hn::Set(d, root_log) * r;  // sqrt(ln N / n)
    const auto bound = hn::Min(hn::Set(d, kMost), variance + hn::Set(d, kRoot2) * root);
    return mean + hn::Set(d, c_) * root * hn::Sqrt(bound);
  }

 private:
  static constexpr float kMost = 0.25F;  // no variance of results from 0 to 1 is greater

  float c_;
};

}  // namespace banyan
