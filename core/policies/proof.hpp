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

  /// Puts right what contradicts it: the points of so many results, so many of them draws. The
  /// draws become those of a single result, or as few as the points allow.
  constexpr void clamp(std::uint32_t games, std::uint32_t& points, std::uint32_t& draws) const {
    const std::uint32_t within = std::clamp(points, games * static_cast<std::uint32_t>(low()),
                                            games * static_cast<std::uint32_t>(high()));
    if (within == points) return;
    points = within;
    draws = exact() && low() == kDraw ? games : points % 2;
  }

  friend constexpr bool operator==(Proof, Proof) = default;

 private:
  std::uint8_t bits_ = 0;
};

}  // namespace banyan
