// What the descents under way below a child show to the threads that choose a child meanwhile.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/trees/stat.hpp"
#include "core/trees/ucb.hpp"

namespace banyan {

/// The selection rule for a child with n visits, w points and o descents under way ("unobserved"),
/// among siblings with N visits and O descents under way:
///
///   losses(v)   w / 2(n + v o) + c sqrt(ln(N + v O) / (n + v o))    virtual loss of real weight v
///                                                       (Chaslot et al. 2008; 0.1 to 3 in use)
///   mean()      w / 2n         + c sqrt(ln(N + O) / (n + o))    WU-UCT (Liu et al. 2020), and as
///               well virtual mean (Cazenave 2021): o visits at the child's mean q leave the mean
///               (w / 2 + o q) / (n + o) = q, so taken afresh at every choice both are one rule
///
/// Nothing is ever booked into n and w: o is a whole number that goes up by one and down by one, so
/// that weights of any size cancel exactly. Without descents under way, and with weight 0, the rule
/// is UCB1 bit for bit; but a child before its first result appears as one visit at least.
class VirtualVisits {
 public:
  static VirtualVisits losses(double weight) {
    return {static_cast<float>(weight), static_cast<float>(weight)};
  }
  static VirtualVisits mean() { return {1, 0}; }

  /// What a descent under way counts in the exploration term, and in the mean.
  [[nodiscard]] float weight() const { return weight_; }
  [[nodiscard]] float loss() const { return loss_; }

  /// The visits of all children together, as they appear.
  [[nodiscard]] std::uint32_t total(std::uint64_t visits, std::uint64_t under_way) const {
    if (under_way == 0) return static_cast<std::uint32_t>(visits);
    const double shown =
        static_cast<double>(visits) + static_cast<double>(under_way) * double{weight_};
    return static_cast<std::uint32_t>(shown);
  }

  /// A child's value; `exploration` is Ucb1::exploration(total).
  [[nodiscard]] float value(Stat stat, std::uint32_t under_way, float exploration) const {
    if (under_way == 0 || (weight_ == 0 && visits_of(stat) > 0)) {
      return Ucb1::value(stat, exploration);
    }
    const float half_points = 0.5F * static_cast<float>(points_of(stat));
    return value(visits_of(stat), half_points, under_way, exploration);
  }

  /// The same of a child with so many visits whose results, each 0 to 1, add up to `sum`.
  [[nodiscard]] float value(std::uint32_t real_visits, float sum, std::uint32_t under_way,
                            float exploration) const {
    const auto visits = static_cast<float>(real_visits);
    const auto flying = static_cast<float>(under_way);
    // One visit at least, lest a small weight make a child without results irresistible; and it
    // must attract somebody, since the thread that was first there may have lost its core.
    const float known = std::max(1.0F, visits + loss_ * flying);
    const float shown = std::max(1.0F, visits + weight_ * flying);
    return sum / known + exploration / std::sqrt(shown);
  }

 private:
  VirtualVisits(float weight, float loss) : weight_(weight), loss_(loss) {}

  float weight_;  // v in the exploration term
  float loss_;    // v in the mean
};

}  // namespace banyan
