// Any small game solved exactly: alpha-beta with a table of positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/random.hpp"
#include "core/game/game.hpp"
#include "games/oracle/patience.hpp"
#include "games/oracle/table.hpp"

namespace banyan::oracle {

/// The value of positions of a two-player zero-sum game under perfect play: loss, draw or win.
/// Negamax with null windows; moves are ordered by how often they refuted before (the history
/// heuristic, Schaeffer 1983). It needs only core/game/game.hpp; either side may move twice in a
/// row.
///
/// Positions are hashed by the moves that led to them, in any order, and compared whole. So the
/// table never confuses two, and games whose positions depend on the order only gain less from it.
template <Game G>
class AlphaBeta {
 public:
  using Move = typename G::Move;
  static constexpr std::size_t kDefaultMemory = std::size_t{64} << 20;

  /// `memory` bounds the bytes of the table.
  explicit AlphaBeta(std::size_t memory = kDefaultMemory) : table_(memory) {}

  /// The value of a position that is not over, to the side to move. Throws Interrupted.
  Points value(const G& position, Patience& patience) {
    const Points bound = negamax(position, 0, kDraw, patience);
    return bound == kDraw ? negamax(position, 0, kWin, patience) : bound;
  }

  /// The first of the moves that keep the value of a position that is not over. Throws Interrupted.
  Move best_move(const G& position, Points value, Patience& patience) {
    const auto moves = position.legal_moves();
    if (value == kLoss) return moves[0];
    const auto keeps = [&](Move move) {
      return after(position, 0, move, value, patience) >= value;
    };
    return *std::find_if(moves.begin(), moves.end() - 1, keeps);
  }

 private:
  /// lower <= value <= upper, for the side to move
  struct Bounds {
    std::uint8_t lower = kLoss;
    std::uint8_t upper = kWin;
  };

  static constexpr std::size_t kHistory = 1024;  // moves equal modulo this share an entry

  /// Whether the value is `goal` or more. If so, returns a lower bound of the value, otherwise an
  /// upper bound.
  Points negamax(const G& position, std::uint64_t path, Points goal, Patience& patience) {
    patience.spend();
    Bounds bounds = table_.find(position, path).value_or(Bounds{});
    if (bounds.lower >= goal) return bounds.lower;
    if (bounds.upper < goal) return bounds.upper;

    const std::uint64_t before = patience.positions();
    const Points best = best_child(position, path, goal, patience);
    (best >= goal ? bounds.lower : bounds.upper) = static_cast<std::uint8_t>(best);
    table_.store(position, path, bounds, patience.positions() - before + 1);
    return best;
  }

  Points best_child(const G& position, std::uint64_t path, Points goal, Patience& patience) {
    auto moves = position.legal_moves();
    const Player mover = position.to_move();
    // Moves that end the game come first: they cost nothing and often refute.
    Points best = kLoss;
    std::size_t open = 0;
    for (const Move move : moves) {
      G next = position;
      next.play(move);
      if (!next.over()) {
        moves[open++] = move;
        continue;
      }
      best = std::max(best, next.result(mover));
      if (best >= goal) return best;
    }
    auto& history = history_[static_cast<std::size_t>(mover) % history_.size()];
    const auto refuted = [&](Move move) { return history[move % kHistory]; };
    for (std::size_t i = 0; i < open; ++i) {
      Move* const next = std::max_element(moves.begin() + i, moves.begin() + open,
                                          [&](Move a, Move b) { return refuted(a) < refuted(b); });
      std::swap(moves[i], *next);
      best = std::max(best, after(position, path, moves[i], goal, patience));
      if (best >= goal) {
        ++history[moves[i] % kHistory];
        return best;
      }
    }
    return best;
  }

  /// The same as negamax, of a move and for the player who makes it.
  Points after(const G& position, std::uint64_t path, Move move, Points goal, Patience& patience) {
    const Player mover = position.to_move();
    G next = position;
    next.play(move);
    if (next.over()) return next.result(mover);
    path ^= scramble(2 * std::uint64_t{move} + static_cast<std::uint64_t>(mover) + 1);
    if (next.to_move() == mover) return negamax(next, path, goal, patience);
    return opposite(negamax(next, path, opposite(goal) + 1, patience));
  }

  Table<G, Bounds> table_;
  std::array<std::array<std::uint64_t, kHistory>, 2> history_{};
};

}  // namespace banyan::oracle
