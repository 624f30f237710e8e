// Counterfactual regret minimisation.
#include "bench/quality/cfr.hpp"

#include <algorithm>
#include <cstdint>

namespace banyan::bench {
namespace {

class Cfr {
 public:
  explicit Cfr(const ExtensiveGame& game)
      : game_(game), current_(game.uniform()), regrets_(zeros()), sums_(zeros()) {}

  void iterate(int iteration) {
    for (const Player player : {0, 1}) {
      weight_ = iteration;
      walk(0, player, 1, 1);
      update(player);
    }
  }

  /// The weighted average of the strategies so far.
  [[nodiscard]] Strategy average() const {
    Strategy average = sums_;
    for (auto& moves : average) normalise(moves);
    return average;
  }

 private:
  [[nodiscard]] Strategy zeros() const {
    Strategy zeros = game_.uniform();
    for (auto& moves : zeros) std::fill(moves.begin(), moves.end(), 0);
    return zeros;
  }

  static void normalise(std::vector<double>& moves) {
    double sum = 0;
    for (const double each : moves) sum += each;
    for (double& each : moves) {
      each = sum > 0 ? each / sum : 1.0 / static_cast<double>(moves.size());
    }
  }

  /// The value for `player` of a position that they reach with probability `own`, and chance and
  /// the opponent with `others`.
  double walk(std::uint32_t index, Player player, double own, double others) {
    const ExtensiveGame::Node& node = game_.nodes()[index];
    if (node.size == 0) return player == 0 ? node.value : -node.value;
    double value = 0;
    if (node.player != player) {
      for (std::uint32_t i = 0; i < node.size; ++i) {
        const double p =
            node.player == kChance ? game_.probability(node, i) : current_[node.set][i];
        value += p * walk(game_.child(node, i), player, own, others * p);
      }
      return value;
    }
    std::vector<double> values(node.size);
    for (std::uint32_t i = 0; i < node.size; ++i) {
      const double p = current_[node.set][i];
      values[i] = walk(game_.child(node, i), player, own * p, others);
      value += p * values[i];
    }
    for (std::uint32_t i = 0; i < node.size; ++i) {
      regrets_[node.set][i] += others * (values[i] - value);
      sums_[node.set][i] += weight_ * own * current_[node.set][i];
    }
    return value;
  }

  /// Regret matching.
  void update(Player player) {
    for (std::size_t set = 0; set < regrets_.size(); ++set) {
      if (game_.sets()[set].player != player) continue;
      for (double& regret : regrets_[set]) regret = std::max(regret, 0.0);
      current_[set] = regrets_[set];
      normalise(current_[set]);
    }
  }

  const ExtensiveGame& game_;
  Strategy current_;
  Strategy regrets_;
  Strategy sums_;
  double weight_ = 1;
};

}  // namespace

Strategy near_equilibrium(const ExtensiveGame& game, int iterations) {
  Cfr cfr(game);
  for (int i = 1; i <= iterations; ++i) cfr.iterate(i);
  return cfr.average();
}

}  // namespace banyan::bench
