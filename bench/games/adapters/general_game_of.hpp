// The place in the program of games of chance, of many players or of rewards, which are known at
// run time: bench/games/adapters/game_of.hpp for these.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/engines/keys/tuned_constants.hpp"
#include "bench/engines/random.hpp"
#include "bench/engines/virtual.hpp"
#include "bench/games/adapters/asked_tree_of.hpp"
#include "bench/games/adapters/batched_search.hpp"
#include "bench/games/adapters/knowledge.hpp"
#include "bench/networks/networks.hpp"
#include "bench/registry/engine_of.hpp"
#include "parallel/strategies/general_search.hpp"

namespace banyan::bench {

/// A position of game G, and what its players have earned on the way to it.
template <TextGame G>
class GeneralGameOf final : public PositionOf<G> {
 public:
  using Rules = G;

  using PositionOf<G>::PositionOf;

  [[nodiscard]] std::unique_ptr<AnyGame> clone() const override {
    return std::make_unique<GeneralGameOf>(*this);
  }
  [[nodiscard]] std::uint32_t draw(Random& random) const override {
    return draw_outcome(position_, random);
  }
  /// Undiscounted.
  [[nodiscard]] double score(Player player) const override {
    return earned_[static_cast<std::size_t>(player)];
  }
  [[nodiscard]] std::string unit() const override {
    if (!RewardGame<G>) return kResultUnit;
    const char* const unit = position_.table().unit;
    return unit == nullptr ? "rewards" : unit;
  }
  void play(std::uint32_t move) override {
    PositionOf<G>::play(move);
    for (Player player = 0; player < this->players(); ++player) {
      earned_[static_cast<std::size_t>(player)] += reward_of(position_, player);
    }
  }

  [[nodiscard]] std::unique_ptr<AnyEngine> make_engine(const EngineSettings& of) const override {
    const EngineSettings s = with_tuned_constant(*this, of);
    if (s.kind == EngineKind::kRandom) return RandomEngine::make(*this, s);
    const GeneralOptions options = general_options(s);
    check_known(s, options.policy);
    if (s.kind == EngineKind::kBatched) {
      return make_batched_engine<G>(with_network(*this, s), discount_of(position_));
    }
    if (s.kind == EngineKind::kVirtual) return VirtualEngine::make_general<G>(s, options);
    return std::make_unique<EngineOf<G, GeneralSearch<G>>>(options);
  }
  [[nodiscard]] std::unique_ptr<AnyAskedTree> make_asked_tree(const EngineSettings& s,
                                                              const StreamKey& key) const override {
    check_known(s, *s.policy);
    return make_asked_tree_of<G>(*this, s, key);
  }

 private:
  /// Throws UsageError for a policy that the game has nothing for.
  void check_known(const EngineSettings& s, const PolicyOptions& policy) const {
    if (RewardGame<G> && policy.solver) {
      throw UsageError(
          "solver=on proves wins, draws and losses, which a game of rewards has not: leave it "
          "out.");
    }
    check_knowledge(s, policy, knowledge_of(position_));
  }

  using PositionOf<G>::position_;

  Returns<G> earned_{};
};

}  // namespace banyan::bench
