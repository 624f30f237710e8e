// Evaluation by random playouts or by the game's own estimate.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/evaluation/evaluator.hpp"
#include "core/game/knowledge.hpp"
#include "core/search/general_playout.hpp"
#include "core/search/playout.hpp"

namespace banyan {

/// The mean of several playouts per leaf, by SIMD if the game can.
template <Game G>
class PlayoutEvaluator {
 public:
  /// `games` >= 1 playouts per leaf. `priors`: the game's own, or equal for all moves.
  explicit PlayoutEvaluator(int games = 1, bool priors = false, const PlayoutRules& rules = {})
      : games_(games), weigh_(priors), rules_(rules) {}

  void evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                Random& random) const {
    for (LeafValue<G>& value : values) value.values = {};
    add_games(leaves, values, random);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      for (double& value : values[i].values) value /= games_;
      weigh_(*leaves[i].position, leaves[i].moves, values[i].priors);
    }
  }

 private:
  void add_games(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                 Random& random) const {
    if constexpr (TwoPlayerGame<G>) {
      std::vector<G> positions;
      for (const Leaf<G>& leaf : leaves) positions.push_back(*leaf.position);
      std::vector<Points> first(leaves.size());
      for (int game = 0; game < games_; ++game) {
        uniform_playouts<G>(positions, first, random);
        for (std::size_t i = 0; i < leaves.size(); ++i) {
          values[i].values[0] += first[i] / double{kWin};
          values[i].values[1] += opposite(first[i]) / double{kWin};
        }
      }
    } else {
      for (int game = 0; game < games_; ++game) {
        for (std::size_t i = 0; i < leaves.size(); ++i) {
          add_playout(*leaves[i].position, random, rules_, values[i].values);
        }
      }
    }
  }

  int games_;
  Weigher<G> weigh_;
  PlayoutRules rules_;
};

/// The game's own estimate, without a playout.
template <EstimatedGame G>
class EstimateEvaluator {
 public:
  void evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                Random& /*random*/) const {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const double first = std::clamp(leaves[i].position->estimate(), 0.0, 1.0);
      values[i].values = {first, 1 - first};
      Weigher<G>(true)(*leaves[i].position, leaves[i].moves, values[i].priors);
    }
  }
};

}  // namespace banyan
