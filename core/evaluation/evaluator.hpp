// Evaluation: the values of any number of leaves in one call.
#pragma once

#include <cmath>
#include <concepts>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/base/random.hpp"
#include "core/game/reward_game.hpp"

namespace banyan {

/// A leaf to evaluate: its position, which is not over and where a player is to move, and its moves
/// in the order of their priors. No moves means that no priors are wanted.
template <Game G>
struct Leaf {
  const G* position = nullptr;
  std::span<const typename G::Move> moves = {};
};

/// The evaluation of a leaf. The caller points `priors` to the memory for them.
template <Game G>
struct LeafValue {
  /// Each player's value in the game's unit: 0 loss to 1 win, or returns.
  Returns<G> values{};
  /// A weight above 0 for each of the leaf's moves; their sum is arbitrary.
  std::span<float> priors = {};
};

/// An evaluator: random playouts, a game's estimate, a network, or a user's function.
///
///   evaluate(leaves, values, random)   writes each leaf's value, and its priors if wanted, to the
///                                      same place of `values`, which has the same length.
///                                      `random` is the caller's
///
/// A search with several streams calls it from several threads at once.
template <class E, class G>
concept Evaluator = Game<G> && requires(E& evaluator, std::span<const Leaf<G>> leaves,
                                        std::span<LeafValue<G>> values, Random& random) {
  { evaluator.evaluate(leaves, values, random) } -> std::same_as<void>;
};

/// Throws std::invalid_argument for values that no tree can hold: not finite, or outside 0 to 1 in
/// games without rewards. Also for priors that are negative, not finite or all 0. what() is a
/// sentence.
template <Game G>
void check_sound(const LeafValue<G>& value) {
  bool right = true;
  for (const double of_player : value.values) {
    right &= RewardGame<G> ? std::isfinite(of_player) : of_player > -1e-6 && of_player < 1 + 1e-6;
  }
  if (!right) {
    throw std::invalid_argument(
        RewardGame<G> ? "An evaluator gave a value that is no finite number."
                      : "An evaluator gave a value that is not from 0 (loss) to 1 (win).");
  }
  float sum = 0;
  for (const float prior : value.priors) {
    right &= prior >= 0;
    sum += prior;
  }
  if (!right || (!value.priors.empty() && !(sum > 0 && std::isfinite(sum)))) {
    throw std::invalid_argument(
        "An evaluator gave priors that are negative, not finite or all 0: they are weights.");
  }
}

/// Evaluates leaves and checks the results.
template <Game G, Evaluator<G> E>
void evaluate_soundly(E& evaluator, std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                      Random& random) {
  evaluator.evaluate(leaves, values, random);
  for (const LeafValue<G>& value : values) check_sound<G>(value);
}

/// The same for one leaf.
template <Game G, Evaluator<G> E>
LeafValue<G> evaluate_one(E& evaluator, const Leaf<G>& leaf, std::span<float> priors,
                          Random& random) {
  LeafValue<G> value{.priors = priors};
  evaluate_soundly<G>(evaluator, std::span(&leaf, 1), std::span(&value, 1), random);
  return value;
}

/// Any evaluator behind one type, so that a search is compiled once for all. Copies share it.
template <Game G>
class AnyEvaluator {
 public:
  using Function = std::function<void(std::span<const Leaf<G>>, std::span<LeafValue<G>>, Random&)>;

  explicit AnyEvaluator(Function function) : function_(std::move(function)) {}
  template <Evaluator<G> E>
  requires(!std::same_as<E, AnyEvaluator>) static AnyEvaluator of(E evaluator) {
    return AnyEvaluator(
        [own = std::move(evaluator)](auto leaves, auto values, Random& random) mutable {
          own.evaluate(leaves, values, random);
        });
  }

  void evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                Random& random) const {
    function_(leaves, values, random);
  }

 private:
  Function function_;
};

}  // namespace banyan
