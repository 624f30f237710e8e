// One form for the results of all games: rewards and returns.
#pragma once

#include <algorithm>
#include <array>
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
double discount_of(const G& position) {
  if constexpr (requires { position.discount(); }) {
    return position.discount();
  } else if constexpr (RewardGame<G>) {
    return G::kDiscount;
  } else {
    return 1;
  }
}

/// Of a game without rewards, a win.
template <Game G>
double largest_return_of(const G& position) {
  if constexpr (requires { position.largest_return(); }) {
    return position.largest_return();
  } else if constexpr (RewardGame<G>) {
    return static_cast<double>(G::kLargestReturn);
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

/// Returns as integers, so that threads may add them in any order and get the same sum. The unit is
/// a power of two such that the returns of 2^30 visits fit 63 bits: 2^-32 for wins and losses (so
/// that halves are exact), 2^-10 in 2048.
class FixedPoint {
 public:
  /// For returns within +- `largest`, which is above 0.
  explicit FixedPoint(double largest = 1) : largest_(std::exp2(std::ceil(std::log2(largest)))) {}

  /// The sum of the returns of `games` games.
  [[nodiscard]] std::int64_t from(double returns, std::uint32_t games = 1) const {
    const double bound = largest_ * games;
    return std::llround(std::clamp(returns, -bound, bound) * (kUnits / largest_));
  }
  [[nodiscard]] double to_double(std::int64_t fixed) const {
    return static_cast<double>(fixed) * (largest_ / kUnits);
  }

 private:
  static constexpr double kUnits = 4294967296.0;
  double largest_;
};

}  // namespace banyan
