// The statistics of one child, and who may touch them: one thread (here) or many (parallel/).
#pragma once

#include <cstdint>

namespace banyan {

/// Visits and points of a child in one word, so that one addition updates both:
///
///   bits 63..32  visits   playouts that were backed up through the child
///   bits 31..0   points   their sum in half points, seen by the player who moved into the child
///
/// points <= 2 * visits, so both stay exact up to kMaxVisits, within 31 bits each: SIMD converts
/// signed integers alone.
using Stat = std::uint64_t;

inline constexpr std::uint64_t kMaxVisits = 0x3fffffff;

constexpr Stat make_stat(std::uint64_t visits, std::uint64_t points) {
  return (visits << 32U) + points;
}
constexpr std::uint32_t visits_of(Stat stat) { return static_cast<std::uint32_t>(stat >> 32U); }
constexpr std::uint32_t points_of(Stat stat) { return static_cast<std::uint32_t>(stat); }

/// How a tree that one thread owns keeps its numbers: plainly. A shared tree substitutes a type
/// with the same members (parallel/trees/virtual_loss.hpp), and the search code is the same for
/// both.
struct Exclusive {
  template <class T>
  class Cell {
   public:
    Cell() = default;
    [[nodiscard]] T load() const { return value_; }
    /// Reads a value that leads to other data; pairs with publish().
    [[nodiscard]] T follow() const { return value_; }
    /// Sets a value that is still 0; what it was before.
    T publish(T value) {
      value_ = value;
      return 0;
    }
    T add(T value) {
      const T before = value_;
      value_ += value;
      return before;
    }

   private:
    T value_{};
  };

  /// Called when a descent goes through a child. Returns the child's visits so far.
  static std::uint32_t enter(const Cell<Stat>& stat) { return visits_of(stat.load()); }

  /// Called when the result of that descent comes back.
  static void leave(Cell<Stat>& stat, std::uint32_t games, std::uint32_t points) {
    stat.add(make_stat(games, points));
  }
};

}  // namespace banyan
