// The selection rules of policy search, child by child.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/tables.hpp"
#include "core/policies/policy.hpp"
#include "core/trees/stat.hpp"
#include "core/trees/virtual_visits.hpp"

namespace banyan {

/// What the rule knows of one child.
struct ChildView {
  std::uint32_t visits = 0;
  float sum = 0;                ///< of their results, 0 to 1, for the player to choose
  std::uint32_t draws = 0;      ///< among the visits
  std::uint32_t under_way = 0;  ///< descents in flight below it
  float prior = 0;
  Stat amaf = 0;
  Stat all = 0;  ///< with UCT2, of its position over all moves: only for the mean
};

/// Chooses the child with the greatest value. A child has n visits, a sum w of results, d draws and
/// a prior P; all children together have N visits and a sum W. The mean is q = (w + s d) / n, where
/// s is what a draw is worth to the mover beyond a half.
///
///   UCB1        q + c sqrt(ln N / n)
///   UCB1-Tuned  q + c sqrt(ln N / n * min(1/4, V + sqrt(2 ln N / n)))
///                  where V is the mean of the squares minus the square of the plain mean
///   PUCT        q + c P sqrt(max(1, N)) / (1 + n)                (at N = 0 priors decide already)
///
/// With UCT2 (Childs, Brodeur, Kocsis 2008), w / n is over all results of the child's position, and
/// every other n is the child's own visits. With AMAF, q becomes (1 - b) q + b q~, where q~ is the
/// mean of the m AMAF results and b is given by AmafSchedule. An untried child has q = W / N and
/// counts as tried once, or has the value `first_play`. If it has AMAF results, q is q~ alone.
class PolicyRule {
 public:
  PolicyRule(const PolicyOptions& policy, double exploration, VirtualVisits shown)
      : select_(policy.select),
        schedule_(policy.schedule),
        fixed_first_play_(policy.first_play.has_value()),
        first_play_(static_cast<float>(policy.first_play.value_or(0))),
        c_(static_cast<float>(policy.symmetric ? exploration / 2 : exploration)),
        draw_(static_cast<float>(policy.draw - 0.5)),
        k_(static_cast<float>(policy.rave)),
        shown_(shown) {}

  /// What all children of a node share.
  struct Node {
    float exploration;  ///< the part of the exploration term without the child
    float first_play;   ///< q of an untried child
    float draw;         ///< s
  };

  /// `visits`, `sum` and `under_way` are sums over the children. `root_player`: whether the player
  /// to choose is the one to move at the root.
  [[nodiscard]] Node node(std::uint64_t visits, float sum, std::uint64_t under_way,
                          bool root_player) const {
    std::uint64_t shown = visits;
    if (under_way > 0) {
      shown += static_cast<std::uint64_t>(static_cast<float>(under_way) * shown_.weight());
    }
    const auto total = static_cast<std::uint32_t>(shown);
    Node node;
    node.exploration = select_ == SelectionRule::kPuct
                           ? c_ * std::sqrt(static_cast<float>(std::max(total, 1U)))
                           : c_ * Tables::sqrt_log(total);
    const float mean = visits == 0 ? 0.5F : sum / static_cast<float>(visits);
    node.first_play = fixed_first_play_ ? first_play_ : mean;
    node.draw = root_player ? draw_ : -draw_;
    return node;
  }

  [[nodiscard, gnu::always_inline]] float value(const Node& node, const ChildView& child) const {
    const std::uint32_t n = child.visits;
    const Inverse inverse = inverse_of(n, child.under_way);
    const float result = sum_of(child) + node.draw * static_cast<float>(child.draws);
    const bool known = n > 0 || (child.under_way > 0 && shown_.loss() > 0);
    float q = known ? result * inverse.known : node.first_play;
    const std::uint32_t m = visits_of(child.amaf);
    if (m > 0) {
      const float r = Tables::inverse_sqrt(m);
      const float amaf = 0.5F * static_cast<float>(points_of(child.amaf)) * r * r;
      const float b = weight(static_cast<float>(n), static_cast<float>(m));
      q += b * (amaf - q);
    } else if (fixed_first_play_ && n + child.under_way == 0 && select_ != SelectionRule::kPuct) {
      return q;
    }
    switch (select_) {
      case SelectionRule::kPuct:
        return q + node.exploration * child.prior * inverse.next;
      case SelectionRule::kTuned:
        return q + tuned(node.exploration, child, static_cast<float>(n), inverse.root);
      case SelectionRule::kUcb1:
      case SelectionRule::kMents:
        break;
    }
    return q + node.exploration * inverse.root;
  }

 private:
  /// The child's own sum, or that of its visits at the position's mean.
  [[nodiscard]] static float sum_of(const ChildView& child) {
    if (child.all == 0) return child.sum;
    const auto visits = static_cast<float>(child.visits);
    const auto all_visits = static_cast<float>(visits_of(child.all));
    return 0.5F * (visits * static_cast<float>(points_of(child.all)) / all_visits);
  }

  /// From a child's visits as they appear, at least 1 each: 1 / (those in the mean), 1 / sqrt(those
  /// in the exploration term), and 1 / (1 + the latter).
  struct Inverse {
    float known;
    float root;
    float next;
  };
  [[nodiscard]] Inverse inverse_of(std::uint32_t n, std::uint32_t under_way) const {
    if (under_way == 0) [[likely]] {
      const float root = n == 0 ? 1 : Tables::inverse_sqrt(n);
      const float next = Tables::inverse_sqrt(n + 1);
      return {root * root, root, next * next};
    }
    const auto o = static_cast<float>(under_way);
    const float known = static_cast<float>(n) + shown_.loss() * o;
    const float shown = static_cast<float>(n) + shown_.weight() * o;
    return {1 / std::max(1.0F, known), 1 / std::sqrt(std::max(1.0F, shown)), 1 / (1 + shown)};
  }

  /// The weight of the AMAF mean.
  [[nodiscard]] float weight(float n, float m) const {
    if (schedule_ == AmafSchedule::kSqrt) return std::sqrt(k_ / (3 * n + k_));
    return m / (n + m + n * m / k_);
  }

  /// c sqrt(ln N / n * min(1/4, V + ...)). The squares of results 0, 1/2 and 1 add up to wins +
  /// draws / 4 = w - draws / 4.
  [[nodiscard]] float tuned(float exploration, const ChildView& child, float n,
                            float inverse_root) const {
    float variance = 0.25F;
    const float log_part = c_ == 0 ? 0 : exploration / c_;  // sqrt(ln N)
    const float root = log_part * inverse_root;             // sqrt(ln N / n)
    if (n > 0) {
      const float squares = child.sum - 0.25F * static_cast<float>(child.draws);
      const float mean = child.sum / n;
      constexpr float kRoot2 = 1.41421356F;
      variance = std::min(0.25F, std::max(0.0F, squares / n - mean * mean) + kRoot2 * root);
    }
    return c_ * root * std::sqrt(variance);
  }

  SelectionRule select_;
  AmafSchedule schedule_;
  bool fixed_first_play_;
  float first_play_;
  float c_;
  float draw_;
  float k_;
  VirtualVisits shown_;
};

}  // namespace banyan
