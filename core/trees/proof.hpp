// Proven results: bounds on what a child is worth, as bits that are only ever set.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/rules/game.hpp"

namespace banyan {

/// Bounds on the points that perfect play gives the player who moved into a child (score-bounded
/// MCTS: Cazenave, Saffidine 2010; with wins and losses alone, Winands, Bjornsson, Saito 2008):
///
///   bit 0   at least a draw      bit 2   at most a draw
///   bit 1   a win                bit 3   a loss
///
/// Knowledge only grows, so threads combine what they know by OR. For a node v and its mover,
///
///   low(v) = max low(child),  high(v) = max high(child)      over all moves, untried ones 0 to 2
///
/// and the child that v is of its parent has the bounds 2 - high(v) and 2 - low(v).
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
  /// The same seen by the other player.
  [[nodiscard]] constexpr Proof opposite() const { return {kWin - high(), kWin - low()}; }

  /// The points of so many results, no better or worse than this allows.
  [[nodiscard]] constexpr std::uint32_t clamp(std::uint32_t games, std::uint32_t points) const {
    return std::clamp(points, games * static_cast<std::uint32_t>(low()),
                      games * static_cast<std::uint32_t>(high()));
  }
  /// The same, where so many of the results are draws: these become those of a single result, or as
  /// few as the points allow.
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

/// What the children of a node prove for the player who chooses among them: `child(i)` is the Proof
/// of one of k, of an untried one nothing.
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

/// How trees that convert points to floats as signed numbers *rule out* a child, so that the rule
/// never chooses it and takes no instruction more: this bit of its points makes them the least of
/// all, and its value less than 0, as no other's is. (With n visits, points w <= 2n and c <= 100
/// the value is w / 2n - 2^30 / n + c sqrt(ln N / n) < 0 for n < 2^29. A child that went beyond all
/// the same would be visited for its proven value.)
inline constexpr std::uint32_t kRuledOut = std::uint32_t{1} << 31U;

/// Whether another child is as good or better than one of which `proven` is known, by what is
/// `known` of their node: a descent need not go there. Where the value of the node is proven, this
/// holds for the children that are worse.
constexpr bool is_needless(Proof proven, Proof known) {
  return known.exact() ? proven.low() < known.low() : proven.high() <= known.low();
}

}  // namespace banyan
