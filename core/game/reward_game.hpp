// One form for the results of all games: rewards and returns.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/game/game.hpp"

namespace banyan {

/// A player's *return* from a position on is the sum of the rewards still to come, each discounted
/// once per decision before it (Sutton and Barto 2018, eq. 3.8). Outcomes of chance do not
/// discount: a decision and the chance after it are one step of a Markov decision process. One
/// number per player, in the game's own unit.
template <Game G>
using Returns = std::array<double, static_cast<std::size_t>(max_players<G>())>;

/// The reward of the last play for a player. A game without rewards pays its result, 0 loss to 1
/// win, with the move that ends it.
template <Game G>
double reward_of(const G& position, Player player) {
  if constexpr (RewardGame<G>) {
    return position.reward(player);
  } else {
    return position.over() ? static_cast<double>(position.result(player)) / kWin : 0;
  }
}

/// The game's own discount.
template <Game G>
constexpr double discount_of() {
  if constexpr (RewardGame<G>) {
    return G::kDiscount;
  } else {
    return 1;
  }
}

/// Whether chance decides what comes next; the position is not over.
template <Game G>
bool at_chance(const G& position) {
  if constexpr (ChanceGame<G>) {
    return position.to_move() == kChance;
  } else {
    return false;
  }
}

/// Draws an outcome of chance by its probability; meaningless in a game without chance.
template <Game G>
typename G::Move draw_outcome(const G& position, Random& random) {
  if constexpr (ChanceGame<G>) {
    return position.draw(random);
  } else {
    static_cast<void>(random);
    return {};
  }
}

/// Returns of game G as integers, so that threads may add them in any order and get the same sum.
/// The unit is a power of two such that the returns of 2^30 visits fit 63 bits: 2^-32 for wins and
/// losses (so that halves are exact), 2^-10 in 2048.
template <Game G>
class FixedPoint {
 public:
  /// The sum of the returns of `games` games.
  static std::int64_t from(double returns, std::uint32_t games = 1) {
    const double bound = kLargest * games;
    return std::llround(std::clamp(returns, -bound, bound) * kUnits);
  }
  static double to_double(std::int64_t fixed) { return static_cast<double>(fixed) / kUnits; }

 private:
  static constexpr double largest() {
    if constexpr (RewardGame<G>) {
      return static_cast<double>(std::bit_ceil(static_cast<std::uint64_t>(G::kLargestReturn)));
    } else {
      return 1;
    }
  }
  static constexpr double kLargest = largest();
  static constexpr double kUnits = 4294967296.0 / kLargest;
};

}  // namespace banyan
