// Plays uniformly random moves: the lower bound of every match.
#pragma once

#include <stop_token>

#include "core/game/game.hpp"
#include "core/search/budget.hpp"
#include "core/search/result.hpp"

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
    result.value = 0.5;
    result.principal_variation = {result.best_move};
    return result;
  }
};

}  // namespace banyan
