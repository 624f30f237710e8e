// What a policy search asks about a position besides the rules, and what its results are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/policies/policy.hpp"
#include "core/rules/game.hpp"
#include "core/rules/knowledge.hpp"

namespace banyan {

/// What a leaf was found to be worth: the points of player 0, summed over `games` results, of which
/// so many are draws. points - draws is even: 2 for each win.
struct Outcomes {
  std::uint32_t games = 1;
  std::uint32_t first = 0;
  std::uint32_t draws = 0;
};

inline Outcomes outcome(Points first) {
  return {1, static_cast<std::uint32_t>(first), first == kDraw ? 1U : 0U};
}

/// The priors of a position's moves: what the game itself says, or all the same.
template <Game G>
class Weigher {
 public:
  explicit Weigher(const PolicyOptions& policy) : policy_(&policy) {}

  void operator()(const G& position, std::span<const typename G::Move> moves,
                  std::span<float> priors) const {
    if constexpr (HeuristicGame<G>) {
      if (policy_->game_priors) return position.weigh(moves, priors);
    }
    std::fill(priors.begin(), priors.end(), 1.0F);
  }

 private:
  const PolicyOptions* policy_;
};

}  // namespace banyan
