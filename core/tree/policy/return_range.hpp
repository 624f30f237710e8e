// The range of the returns that a search has seen, to scale values by.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <limits>

#include "core/game/game.hpp"

namespace banyan {

/// Scales values: (value - lowest) * scale is from 0 to 1, or 0 where all are equal.
struct ValueScale {
  double lowest;
  double scale;
};

/// The lowest and the highest return of each player, from anywhere in the tree. Values scaled by
/// them do not depend on a constant that a game adds to its returns, and c means the same in every
/// game (Schrittwieser et al. 2020, "MuZero", appendix B, equation 5, there of mean values).
///
/// Thread-safe and relaxed, since each bound stands by itself. A thread that sees one late chooses
/// by a smaller range.
template <std::size_t Players>
class ReturnRange {
 public:
  void clear() {
    for (Bounds& bounds : all_) {
      bounds.lowest.store(kNone, std::memory_order_relaxed);
      bounds.highest.store(-kNone, std::memory_order_relaxed);
    }
  }

  void add(Player player, double value) {
    Bounds& bounds = all_[static_cast<std::size_t>(player)];
    move(bounds.lowest, value, [](double a, double b) { return a < b; });
    move(bounds.highest, value, [](double a, double b) { return a > b; });
  }

  [[nodiscard]] ValueScale scale(Player player) const {
    const Bounds& bounds = all_[static_cast<std::size_t>(player)];
    const double lowest = bounds.lowest.load(std::memory_order_relaxed);
    const double size = bounds.highest.load(std::memory_order_relaxed) - lowest;
    return {lowest, size > 0 ? 1 / size : 0};
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  struct Bounds {
    std::atomic<double> lowest = kNone;
    std::atomic<double> highest = -kNone;
  };

  template <class Passes>
  static void move(std::atomic<double>& bound, double value, const Passes& passes) {
    double now = bound.load(std::memory_order_relaxed);
    while (passes(value, now) &&
           !bound.compare_exchange_weak(now, value, std::memory_order_relaxed)) {
    }
  }

  std::array<Bounds, Players> all_;
};

}  // namespace banyan
