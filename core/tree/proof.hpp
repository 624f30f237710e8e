// Proven results: bounds on what a child is worth, as bits that are only ever set.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/game/game.hpp"

namespace banyan {

/// Bounds on the points that perfect play gives the player who moved into a child (score-bounded
/// MCTS: Cazenave, Saffidine 2010; with wins and losses alone, Winands, Bjornsson, Saito 2008):
///
///   bit 0   at least a draw      bit 2   at most a draw
///   bit 1   a win                bit 3   a loss
///
/// Knowledge only grows, so threads combine it by OR. For a node v and its mover,
///
///   low(v) = max low(child),  high(v) = max high(child)      over all moves, untried ones 0 to 2
///
/// and v, as a child of its parent, has the bounds 2 - high(v) and 2 - low(v).
class Proof {
 public:
  constexpr Proof() = default;
  explicit constexpr Proof(std::uint8_t bits) : bits_(bits) {}
  constexpr Proof(Points low, Points high)
      : bits_(static_cast<std::uint8_t>((low >= kDraw ? 1 : 0) | (low >= kWin ? 2 : 0) |
                                        (high <= kDraw ? 4 : 0) | (high <= kLoss ? 8 : 0))) {}

  [[nodiscard]] constexpr std::uint8_t bits() const { return bits_; }
  [[nodiscard]] constexpr Points low() const { return (bits_ & 1U) + (bits_ >> 1U & 1U); }
  [[nodiscard]] constexpr Points high() const {
    return kWin - (bits_ >> 2U & 1U) - (bits_ >> 3U & 1U);
  }
  [[nodiscard]] constexpr bool exact() const { return low() == high(); }
  /// The bounds as the other player sees them.
  [[nodiscard]] constexpr Proof opposite() const { return {kWin - high(), kWin - low()}; }

  /// Clamps the points of `games` results to these bounds.
  [[nodiscard]] constexpr std::uint32_t clamp(std::uint32_t games, std::uint32_t points) const {
    return std::clamp(points, games * static_cast<std::uint32_t>(low()),
                      games * static_cast<std::uint32_t>(high()));
  }
  /// The same, where `draws` of the results are draws. If points change, `draws` becomes all games
  /// (a proven draw) or the fewest that the points allow.
  constexpr void clamp(std::uint32_t games, std::uint32_t& points, std::uint32_t& draws) const {
    const std::uint32_t within = clamp(games, points);
    if (within == points) return;
    points = within;
    draws = exact() && low() == kDraw ? games : points % 2;
  }

  friend constexpr bool operator==(Proof, Proof) = default;

 private:
  std::uint8_t bits_ = 0;
};

/// What a node's children prove for the player who chooses among them. `child(i)` is the Proof of
/// one of k children, an empty one if untried.
template <class Child>
constexpr Proof proof_of_choice(std::uint32_t k, const Child& child) {
  Points low = kLoss;
  Points high = kLoss;
  for (std::uint32_t i = 0; i < k; ++i) {
    const Proof proven = child(i);
    low = std::max(low, proven.low());
    high = std::max(high, proven.high());
  }
  return {low, high};
}

/// *Rules out* a child in trees that convert points to floats as signed numbers. With this bit in
/// its points its value is below 0, unlike any other's, so the rule never chooses it, at no extra
/// instruction. (With n visits, points w <= 2n and c <= 100 the value is w / 2n - 2^30 / n + c
/// sqrt(ln N / n) < 0 for n < 2^29. If n grows larger, the child's visits bring its proven value.)
inline constexpr std::uint32_t kRuledOut = std::uint32_t{1} << 31U;

/// Whether a descent need not visit a child with bounds `proven`, given the bounds `known` of its
/// node: another child is at least as good. If the node's value is proven, this holds for all worse
/// children.
constexpr bool is_needless(Proof proven, Proof known) {
  return known.exact() ? proven.low() < known.low() : proven.high() <= known.low();
}

}  // namespace banyan
