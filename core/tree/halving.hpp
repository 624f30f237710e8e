// How a search goes on when its tree's counters would overflow.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "core/base/stat.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// Halves the statistics of a node's children, and of all nodes below whose children have more than
/// `most` / 2 visits together. Other nodes keep theirs. Returns whether there was anything to
/// halve.
template <class Tree>
[[gnu::noinline]] bool halve_from(Tree& tree, Node node, std::uint64_t most) {
  std::uint64_t visits = 0;
  for (Slot slot = 0; slot < tree.size(node); ++slot) visits += visits_of(tree.stat(node, slot));
  if (visits <= most / 2) return false;
  for (Slot slot = 0; slot < tree.size(node); ++slot) {
    const Node below = tree.child(node, slot);
    if (below != kNoNode && !tree.others_own(below)) halve_from(tree, below, most);
  }
  tree.halve(node, static_cast<std::uint32_t>(most / kUnhalved));
  return true;
}

/// Keeps the statistics of a tree within kMaxVisits. Whenever the root has `most` visits, its
/// children's statistics and those of its busiest descendants are halved. Old results then count
/// for less, as in discounted UCB (Kocsis, Szepesvari 2006). Means stay, and selection explores a
/// little more. Thread-safe.
class Halving {
 public:
  /// `kept`: visits that the root had before.
  explicit Halving(std::uint64_t most, std::uint64_t kept = 0)
      : most_(most), next_(most - std::min(most, kept)) {}

  /// Any thread calls this between iterations, with the root's visits in this search so far.
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
