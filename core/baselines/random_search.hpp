// Plays uniformly random moves: the lower bound of every match.
#pragma once

#include <stop_token>

#include "core/budget/budget.hpp"
#include "core/game/hidden_game.hpp"
#include "core/result/result.hpp"

namespace banyan {

template <Game G>
class RandomSearch {
 public:
  SearchResult search(const G& position, const Limits& /*limits*/, const StreamKey& key,
                      const std::stop_token& /*stop*/ = {}) {
    SearchResult result;
    for (const auto move : position.legal_moves()) result.children.push_back({move, 0, 0});
    Random random(key);
    const auto count = static_cast<std::uint32_t>(result.children.size());
    result.best_move = result.children[random.below(count)].move;
    result.value = middle(position);
    result.principal_variation = {result.best_move};
    return result;
  }

 private:
  /// Half a win, or in a game's own unit what says as little.
  static double middle(const G& position) {
    if constexpr (HiddenGame<G>) {
      return position.stakes().counted(0.5);
    } else {
      return RewardGame<G> ? 0 : 0.5;
    }
  }
};

}  // namespace banyan
