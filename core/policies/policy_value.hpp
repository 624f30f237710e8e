// Policy and value: what a search asks about a position besides the rules.
#pragma once

#include <algorithm>
#include <concepts>
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

/// A value of player 0, 0 loss to 1 win, as whole points: the nearest two, each so likely that the
/// mean is the value. So statistics stay integers, exact however they are added up, for a noise
/// that is never more than a playout's.
inline Outcomes outcome_of_value(double value, Random& random) {
  const double points = std::clamp(value, 0.0, 1.0) * kWin;
  const int whole = static_cast<int>(points);
  const double chance = static_cast<double>(random.next() >> 11U) * 0x1p-53;
  return outcome(whole + (chance < points - whole ? 1 : 0));
}

/// A policy and value function for game G, as of AlphaZero (Silver et al. 2017), given to
/// PolicySearch. Copied to every worker, each of which calls its own copy.
///
///   weigh(position, moves, priors)        writes a weight above 0 for each legal move; their sum
///                                         does not matter
///   evaluate(position, games, random)     what a position that is not over is worth, in `games`
///                                         results; outcome_of_value() makes one of a number
template <class E, class G>
concept PolicyValue = Game<G> && std::copy_constructible<E> &&
    requires(E evaluator, const G& position, std::span<const typename G::Move> moves,
             std::span<float> priors, std::uint32_t games, Random& random) {
  { evaluator.weigh(position, moves, priors) } -> std::same_as<void>;
  { evaluator.evaluate(position, games, random) } -> std::same_as<Outcomes>;
};

/// In place of one: the search plays out by its options, and all moves have the same prior, or
/// both are what the game itself knows.
struct NoPolicyValue {};

/// What a game estimates of itself.
template <EstimatedGame G>
Outcomes estimated(const G& position, std::uint32_t games, Random& random) {
  Outcomes sum{games, 0, 0};
  const double value = position.estimate();
  for (; games > 0; --games) {
    const Outcomes one = outcome_of_value(value, random);
    sum.first += one.first;
    sum.draws += one.draws;
  }
  return sum;
}

/// The priors of a position's moves: what a PolicyValue says, or the game itself, or all the same.
template <Game G, class Value>
class Weigher {
 public:
  Weigher(const PolicyOptions& policy, const Value& value) : policy_(&policy), value_(value) {}

  void operator()(const G& position, std::span<const typename G::Move> moves,
                  std::span<float> priors) {
    if constexpr (PolicyValue<Value, G>) return value_.weigh(position, moves, priors);
    if constexpr (HeuristicGame<G>) {
      if (policy_->game_priors) return position.weigh(moves, priors);
    }
    std::fill(priors.begin(), priors.end(), 1.0F);
  }

 private:
  const PolicyOptions* policy_;
  [[no_unique_address]] Value value_;
};

}  // namespace banyan
