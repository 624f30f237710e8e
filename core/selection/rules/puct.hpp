// PUCT: exploration by prior probabilities (Rosin 2011; in this form Silver et al. 2017).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/selection/rules/rule.hpp"

namespace banyan {

/// q + c P sqrt(max(1, N)) / (1 + n). At N = 0 priors decide already. With `EqualPriors` e has the
/// factor P.
template <bool EqualPriors>
class PuctRule : public RuleByTerms {
 public:
  static constexpr RuleName kName{
      "puct", "1.5",
      "PUCT, by priors: q + c P sqrt(N) / (1 + n) (Rosin 2011; Silver et al. 2017; c=1.5)"};
  static constexpr RuleNeeds kNeeds{.priors = true};
  static constexpr Third kThird = EqualPriors ? Third::kNone : Third::kPrior;
  static constexpr bool kEqualPriors = EqualPriors;
  static constexpr std::uint32_t kMore = 1;

  explicit PuctRule(double c) : c_(static_cast<float>(c)) {}

  [[nodiscard]] float exploration(std::uint32_t total_visits) const {
    return c_ * std::sqrt(static_cast<float>(std::max(total_visits, 1U)));
  }
  template <class V>
  [[nodiscard, gnu::always_inline]] static V factor(V root) {
    return root * root;
  }
  template <class D, class V>
  [[nodiscard, gnu::always_inline]] V value(D /*d*/, V mean, V b, V prior, V e) const {
    if constexpr (EqualPriors) {
      return mean + e * b;
    } else {
      return mean + e * prior * b;
    }
  }

  /// What is faster where all children have the same prior.
  using Simpler = PuctRule<true>;

 private:
  float c_;
};
using Puct = PuctRule<false>;

}  // namespace banyan
