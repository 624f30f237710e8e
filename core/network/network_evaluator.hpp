// Evaluation by a network.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/evaluation/evaluator.hpp"
#include "core/game/features.hpp"
#include "core/network/any_network.hpp"

namespace banyan {

/// Whether a network fits a position by its numbers of features and moves.
template <FeatureGame G>
bool fits(const AnyNetwork& network, const G& position) {
  return network.features() == position.feature_shape().size() &&
         network.moves() == position.move_shape().size();
}

/// A network's evaluation of leaves, kTogether at a time. The softmax of the legal moves' outputs
/// are their priors (Silver et al. 2017). Copies share the network, which must fit the game.
template <FeatureGame G>
class NetworkEvaluator {
 public:
  explicit NetworkEvaluator(std::shared_ptr<const AnyNetwork> network)
      : network_(std::move(network)) {}

  std::size_t evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                       Random& /*random*/, const StopCall& stop = NeverStops()) const {
    for (std::size_t done = 0;;) {
      const std::size_t n = std::min(kTogether, leaves.size() - done);
      evaluate_together(leaves.subspan(done, n), values.subspan(done, n));
      done += n;
      if (done == leaves.size() || stop()) return done;
    }
  }

 private:
  /// So many that reading the network's weights anew for each part costs little.
  static constexpr std::size_t kTogether = 128;

  void evaluate_together(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values) const {
    // Each thread reuses its memory from call to call.
    thread_local FeatureBatch positions;
    thread_local std::vector<float> answers;
    positions.clear();
    for (const Leaf<G>& leaf : leaves) {
      assert(fits(*network_, *leaf.position));
      leaf.position->for_features([&](int feature) { positions.add(feature); });
      positions.end_position();
    }
    const auto outputs = static_cast<std::size_t>(network_->outputs());
    answers.resize(leaves.size() * outputs);
    network_->evaluate(positions, answers);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const float* const answer = answers.data() + i * outputs;
      const double value = network_->value(answer[0]);
      const auto player = static_cast<std::size_t>(leaves[i].position->to_move());
      values[i].values[player] = value;
      values[i].values[1 - player] = 1 - value;
      weigh(leaves[i], answer + 1, values[i].priors);
    }
  }

  /// Softmax without the division by the sum. No weight is 0, whatever the outputs are.
  static void weigh(const Leaf<G>& leaf, const float* logits, std::span<float> priors) {
    if (priors.empty()) return;
    constexpr float kLeast = -20;
    float most = -1e30F;
    for (std::size_t i = 0; i < priors.size(); ++i) {
      priors[i] = logits[leaf.position->move_index(leaf.moves[i])];
      most = std::max(most, priors[i]);
    }
    for (float& prior : priors) prior = std::exp(std::max(prior - most, kLeast));
  }

  std::shared_ptr<const AnyNetwork> network_;
};

}  // namespace banyan
