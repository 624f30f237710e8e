// The selection rules of policy search, many children at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/stat.hpp"
#include "core/selection/policy.hpp"
#include "core/selection/virtual_visits.hpp"

namespace banyan {

/// What the rule knows of one child.
struct ChildView {
  std::uint32_t visits = 0;
  float sum = 0;                ///< of their results, 0 to 1, for the player to choose
  std::uint32_t draws = 0;      ///< among the visits
  std::uint32_t in_flight = 0;  ///< descents in flight below it
  float prior = 0;
  Stat amaf = 0;
  Stat all = 0;  ///< with UCT2, of its position over all moves: only for the mean
};

/// The same of a node's children, an array for each thing, null for what the rule does not need.
/// Entries up to the next multiple of kLanes are read.
struct Children {
  static constexpr std::size_t kLanes = 8;

  std::size_t size;
  const std::uint32_t* visits;
  const float* sum;
  const std::uint32_t* draws;
  const std::uint32_t* in_flight;
  const float* prior;
  const std::uint32_t* amaf_visits;
  const std::uint32_t* amaf_points;
  const float* sum_of_all;  ///< in place of `sum` for the mean
  const float* bar;         ///< -infinity for a child that must not be chosen, else 0
  float* scratch;
};

/// Splits one thread's statistics into visits and points, or sums of results from 0 to 1. Returns
/// all of them added up.
Stat split(const Stat* stats, std::size_t size, std::uint32_t* visits, float* sums);
void split(const Stat* stats, std::size_t size, std::uint32_t* visits, std::uint32_t* points);

/// Room for these. Visits and sums are always filled, priors for PUCT, and else what `has` names.
template <std::size_t Capacity>
struct ChildArrays {
  static constexpr std::size_t kLanes = Children::kLanes;
  static constexpr std::size_t kRoom = (Capacity + kLanes - 1) / kLanes * kLanes;
  template <class T>
  using Array = T[kRoom];

  std::uint32_t size = 0;
  struct {
    bool draws = false;
    bool in_flight = false;
    bool amaf = false;
    bool sum_of_all = false;
    bool bar = false;
  } has;
  alignas(64) Array<std::uint32_t> visits;
  alignas(64) Array<float> sum;
  alignas(64) Array<std::uint32_t> draws;
  alignas(64) Array<std::uint32_t> in_flight;
  alignas(64) Array<float> prior;
  alignas(64) Array<std::uint32_t> amaf_visits;
  alignas(64) Array<std::uint32_t> amaf_points;
  alignas(64) Array<float> sum_of_all;
  alignas(64) Array<float> bar;
  alignas(64) Array<float> scratch;

  [[nodiscard]] Children view() {
    return {size,
            visits,
            sum,
            has.draws ? draws : nullptr,
            has.in_flight ? in_flight : nullptr,
            prior,
            has.amaf ? amaf_visits : nullptr,
            amaf_points,
            has.sum_of_all ? sum_of_all : nullptr,
            has.bar ? bar : nullptr,
            scratch};
  }

