// The classic shared trees with separate counts of descents in flight: lock-free, with a lock in
// every node, or under one lock.
#pragma once

#include <cstdint>

#include "core/selection/virtual_visits.hpp"
#include "core/tree/sharing.hpp"
#include "core/tree/tree.hpp"
#include "parallel/trees/atomic_cell.hpp"
#include "parallel/trees/timed_lock.hpp"

namespace banyan {

/// How threads synchronise on such a tree.
enum class ClassicLock : std::uint8_t {
  kFree,    ///< only atomic additions (Enzenberger, Müller 2010)
  kNode,    ///< "local mutexes" (Chaslot et al. 2008): a lock in every node, one held at a time
  kGlobal,  ///< "global mutex" (the same): the caller holds one lock whenever it uses the tree
};

/// What one thread counted in such a tree.
struct ClassicCounts {
  LockWaits waits;
  std::uint64_t duplicate_leaves = 0;  ///< descents to a leaf that had another one in flight

  ClassicCounts& operator+=(const ClassicCounts& other) {
    waits += other.waits;
    duplicate_leaves += other.duplicate_leaves;
    return *this;
  }
};

/// The sharing of a tree that counts descents in flight below each child separately from
/// statistics. So they can count as anything (VirtualVisits), with any lock. A node's memory is the
/// same for every lock and every weight. Each thread has its own copy, which holds its counts.
class CountedDescents {
 public:
  template <class T>
  using Cell = AtomicCell<T>;
  using Lock = SpinLock;
  static constexpr bool kShared = true;
  static constexpr bool kCountsDescents = true;

  explicit CountedDescents(ClassicLock lock = ClassicLock::kFree,
                           VirtualVisits shown = VirtualVisits::losses(1))
      : lock_(lock), shown_(shown) {}

  [[nodiscard]] ClassicLock lock() const { return lock_; }

  NodeGuard<Lock> lock(Lock& lock) {
    if (lock_ != ClassicLock::kNode) return NodeGuard<Lock>();
    acquire(lock, counts_.waits);
    return NodeGuard<Lock>(&lock);
  }

  /// The lock's holder is the only writer.
  template <class T>
  T add(Cell<T>& cell, T more, std::memory_order order = std::memory_order_relaxed) const {
    return lock_ == ClassicLock::kFree ? cell.add(more, order) : cell.add_alone(more);
  }

  /// Returns the descents that were there before. Release pairs with the acquire of the next
  /// descent's call, so that this one cannot see that descent's visit.
  std::uint32_t enter(Cell<std::uint32_t>& in_flight) const {
    return add(in_flight, 1U, std::memory_order_acq_rel);
  }
  void leave(Cell<Stat>& stat, Cell<std::uint32_t>& in_flight, std::uint32_t games,
             std::uint32_t points) const {
    add(stat, make_stat(games, points));
    add(in_flight, ~0U);
  }
  void count_duplicate_leaf() { ++counts_.duplicate_leaves; }

  [[nodiscard]] std::uint32_t total(std::uint32_t visits, std::uint32_t in_flight) const {
    return shown_.total(visits, in_flight);
  }
  [[nodiscard]] float value(Stat stat, std::uint32_t in_flight, float exploration) const {
    return shown_.value(stat, in_flight, exploration);
  }

  [[nodiscard]] const ClassicCounts& counts() const { return counts_; }
  /// Enter, leave, and add the result.
  [[nodiscard]] std::uint64_t writes_a_step() const { return 3; }

 private:
  ClassicLock lock_;
  VirtualVisits shown_;
  ClassicCounts counts_;
};

template <Game G>
using ClassicTree = Tree<G, CountedDescents>;

}  // namespace banyan
