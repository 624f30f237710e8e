// AMAF (all moves as first): which results count for a move made later, and how to look them up.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/rules/game.hpp"
#include "core/trees/stat.hpp"

namespace banyan {

/// The number of a move of a game with NumberedMoves.
template <Game G>
std::size_t move_number(typename G::Move move) {
  assert(move < G::kMaxMoves);
  if (move >= G::kMaxMoves) __builtin_unreachable();
  return move;
}

/// Who made each move first, from some point of one iteration on (Gelly, Silver 2007). First
/// append() records moves in order, then prepend() the earlier moves from last to first.
template <Game G>
class FirstMovers {
 public:
  using Move = typename G::Move;

  void clear() { mover_.fill(kNone); }
  /// Records a move after all others so far.
  void append(Move move, Player player) {
    std::int8_t& mover = mover_[move_number<G>(move)];
    if (mover == kNone) mover = static_cast<std::int8_t>(player);
  }
  /// Records a move before all others so far.
  void prepend(Move move, Player player) {
    mover_[move_number<G>(move)] = static_cast<std::int8_t>(player);
  }
  [[nodiscard]] bool is_first(Move move, Player player) const {
    return mover_[move_number<G>(move)] == player;
  }

 private:
  static constexpr std::int8_t kNone = -1;

  std::array<std::int8_t, G::kMaxMoves> mover_;
};

/// The AMAF results, by move and player, that a descent takes from the last node with enough visits
/// (GRAVE: Cazenave 2015).
template <Game G>
class AmafOfAncestors {
 public:
  using Move = typename G::Move;

  void clear() { known_ = {}; }
  [[nodiscard]] bool knows(Player player) const { return known_[index(player)]; }
  [[nodiscard]] Stat of(Player player, Move move) const {
    return stats_[index(player)][move_number<G>(move)];
  }
  /// Clears the results of that player's moves.
  void replace(Player player) {
    stats_[index(player)].fill(0);
    known_[index(player)] = true;
  }
  void set(Player player, Move move, Stat stat) {
    stats_[index(player)][move_number<G>(move)] = stat;
  }

 private:
  static constexpr auto kPlayers = static_cast<std::size_t>(max_players<G>());
  static std::size_t index(Player player) { return static_cast<std::size_t>(player); }

  std::array<std::array<Stat, G::kMaxMoves>, kPlayers> stats_;
  std::array<bool, kPlayers> known_{};
};

}  // namespace banyan
