// MAST, the Move-Average Sampling Technique (Finnsson, Bjornsson 2008): what each move earned its
// player on average, wherever it was made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/draw.hpp"
#include "core/playout/learned/simulated_game.hpp"

namespace banyan {

/// Each worker has its own, so nothing is shared. 32 bytes for each of a game's moves.
class MoveMeans {
 public:
  MoveMeans() = default;
  /// `tau` is the temperature of the Gibbs distribution exp(Q / tau); with 0 values are means.
  MoveMeans(std::size_t moves, double tau)
      : tau_(tau), moves_(moves), means_(2 * moves), values_(2 * moves, 1.0) {}

  void clear() {
    std::fill(means_.begin(), means_.end(), MeanResult{});
    std::fill(values_.begin(), values_.end(), 1.0);  // of a win
  }

  void learn(const SimulatedGame& game, Points first) {
    for (const MadeMove& made : game) {
      const std::size_t at = index(made.player, made.move);
      means_[at].add(static_cast<float>(points_for(made.player, first)) / kWin);
      values_[at] = tau_ == 0 ? double{means_[at].mean} : gibbs_weight(means_[at].mean, tau_);
    }
  }

  [[nodiscard]] const MeanResult& of(Player player, std::size_t move) const {
    return means_[index(player, move)];
  }
  /// A mean with tau 0, else a weight. Kept, since it is read far more often than it changes.
  [[nodiscard]] double value(Player player, std::size_t move) const {
    return values_[index(player, move)];
  }

  [[nodiscard]] std::size_t bytes() const {
    return means_.size() * sizeof(MeanResult) + values_.size() * sizeof(double);
  }

 private:
  [[nodiscard]] std::size_t index(Player player, std::size_t move) const {
    return static_cast<std::size_t>(player) * moves_ + move;
  }

  double tau_ = 0;
  std::size_t moves_ = 0;
  std::vector<MeanResult> means_;
  std::vector<double> values_;
};

}  // namespace banyan
