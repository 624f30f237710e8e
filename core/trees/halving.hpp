// How a search goes on for longer than the counters of its tree.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "core/trees/stat.hpp"
#include "core/trees/tree_base.hpp"

namespace banyan {

/// Halves the statistics of the children of a node, and likewise below it, wherever these have more
/// than `most` / 2 visits together. A node with few visits is left as it is.
template <class Tree>
void halve_from(Tree& tree, Node node, std::uint64_t most) {
  std::uint64_t visits = 0;
  for (Slot slot = 0; slot < tree.size(node); ++slot) visits += visits_of(tree.stat(node, slot));
  if (visits <= most / 2) return;
  for (Slot slot = 0; slot < tree.size(node); ++slot) {
    const Node below = tree.child(node, slot);
    if (below != kNoNode && !tree.others_own(below)) halve_from(tree, below, most);
  }
  tree.halve(node, static_cast<std::uint32_t>(most / kUnhalved));
}

/// Keeps the statistics of a tree within kMaxVisits: whenever the root has `most` visits, it and
/// its busiest descendants are halved, so that what was found long ago counts for less (as in
/// discounted UCB; Kocsis, Szepesvari 2006). Means stay, and selection explores a little more.
/// Thread-safe.
class Halving {
 public:
  /// `kept`: visits that the root had before.
  explicit Halving(std::uint64_t most, std::uint64_t kept = 0)
      : most_(most), next_(most - std::min(most, kept)) {}

  /// To be called between iterations, by any thread, with the visits that the root was given so
  /// far.
  template <class Tree>
  void keep(Tree& tree, std::uint64_t visits) {
    if (visits < next_.load(std::memory_order_relaxed)) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || visits < next_.load(std::memory_order_relaxed)) return;
    halve_from(tree, tree.root(), most_);
    next_.fetch_add(most_ / 2, std::memory_order_relaxed);
    times_.fetch_add(1, std::memory_order_relaxed);
  }

  [[nodiscard]] std::uint64_t most() const { return most_; }
  [[nodiscard]] std::uint64_t times() const { return times_.load(std::memory_order_relaxed); }

 private:
  std::uint64_t most_;
  std::atomic<std::uint64_t> next_;  // visits of the root
  std::atomic<std::uint64_t> times_ = 0;
  std::mutex mutex_;
};

}  // namespace banyan
