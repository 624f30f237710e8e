// How a shared tree keeps its numbers: atomics, and the virtual loss that spreads the threads.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/trees/stat.hpp"

namespace banyan {

/// The sharing policy of a tree that many threads search at once without locks (Enzenberger,
/// Müller 2010). While a descent is below a child, the child shows `weight` extra visits that
/// brought nothing (virtual loss; Chaslot et al. 2008), which steers other threads elsewhere; the
/// backup takes them away and adds the result in one addition. Visits and points are one word, so
/// nobody ever sees one without the other, and additions that wrap around cancel exactly.
class VirtualLoss {
 public:
  /// A number that threads share. Relaxed, since each number stands by itself; the exceptions say
  /// what they pair with.
  template <class T>
  class Cell {
   public:
    Cell() = default;
    Cell(const Cell&) = delete;
    Cell& operator=(const Cell&) = delete;

    [[nodiscard]] T load() const { return value_.load(std::memory_order_relaxed); }
    /// Acquire: pairs with the release in publish(), so that what the value leads to is seen
    /// whole.
    [[nodiscard]] T follow() const { return value_.load(std::memory_order_acquire); }
    /// Sets a value that is still 0 and returns 0; otherwise returns the value that came first.
    /// Release pairs with follow(); acquire on failure, since the other's value is followed.
    T publish(T value) {
      T expected = 0;
      value_.compare_exchange_strong(expected, value, std::memory_order_release,
                                     std::memory_order_acquire);
      return expected;
    }
    T add(T value) { return value_.fetch_add(value, std::memory_order_relaxed); }

   private:
    std::atomic<T> value_{};
  };

  explicit VirtualLoss(std::uint32_t weight) : weight_(weight) {}

  [[nodiscard]] std::uint32_t enter(Cell<Stat>& stat) const {
    return visits_of(weight_ == 0 ? stat.load() : stat.add(make_stat(weight_, 0)));
  }
  void leave(Cell<Stat>& stat, std::uint32_t games, std::uint32_t points) const {
    stat.add(make_stat(games, points) - make_stat(weight_, 0));
  }

 private:
  std::uint32_t weight_;
};

}  // namespace banyan
