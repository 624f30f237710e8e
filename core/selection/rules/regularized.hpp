// The regularised policy of Grill, Altche, Tang, Hubert, Valko, Antonoglou, Munos (2020).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/selection/rules/rule.hpp"

namespace banyan {

/// The weight of the priors after n visits of k children: c sqrt(n) / (k + n).
inline double prior_weight(double c, std::size_t k, double n) {
  return c * std::sqrt(std::max(1.0, n)) / (static_cast<double>(k) + n);
}

/// Overwrites the values Q of k children by the policy y that maximises sum_a Q_a y_a - weight
/// KL(P, y), which is y_a = weight P_a / (alpha - Q_a), where alpha makes the sum 1. The priors P
/// add up to 1. A Q of -infinity gets 0; not all may be. Visits by PUCT tend to this policy. Both
/// arrays are read up to the next multiple of kLanes (core/selection/policy_rule.hpp), `q` is
/// written up to there.
void to_regularized_policy(float* q, const float* priors, std::size_t k, double weight);

/// y - n / (1 + N), where y is that policy by all means and priors. So visits follow it, as at the
/// inner nodes of Danihelka et al. (2022). No child has a value without the others: no terms.
class Regularized {
 public:
  static constexpr RuleName kName{
      "regularized", "1.5",
      "the regularised policy that PUCT approaches, which visits then follow (Grill et al. 2020; "
      "c=1.5)"};
  static constexpr RuleNeeds kNeeds{.priors = true};

  explicit Regularized(double c) : c_(static_cast<float>(c)) {}

  /// The best of k children with the means `q`, which are overwritten. visits(i) and their sum,
  /// `total`, count descents in flight, too. A child that must not be chosen has a mean of
  /// -infinity and infinitely many visits.
  template <class Visits>
  [[nodiscard]] std::uint32_t best(float* q, const float* priors, std::uint32_t k, float total,
                                   const Visits& visits) const {
    to_regularized_policy(q, priors, k, prior_weight(c_, k, total));
    std::uint32_t best = 0;
    float most = -std::numeric_limits<float>::infinity();
    for (std::uint32_t i = 0; i < k; ++i) {
      const float value = q[i] - visits(i) / (1 + total);
      if (value <= most) continue;
      best = i;
      most = value;
    }
    return best;
  }

 private:
  float c_;
};

}  // namespace banyan
