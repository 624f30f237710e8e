// UCB1 (Auer, Cesa-Bianchi, Fischer 2002) applied to trees (Kocsis, Szepesvari 2006).
#pragma once

#include <cstdint>

#include "core/base/stat.hpp"
#include "core/base/tables.hpp"
#include "core/selection/rules/rule.hpp"

namespace banyan {

/// The child with the greatest
///
///   w / n + c * sqrt(ln N / n)
///
/// where w is the sum of its n results and N the visits of all children together. Auer et al.'s
/// UCB1 has c = sqrt(2) for results in [0, 1].
class Ucb1 : public RuleByTerms {
 public:
  explicit Ucb1(double c) : c_(static_cast<float>(c)) {}

  /// The part of the rule that all children of a node share: c sqrt(ln N).
  [[nodiscard]] float exploration(std::uint32_t total_visits) const {
    return c_ * Tables::sqrt_log(total_visits);
  }

  /// A child's value, with r = 1/sqrt(n) in place of the division and both roots. Of one child or
  /// of a vector of them.
  template <class V>
  [[nodiscard, gnu::always_inline]] static V value(V sum, V r, V exploration) {
    return r * (sum * r + exploration);
  }
  /// The same of a mean that is not of results alone.
  template <class V>
  [[nodiscard, gnu::always_inline]] static V of_mean(V mean, V r, V exploration) {
    return mean + exploration * r;
  }
  /// Of a child's statistics; 0 without visits.
  [[nodiscard]] static float value(Stat stat, float exploration) {
    return value(0.5F * static_cast<float>(points_of(stat)), Tables::inverse_sqrt(visits_of(stat)),
                 exploration);
  }

  // As a rule by terms, where every child is tried before it is chosen by results.
  static constexpr bool kOfSums = true;
  template <class D, class V>
  [[nodiscard, gnu::always_inline]] V value(D /*d*/, V sum, V r, V /*third*/, V e) const {
    return value(sum, r, e);
  }

 private:
  float c_;
};

/// UCB1 of means.
class Ucb1OfMeans : public Ucb1 {
 public:
  static constexpr RuleName kName{"ucb1", "1.414",
                                  "UCB1 (Auer, Cesa-Bianchi, Fischer 2002; c=1.414)"};
  using Ucb1::Ucb1;

  static constexpr bool kOfSums = false;
  template <class D, class V>
  [[nodiscard, gnu::always_inline]] V value(D /*d*/, V mean, V r, V /*third*/, V e) const {
    return of_mean(mean, r, e);
  }

  /// What is faster, and the same, where each child is tried once before the rule chooses.
  using Simpler = Ucb1;
};

}  // namespace banyan
