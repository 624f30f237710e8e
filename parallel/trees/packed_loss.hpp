// The fastest lock-free tree: descents in flight are losses in the same word as the results.
#pragma once

#include <cstdint>

#include "core/tree/sharing.hpp"
#include "parallel/trees/atomic_cell.hpp"

namespace banyan {

/// The sharing of a tree that many threads search at once without locks (Enzenberger, Müller 2010).
/// While a descent is below a child, the child has `weight` extra visits without points (virtual
/// loss; Chaslot et al. 2008), which steers other threads elsewhere. The backup removes them and
/// adds the result in one addition. Visits and points share one word, so no thread sees one without
/// the other, and additions that wrap around cancel exactly.
class PackedLoss : public NoLocks {
 public:
  template <class T>
  using Cell = AtomicCell<T>;
  static constexpr bool kShared = true;
  static constexpr bool kCountsDescents = false;

  explicit PackedLoss(std::uint32_t weight = 1) : weight_(weight) {}

  template <class T>
  static T add(Cell<T>& cell, T more) {
    return cell.add(more);
  }

  [[nodiscard]] std::uint32_t enter(Cell<Stat>& stat) const {
    return visits_of(weight_ == 0 ? stat.load() : stat.add(make_stat(weight_, 0)));
  }
  void leave(Cell<Stat>& stat, std::uint32_t games, std::uint32_t points) const {
    stat.add(make_stat(games, points) - make_stat(weight_, 0));
  }

  static std::uint32_t total(std::uint32_t visits, std::uint32_t /*in_flight*/) { return visits; }
  /// Without a virtual loss, a child that waits for its first result counts as one lost visit: the
  /// first thread there may have lost its core.
  static float value(Stat stat, std::uint32_t /*in_flight*/, float exploration) {
    return visits_of(stat) == 0 ? exploration : Ucb1::value(stat, exploration);
  }

  /// Additions to shared words that a descent makes for each child on its way.
  [[nodiscard]] std::uint64_t writes_a_step() const { return weight_ > 0 ? 2 : 1; }

 private:
  std::uint32_t weight_;
};

}  // namespace banyan
