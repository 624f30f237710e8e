// Maximum entropy tree search (MENTS; Xiao, Huang, Mei, Schuurmans, Mueller 2019).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/selection/rules/rule.hpp"

namespace banyan {

/// With tau = 0 the soft maximum is the maximum, and this is near enough.
inline constexpr double kLeastTau = 1e-9;

/// A node's soft value: tau log sum_a exp(Q_a / tau), which goes to the greatest Q as tau goes to
/// 0. It exceeds that by up to tau log k, with k values, at every level of the tree. There is at
/// least one Q: in a tree, those of the moves tried so far.
inline double soft_maximum(std::span<const double> q, double tau) {
  tau = std::max(tau, kLeastTau);
  const double greatest = *std::max_element(q.begin(), q.end());
  double sum = 0;
  for (const double each : q) sum += std::exp((each - greatest) / tau);
  return greatest + tau * std::log(sum);
}

/// Overwrites Q_a by the probabilities exp((Q_a - V) / tau), where V is the soft value.
inline void to_soft_policy(std::span<double> q, double tau) {
  tau = std::max(tau, kLeastTau);
  const double value = soft_maximum(q, tau);
  for (double& each : q) each = std::exp((each - value) / tau);
}

/// How often E2W ("empirical exponential weight") draws uniformly among k moves after n visits: c k
/// / log(n + 1), at most 1. Otherwise it draws by the soft policy.
inline double uniform_share(double c, std::size_t k, std::uint64_t n) {
  return std::min(1.0, c * static_cast<double>(k) / std::log(static_cast<double>(n) + 1));
}

/// MENTS draws its moves (ReturnResults::drawn_softly), so that values must be real numbers. c is
/// the share of uniform draws.
struct Ments {
  static constexpr RuleName kName{
      "ments", "0.1",
      "MENTS (Xiao et al. 2019): moves drawn by a softmax of values, or uniformly with probability "
      "c k / log(N + 1), c=0.1; values are soft maxima"};
  static constexpr RuleNeeds kNeeds{.draws_moves = true};

  explicit Ments(double /*c*/) {}
};

}  // namespace banyan
