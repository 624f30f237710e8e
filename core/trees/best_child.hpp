// The child that UCB1 prefers, from statistics that a thread has read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/trees/best_lane.hpp"
#include "core/trees/stat.hpp"
#include "core/trees/tree_base.hpp"
#include "core/trees/ucb.hpp"

namespace banyan {

/// The best of k children by UCB1, by vectors; a child without visits has the value `unvisited`.
/// Entries up to the next multiple of kStatLanes are read. The arithmetic is that of Ucb1::value,
/// operation by operation.
inline constexpr std::size_t kStatLanes = 8;
Best best_by_ucb1(const Stat* stats, std::size_t k, float exploration, float unvisited);

/// A copy of the statistics of a node's children. Reading them once is faster where other threads
/// write them, and vectors need them side by side.
template <std::size_t Capacity>
class ChildStats {
 public:
  void set(Slot slot, Stat stat) { stats_[slot] = stat; }
  /// A child that must not be chosen has a value below 0, unlike all others.
  void rule_out(Slot slot) { stats_[slot] = make_stat(1, std::uint32_t{1} << 31U); }

  /// The best of the first k children.
  [[nodiscard]] Best best(std::uint32_t k, float exploration, float unvisited) {
    if constexpr (Capacity > kFew) {
      for (std::size_t i = k; i % kStatLanes != 0; ++i) stats_[i] = 0;
      return best_by_ucb1(stats_, k, exploration, unvisited);
    }
    Best best{0, -1};
    for (Slot slot = 0; slot < k; ++slot) {
      const bool visited = visits_of(stats_[slot]) > 0;
      const float value = visited ? value_of(stats_[slot], exploration) : unvisited;
      if (value > best.value) best = {slot, value};
    }
    return best;
  }

 private:
  static constexpr std::size_t kFew = 16;  // vectors bring nothing
  /// Points as signed numbers, for rule_out().
  static float value_of(Stat stat, float exploration) {
    const float r = Tables::inverse_sqrt(visits_of(stat));
    const auto points = static_cast<std::int32_t>(points_of(stat));
    return r * (0.5F * static_cast<float>(points) * r + exploration);
  }

  alignas(64) Stat stats_[(Capacity + kStatLanes - 1) / kStatLanes * kStatLanes];
};

}  // namespace banyan
