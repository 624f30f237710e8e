// Sailing solved by value iteration, from the problem's description, not from the game's code.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace banyan {

/// The expected minutes of the best way from every state, for every wind and tack (Bellman 1957).
/// Directions are vectors: the angle between leg and wind comes from their product, the tack from
/// the sign of their cross product (1: the wind blows to the left of the leg, from starboard).
class SailingTruth {
 public:
  explicit SailingTruth(int size) : size_(size) {
    values_.assign(static_cast<std::size_t>(size * size * 3 * 8), 0);
    while (sweep() > 1e-10) continue;
  }

  /// With the wind known; tack -1, 0 or 1.
  [[nodiscard]] double minutes(int x, int y, int tack, int wind) const {
    return values_[index(x, y, tack, wind)];
  }

  /// The same after sailing a leg; infinite for an impossible one.
  [[nodiscard]] double minutes_by(int x, int y, int tack, int wind, int leg) const {
    const int to_x = x + kVectors[leg][0];
    const int to_y = y + kVectors[leg][1];
    if (std::min(to_x, to_y) < 0 || std::max(to_x, to_y) >= size_) return HUGE_VAL;
    const double length = std::hypot(kVectors[leg][0], kVectors[leg][1]);
    const double wind_length = std::hypot(kVectors[wind][0], kVectors[wind][1]);
    const double cosine =
        (kVectors[leg][0] * kVectors[wind][0] + kVectors[leg][1] * kVectors[wind][1]) /
        (length * wind_length);
    if (cosine < -0.99) return HUGE_VAL;
    const double per_length = cosine > 0.99 ? 1 : cosine > 0.5 ? 2 : cosine > -0.5 ? 3 : 4;
    const int cross = kVectors[leg][0] * kVectors[wind][1] - kVectors[leg][1] * kVectors[wind][0];
    const int new_tack = cross > 0 ? 1 : cross < 0 ? -1 : 0;
    double sum = per_length * length + (new_tack * tack == -1 ? 3 : 0);
    if (to_x == size_ - 1 && to_y == size_ - 1) return sum;
    for (int next = 0; next < 8; ++next) {
      sum += tenths(wind, next) / 10.0 * minutes(to_x, to_y, new_tack, next);
    }
    return sum;
  }

 private:
  static constexpr int kVectors[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                         {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

  /// Vanderbei's matrix: to the left of, the same as, and to the right of each wind.
  static int tenths(int wind, int next) {
    static constexpr int kTurns[8][3] = {{3, 4, 3}, {4, 3, 3}, {4, 3, 3}, {4, 3, 3},
                                         {4, 2, 4}, {3, 3, 4}, {3, 3, 4}, {3, 3, 4}};
    const int turn = (next - wind + 9) % 8;  // 0: to the left
    return turn < 3 ? kTurns[wind][turn] : 0;
  }

  [[nodiscard]] std::size_t index(int x, int y, int tack, int wind) const {
    return static_cast<std::size_t>(((y * size_ + x) * 3 + tack + 1) * 8 + wind);
  }

  /// Returns the largest change.
  double sweep() {
    double change = 0;
    for (int y = size_ - 1; y >= 0; --y) {
      for (int x = size_ - 1; x >= 0; --x) {
        if (x == size_ - 1 && y == size_ - 1) continue;
        for (int state = 0; state < 24; ++state) {
          double& value = values_[index(x, y, state / 8 - 1, state % 8)];
          double best = HUGE_VAL;
          for (int leg = 0; leg < 8; ++leg) {
            best = std::min(best, minutes_by(x, y, state / 8 - 1, state % 8, leg));
          }
          change = std::max(change, std::abs(best - value));
          value = best;
        }
      }
    }
    return change;
  }

  int size_;
  std::vector<double> values_;
};

}  // namespace banyan
