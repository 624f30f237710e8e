// The regularised policy of Grill, Altche, Tang, Hubert, Valko, Antonoglou, Munos (2020).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

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

}  // namespace banyan
