// The classic shared trees whose descents under way are counted apart: lock-free, with a lock in
// every node, or under one lock.
#pragma once

#include <cstdint>

#include "core/trees/sharing.hpp"
#include "core/trees/tree.hpp"
#include "core/trees/virtual_visits.hpp"
#include "parallel/trees/atomic_cell.hpp"
#include "parallel/trees/timed_lock.hpp"

namespace banyan {

/// How such a tree is kept whole.
enum class ClassicLock : std::uint8_t {
  kFree,    ///< atomic additions alone (Enzenberger, Müller 2010)
  kNode,    ///< "local mutexes" (Chaslot et al. 2008): a lock in every node, one held at a time
  kGlobal,  ///< "global mutex" (the same): the caller holds one lock whenever it uses the tree
};

/// What one thread met in such a tree.
struct ClassicCounts {
  LockWaits waits;
  std::uint64_t duplicate_leaves = 0;  ///< descents to a leaf below which another was under way

  ClassicCounts& operator+=(const ClassicCounts& other) {
    waits += other.waits;
    duplicate_leaves += other.duplicate_leaves;
    return *this;
  }
};

/// The sharing of a tree that remembers apart from the statistics how many descents are under way
/// below each child, so that these can show as anything (VirtualVisits), whatever the lock. A
/// node's memory is the same for every lock and every weight. Each thread has a copy of its own,
/// which holds its counts.
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

  void hold(Lock& lock) {
    if (lock_ == ClassicLock::kNode) acquire(lock, counts_.waits);
  }
  void let_go(Lock& lock) {
    if (lock_ == ClassicLock::kNode) lock.unlock();
  }

  /// Whoever holds the lock is the only writer.
  template <class T>
  T add(Cell<T>& cell, T more, std::memory_order order = std::memory_order_relaxed) const {
    return lock_ == ClassicLock::kFree ? cell.add(more, order) : cell.add_alone(more);
  }

  /// The descents that were there before. Release pairs with acquire here, of the next descent,
  /// which so cannot see the visit of this one.
  std::uint32_t enter(Cell<std::uint32_t>& under_way) const {
    return add(under_way, 1U, std::memory_order_acq_rel);
  }
  void leave(Cell<Stat>& stat, Cell<std::uint32_t>& under_way, std::uint32_t games,
             std::uint32_t points) const {
    add(stat, make_stat(games, points));
    add(under_way, ~0U);
  }
  void count_duplicate_leaf() { ++counts_.duplicate_leaves; }

  [[nodiscard]] std::uint32_t total(std::uint32_t visits, std::uint32_t under_way) const {
    return shown_.total(visits, under_way);
  }
  [[nodiscard]] float value(Stat stat, std::uint32_t under_way, float exploration) const {
    return shown_.value(stat, under_way, exploration);
  }

  [[nodiscard]] const ClassicCounts& counts() const { return counts_; }
  /// A descent comes and goes, and adds its result.
  [[nodiscard]] std::uint64_t writes_a_step() const { return 3; }

 private:
  ClassicLock lock_;
  VirtualVisits shown_;
  ClassicCounts counts_;
};

template <Game G>
using ClassicTree = Tree<G, CountedDescents>;

}  // namespace banyan