  /// Fills an array by value(slot), and with zeros behind the last child.
  template <class T, class Value>
  void fill(Array<T>& array, const Value& value) {
    for (std::uint32_t slot = 0; slot < size; ++slot) array[slot] = value(slot);
    end(array);
  }
  template <class T>
  void end(Array<T>& array) {
    for (std::size_t i = size; i % kLanes != 0; ++i) array[i] = 0;
  }
  /// Fills visits and sums by one thread's statistics, which it returns added up.
  Stat split_results(const Stat* stats) {
    const Stat all = split(stats, size, visits, sum);
    end(visits);
    end(sum);
    return all;
  }
  void split_amaf(const Stat* stats) {
    split(stats, size, amaf_visits, amaf_points);
    end(amaf_visits);
    end(amaf_points);
    has.amaf = true;
  }
  template <class AmafOf>
  void fill_amaf(const AmafOf& amaf_of) {
    for (std::uint32_t slot = 0; slot < size; ++slot) {
      const Stat stat = amaf_of(slot);
      amaf_visits[slot] = visits_of(stat);
      amaf_points[slot] = points_of(stat);
    }
    end(amaf_visits);
    end(amaf_points);
    has.amaf = true;
  }
};

/// Chooses by the policy's rule (core/selection/rules/) where everything is gathered first. A child
/// has n visits, a sum w of results, d draws and a prior P; all children together have N visits and
/// a sum W. The mean is q = (w + s d) / n, where s is what a draw is worth to the mover beyond a
/// half.
///
/// Descents in flight change n and q (core/selection/virtual_visits.hpp). With UCT2 (Childs,
/// Brodeur, Kocsis 2008), w / n is over all results of the child's position, and every other n is
/// the child's own visits. With AMAF, q becomes (1 - b) q + b q~, where q~ is the mean of the m
/// AMAF results and b is given by AmafSchedule. An untried child has q = W / N and counts as tried
/// once, or has the value `first_play`. If it has AMAF results, q is q~ alone.
class PolicyRule {
 public:
  PolicyRule(const PolicyOptions& policy, double exploration, VirtualVisits shown)
      : select_(policy.select),
        schedule_(policy.schedule),
        each_first_(!policy.all_children),
        fixed_first_play_(policy.first_play.has_value()),
        first_play_(static_cast<float>(policy.first_play.value_or(0))),
        c_(policy.constant(exploration)),
        draw_(static_cast<float>(policy.draw - 0.5)),
        k_(static_cast<float>(policy.rave)),
        shown_(shown) {}

  /// What all children of a node share.
  struct Node {
    float exploration;  ///< the part of the exploration term without the child
    float first_play;   ///< q of an untried child
    float draw;         ///< s
    float visits;       ///< N
  };

  /// `visits`, `sum` and `in_flight` are sums over the children. `root_player`: whether the player
  /// to choose is the one to move at the root.
  [[nodiscard]] Node node(std::uint64_t visits, float sum, std::uint64_t in_flight,
                          bool root_player) const {
    std::uint64_t shown = visits;
    if (in_flight > 0) {
      shown += static_cast<std::uint64_t>(static_cast<float>(in_flight) * shown_.weight());
    }
    const auto total = static_cast<std::uint32_t>(shown);
    Node node;
    node.exploration = with_rule(select_, c_, [&]<class R>(const R& rule) {
      if constexpr (HasTerms<R>) return rule.exploration(total);
      return 0.0F;
    });
    const float mean = visits == 0 ? 0.5F : sum / static_cast<float>(visits);
    node.first_play = fixed_first_play_ ? first_play_ : mean;
    node.draw = root_player ? draw_ : -draw_;
    node.visits = static_cast<float>(total);
    return node;
  }

  /// The child with the greatest value, the first among equals.
  [[nodiscard]] Slot best(const Node& node, const Children& children) const;
  /// Of a rule by terms, or else the mean.
  [[nodiscard]] float value(const Node& node, const ChildView& child) const;

  /// The child's own sum, or that of its visits at the position's mean.
  [[nodiscard]] static float sum_of_all(const ChildView& child) {
    if (child.all == 0) return child.sum;
    const auto visits = static_cast<float>(child.visits);
    const auto all_visits = static_cast<float>(visits_of(child.all));
    return 0.5F * (visits * static_cast<float>(points_of(child.all)) / all_visits);
  }

 private:
  template <class D, class R>
  [[nodiscard]] auto values(D d, const R& rule, const Node& node, const Children& children,
                            std::size_t i) const;
  template <class D, class R>
  [[nodiscard]] Slot best_of_means(D d, const R& rule, const Node& node,
                                   const Children& children) const;
  template <class D, class V>
  [[nodiscard]] V weight(D d, V visits, V amaf_visits) const;

  SelectionRule select_;
  AmafSchedule schedule_;
  bool each_first_;  // each child is tried before the rule chooses
  bool fixed_first_play_;
  float first_play_;
  float c_;
  float draw_;
  float k_;
  VirtualVisits shown_;
};

}  // namespace banyan
