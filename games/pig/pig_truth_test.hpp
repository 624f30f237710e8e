// Pig solved by value iteration (Neller and Presser 2004), not from the game's code.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace banyan {

/// The probability that the player to move wins, with best play. P(i, j, k) of the paper: own score
/// i, the opponent's j, turn total k; 1 if i + k reaches the target.
class PigTruth {
 public:
  explicit PigTruth(int target) : target_(target) {
    const auto t = static_cast<std::size_t>(target);
    values_.assign(t * t * t, 0.5);
    double change = 1;
    while (change > 1e-10) {
      change = 0;
      for (int i = 0; i < target; ++i) {
        for (int j = 0; j < target; ++j) {
          for (int k = target - i - 1; k >= 0; --k) {
            double& value = values_[index(i, j, k)];
            const double best = k == 0 ? roll(i, j, k) : std::max(roll(i, j, k), hold(i, j, k));
            change = std::max(change, std::abs(best - value));
            value = best;
          }
        }
      }
    }
  }

  [[nodiscard]] double win(int i, int j, int k) const {
    return i + k >= target_ ? 1 : values_[index(i, j, k)];
  }
  [[nodiscard]] double roll(int i, int j, int k) const {
    double sum = 1 - win(j, i, 0);
    for (int face = 2; face <= 6; ++face) sum += win(i, j, k + face);
    return sum / 6;
  }
  [[nodiscard]] double hold(int i, int j, int k) const { return 1 - win(j, i + k, 0); }

 private:
  [[nodiscard]] std::size_t index(int i, int j, int k) const {
    return static_cast<std::size_t>((i * target_ + j) * target_ + k);
  }

  int target_;
  std::vector<double> values_;
};

}  // namespace banyan
