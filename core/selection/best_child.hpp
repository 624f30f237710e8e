// The child that UCB1 prefers, from statistics that a thread has read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/stat.hpp"
#include "core/selection/best_lane.hpp"

namespace banyan {

inline constexpr std::size_t kStatLanes = 8;

/// The best of k children by UCB1, by vectors; a child without visits has the value `unvisited`.
/// Entries up to the next multiple of kStatLanes are read.
Best best_by_ucb1(const Stat* stats, std::size_t k, float exploration, float unvisited);

/// More children than these are compared by vectors, which are slower for fewer.
inline constexpr std::size_t kFewMoves = 16;

/// A copy of the statistics of a node's children. Reading them once is faster where other threads
/// write them, and vectors need them side by side.
template <std::size_t Capacity>
class ChildStats {
 public:
  void set(Slot slot, Stat stat) { stats_[slot] = stat; }

  /// The best of the first k children.
  [[nodiscard]] Best best(std::uint32_t k, float exploration, float unvisited) {
    for (std::size_t i = k; i % kStatLanes != 0; ++i) stats_[i] = 0;
    return best_by_ucb1(stats_, k, exploration, unvisited);
  }

 private:
  alignas(64) Stat stats_[(Capacity + kStatLanes - 1) / kStatLanes * kStatLanes];
};

/// Keeps the better of two children, the first among equals.
inline void keep_better(Best& best, Slot slot, float value) {
  if (value > best.value || (value == best.value && slot < best.index)) best = {slot, value};
}

}  // namespace banyan
