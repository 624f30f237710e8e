// Proven results of games of any number of players.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game/game.hpp"
#include "core/tree/proof.hpp"

namespace banyan {

/// What is proven of a position: bounds on every player's points if all play by max^n (Luckhardt
/// and Irani 1986), whichever of equally good moves they choose.
template <Game G>
class ProofOfAll {
 public:
  /// Nothing is known.
  constexpr ProofOfAll() = default;
  /// The end of a game.
  static ProofOfAll of_result(const G& position) {
    ProofOfAll proof;
    for (Player player = 0; player < players_of(position); ++player) {
      const Points points = position.result(player);
      proof[player] = Proof(points, points);
    }
    return proof;
  }

  [[nodiscard]] Proof& operator[](Player player) {
    return proofs_[static_cast<std::size_t>(player)];
  }
  [[nodiscard]] Proof operator[](Player player) const {
    return proofs_[static_cast<std::size_t>(player)];
  }

  friend bool operator==(const ProofOfAll&, const ProofOfAll&) = default;

 private:
  std::array<Proof, static_cast<std::size_t>(max_players<G>())> proofs_;
};

/// What a node's children prove for all `players`. `child(i)` is the ProofOfAll of one of `k`
/// children, an empty one if untried. At a chance node:
///
///   low_p(v) = min low_p(child),  high_p(v) = max high_p(child)
///
/// Where player m moves, the others get the same over those children that m may choose, which have
/// high_m(child) >= low_m(v). Player m gets
///
///   low_m(v) = max low_m(child),  high_m(v) = max high_m(child)
///
/// If m wins a child, that child decides for all players (ManyPlayers: the winner decides what the
/// others get).
template <Game G, class Child>
ProofOfAll<G> proof_of_children(Player mover, int players, std::uint32_t k, const Child& child) {
  Points least = kLoss;  // for the mover
  Points most = kLoss;
  if (mover != kChance) {
    for (std::uint32_t i = 0; i < k; ++i) {
      const ProofOfAll<G> each = child(i);
      if (each[mover].low() == kWin) return each;
      least = std::max(least, each[mover].low());
      most = std::max(most, each[mover].high());
    }
  }
  ProofOfAll<G> all;
  for (Player player = 0; player < players; ++player) {
    Points low = kWin;
    Points high = kLoss;
    for (std::uint32_t i = 0; i < k; ++i) {
      const ProofOfAll<G> each = child(i);
      if (mover != kChance && each[mover].high() < least) continue;
      low = std::min(low, each[player].low());
      high = std::max(high, each[player].high());
    }
    all[player] = player == mover ? Proof(least, most) : Proof(low, high);
  }
  return all;
}

}  // namespace banyan
