// Evaluation: the values of any number of leaves in one call.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <type_traits>
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

/// Asked inside a long call: whether to end it. Reads the clock.
using StopCall = std::function<bool()>;

/// Refinement: an evaluator whose calls can be stopped.
///
///   evaluate(leaves, values, random, stop)   evaluates the leaves in their order, until stop() is
///                                            true. Returns how many it has evaluated: at least
///                                            one, so that every search ends with a move
template <class E, class G>
concept StoppableEvaluator = Game<G> &&
    requires(E& evaluator, std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
             Random& random, const StopCall& stop) {
  { evaluator.evaluate(leaves, values, random, stop) } -> std::same_as<std::size_t>;
};

/// An evaluator: random playouts, a game's estimate, a network, or a user's function.
///
///   evaluate(leaves, values, random)   writes each leaf's value, and its priors if wanted, to the
///                                      same place of `values`, which has the same length.
///                                      `random` is the caller's
///
/// A search with several streams calls it from several threads at once.
template <class E, class G>
concept Evaluator = StoppableEvaluator<E, G> ||
    (Game<G>&& requires(E& evaluator, std::span<const Leaf<G>> leaves,
                        std::span<LeafValue<G>> values, Random& random) {
      { evaluator.evaluate(leaves, values, random) } -> std::same_as<void>;
    });

/// Evaluates leaves until stop() is true, if the evaluator can be stopped; returns how many.
template <Game G, Evaluator<G> E>
std::size_t evaluate_until(E& evaluator, std::span<const Leaf<G>> leaves,
                           std::span<LeafValue<G>> values, Random& random, const StopCall& stop) {
  if constexpr (StoppableEvaluator<E, G>) {
    return evaluator.evaluate(leaves, values, random, stop);
  } else {
    evaluator.evaluate(leaves, values, random);
    return leaves.size();
  }
}

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

/// The same, and checks the results.
template <Game G, Evaluator<G> E>
std::size_t evaluate_soundly(E& evaluator, std::span<const Leaf<G>> leaves,
                             std::span<LeafValue<G>> values, Random& random, const StopCall& stop) {
  const std::size_t evaluated = evaluate_until<G>(evaluator, leaves, values, random, stop);
  for (const LeafValue<G>& value : values.first(evaluated)) check_sound<G>(value);
  return evaluated;
}

/// The same for one leaf.
template <Game G, Evaluator<G> E>
LeafValue<G> evaluate_one(E& evaluator, const Leaf<G>& leaf, std::span<float> priors,
                          Random& random, const StopCall& stop) {
  LeafValue<G> value{.priors = priors};
  evaluate_soundly<G>(evaluator, std::span(&leaf, 1), std::span(&value, 1), random, stop);
  return value;
}

/// Any evaluator behind one type, so that a search is compiled once for all. Copies share it.
template <Game G>
class AnyEvaluator {
 public:
  /// `function` is what an Evaluator's evaluate() is, without `stop`.
  template <class Function>
  requires std::is_invocable_v<Function&, std::span<const Leaf<G>>, std::span<LeafValue<G>>,
                               Random&> explicit AnyEvaluator(Function function)
      : function_([own = std::move(function)](auto leaves, auto values, Random& random,
                                              const StopCall& /*stop*/) mutable {
          own(leaves, values, random);
          return leaves.size();
        }) {}
  template <Evaluator<G> E>
  static AnyEvaluator of(E evaluator) {
    AnyEvaluator any;
    any.function_ = [own = std::move(evaluator)](auto leaves, auto values, Random& random,
                                                 const StopCall& stop) mutable {
      return evaluate_until<G>(own, leaves, values, random, stop);
    };
    return any;
  }

  std::size_t evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                       Random& random, const StopCall& stop = NeverStops()) const {
    return function_(leaves, values, random, stop);
  }

 private:
  AnyEvaluator() = default;

  std::function<std::size_t(std::span<const Leaf<G>>, std::span<LeafValue<G>>, Random&,
                            const StopCall&)>
      function_;
};

}  // namespace banyan
