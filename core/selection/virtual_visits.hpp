// How descents in flight below a child appear to threads that choose a child meanwhile.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/stat.hpp"
#include "core/selection/rules/ucb1.hpp"

namespace banyan {

/// The selection rule for a child with n visits, w points and o descents in flight ("unobserved"),
/// among siblings with N visits and O descents in flight:
///
///   losses(v)   w / 2(n + v o) + c sqrt(ln(N + v O) / (n + v o))    virtual loss of real weight v
///                                                       (Chaslot et al. 2008; 0.1 to 3 in use)
///   mean()      w / 2n         + c sqrt(ln(N + O) / (n + o))    WU-UCT (Liu et al. 2020), also
///               virtual mean (Cazenave 2021): o visits at the child's mean q leave the mean
///               (w / 2 + o q) / (n + o) = q, so computed anew at every choice both are one rule
///
/// n and w are never changed: o is an integer that goes up and down by one, so weights of any size
/// cancel exactly. With no descents in flight, or with weight 0, the rule is UCB1 bit for bit. Only
/// a child before its first result appears as at least one visit.
class VirtualVisits {
 public:
  static VirtualVisits losses(double weight) {
    return {static_cast<float>(weight), static_cast<float>(weight)};
  }
  static VirtualVisits mean() { return {1, 0}; }

  /// The visits that a descent in flight counts as, in the exploration term and in the mean.
  [[nodiscard]] float weight() const { return weight_; }
  [[nodiscard]] float loss() const { return loss_; }

  /// The visits of all children together, with those in flight by weight.
  [[nodiscard]] std::uint32_t total(std::uint64_t visits, std::uint64_t in_flight) const {
    if (in_flight == 0) return static_cast<std::uint32_t>(visits);
    const double shown =
        static_cast<double>(visits) + static_cast<double>(in_flight) * double{weight_};
    return static_cast<std::uint32_t>(shown);
  }

  /// A child's value; `exploration` is Ucb1::exploration(total).
  [[nodiscard]] float value(Stat stat, std::uint32_t in_flight, float exploration) const {
    if (in_flight == 0 || (weight_ == 0 && visits_of(stat) > 0)) {
      return Ucb1::value(stat, exploration);
    }
    const float half_points = 0.5F * static_cast<float>(points_of(stat));
    return value(visits_of(stat), half_points, in_flight, exploration);
  }

  /// The same for a child with `real_visits` visits whose results, each 0 to 1, add up to `sum`.
  [[nodiscard]] float value(std::uint32_t real_visits, float sum, std::uint32_t in_flight,
                            float exploration) const {
    const auto visits = static_cast<float>(real_visits);
    const auto others = static_cast<float>(in_flight);
    // At least one visit: a small weight must not make a child without results irresistible. It
    // must still attract threads, since the first one there may have lost its core.
    const float known = std::max(1.0F, visits + loss_ * others);
    const float shown = std::max(1.0F, visits + weight_ * others);
    return sum / known + exploration / std::sqrt(shown);
  }

 private:
  VirtualVisits(float weight, float loss) : weight_(weight), loss_(loss) {}

  float weight_;  // v in the exploration term
  float loss_;    // v in the mean
};

}  // namespace banyan
