// The leaves of a game, handed to an evaluator that does not know its type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "bench/games/adapters/become.hpp"
#include "bench/registry/callback_evaluator.hpp"
#include "core/evaluation/evaluator.hpp"

namespace banyan::bench {

/// Evaluates leaves of game G by a function of the user's.
template <class G>
class CallbackLeaves {
 public:
  explicit CallbackLeaves(std::shared_ptr<const CallbackEvaluator> callback)
      : callback_(std::move(callback)) {}

  void evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values) {
    std::unique_ptr<Batch> batch = take();
    batch->fill(*callback_->game, leaves, values);
    callback_->evaluate(batch->leaves, batch->values);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(batch));
  }

 private:
  /// The leaves of one call; its memory is kept for the next.
  struct Batch {
    std::vector<std::unique_ptr<AnyGame>> positions;
    std::vector<std::uint32_t> moves;
    std::vector<AnyLeaf> leaves;
    std::vector<AnyLeafValue> values;

    void fill(const AnyGame& game, std::span<const Leaf<G>> from, std::span<LeafValue<G>> to) {
      while (positions.size() < from.size()) positions.push_back(game.clone());
      moves.clear();
      for (const Leaf<G>& leaf : from) {
        moves.insert(moves.end(), leaf.moves.begin(), leaf.moves.end());
      }
      leaves.resize(from.size());
      values.resize(from.size());
      std::span<const std::uint32_t> left = moves;
      for (std::size_t i = 0; i < from.size(); ++i) {
        become(*positions[i], *from[i].position);
        leaves[i] = {positions[i].get(), left.first(from[i].moves.size())};
        values[i] = {to[i].values, to[i].priors};
        left = left.subspan(from[i].moves.size());
      }
    }
  };

  std::unique_ptr<Batch> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<Batch>();
    std::unique_ptr<Batch> batch = std::move(idle_.back());
    idle_.pop_back();
    return batch;
  }

  std::shared_ptr<const CallbackEvaluator> callback_;
  std::mutex mutex_;  // of the batches that no call has
  std::vector<std::unique_ptr<Batch>> idle_;
};

}  // namespace banyan::bench
