// An evaluator that is a function of the user's: of leaves whose game's type is erased.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// core/evaluation/evaluator.hpp's Leaf and LeafValue, of any game.
struct AnyLeaf {
  const AnyGame* position = nullptr;
  std::span<const std::uint32_t> moves = {};  ///< empty: priors are not wanted
};
struct AnyLeafValue {
  std::span<double> values = {};  ///< each player's
  std::span<float> priors = {};   ///< a weight above 0 for each of the leaf's moves
};

/// The function, and the game that it is for. It is called by several threads at once where a
/// search has several streams.
struct CallbackEvaluator {
  using Function = std::function<void(std::span<const AnyLeaf>, std::span<AnyLeafValue>)>;

  std::shared_ptr<const AnyGame> game;  ///< leaves are clones of it, put into other positions
  Function evaluate;
};

}  // namespace banyan::bench
