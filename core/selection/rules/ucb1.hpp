// UCB1 (Auer, Cesa-Bianchi, Fischer 2002) applied to trees (Kocsis, Szepesvari 2006).
#pragma once

#include <cstdint>

#include "core/base/tables.hpp"
#include "core/tree/stat.hpp"

namespace banyan {

/// The selection rule: the child with the greatest
///
///   w / (2 n) + c * sqrt(ln N / n)
///
/// where n are the child's visits, w its points (half points, so w / 2n is the mean result) and N
/// the visits of all children together. Auer et al.'s UCB1 has c = sqrt(2) for results in [0, 1].
class Ucb1 {
 public:
  explicit Ucb1(double c) : c_(static_cast<float>(c)) {}

  /// The part of the rule that all children of a node share.
  [[nodiscard]] float exploration(std::uint32_t total_visits) const {
    return c_ * Tables::sqrt_log(total_visits);
  }

  /// A child's value, rewritten so that one table look-up replaces the division and both roots:
  /// with r = 1/sqrt(n) it is r * (w / 2 * r + exploration).
  static float value(Stat stat, float exploration) {
    const float r = Tables::inverse_sqrt(visits_of(stat));
    return r * (0.5F * static_cast<float>(points_of(stat)) * r + exploration);
  }

 private:
  float c_;
};

}  // namespace banyan
