// UCB with a polynomial bonus (Shah, Xie, Xu 2020).
#pragma once

#include <cmath>
#include <cstdint>

#include "core/selection/rules/rule.hpp"
#include "core/selection/rules/ucb1.hpp"

namespace banyan {

/// q + c N^(1/4) / n^(1/2). In a tree, the results of a child are those of a search that still
/// learns. They come near to their mean more slowly than UCB1's ln N assumes. With a bonus like
/// this one the value at the root is shown to converge.
class Polynomial : public RuleByTerms {
 public:
  static constexpr RuleName kName{
      "polynomial", "0.35",
      "the polynomial bonus c N^(1/4) / n^(1/2) (Shah, Xie, Xu 2020; c=0.35)"};

  explicit Polynomial(double c) : c_(static_cast<float>(c)) {}

  [[nodiscard]] float exploration(std::uint32_t total_visits) const {
    return c_ * std::sqrt(std::sqrt(static_cast<float>(total_visits)));
  }
  template <class D, class V>
  [[nodiscard, gnu::always_inline]] V value(D /*d*/, V mean, V r, V /*third*/, V e) const {
    return Ucb1::of_mean(mean, r, e);
  }

 private:
  float c_;
};

}  // namespace banyan
