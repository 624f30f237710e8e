// The soonest win and the latest loss of a solved position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/game/game.hpp"
#include "games/oracle/alpha_beta.hpp"
#include "games/oracle/oracle.hpp"
#include "games/oracle/patience.hpp"

namespace banyan::oracle {

/// A game that one player must win within so many moves, or else loses.
template <TwoPlayerGame G>
class WonWithin {
 public:
  using Move = typename G::Move;
  static constexpr std::size_t kMaxMoves = G::kMaxMoves;

  WonWithin(const G& position, Player winner, int moves)
      : position_(position), winner_(winner), moves_(moves) {}

  [[nodiscard]] Player to_move() const { return position_.to_move(); }
  [[nodiscard]] MovesOf<WonWithin> legal_moves() const { return position_.legal_moves(); }
  void play(Move move) {
    position_.play(move);
    --moves_;
  }
  [[nodiscard]] bool over() const { return moves_ == 0 || position_.over(); }
  [[nodiscard]] Points result(Player player) const {
    const bool won = position_.over() && position_.result(winner_) == kWin;
    return won == (player == winner_) ? kWin : kLoss;
  }
  friend bool operator==(const WonWithin&, const WonWithin&) = default;

 private:
  G position_;
  Player winner_;
  int moves_;
};

/// Searches for wins within one move, two, three ... .
template <TwoPlayerGame G>
class DistanceSearch {
 public:
  using Move = typename G::Move;

  /// The move of a solved position that wins soonest or loses latest, as far as `most` positions
  /// show; of moves that seem to be equal the one that is known. Draws are left as they are.
  Move best_move(const G& position, const Solution<Move>& known, std::uint64_t most,
                 Patience& patience) {
    if (known.value == kDraw) return known.move;
    MovesOf<G> moves = position.legal_moves();
    Patience part = patience.part(most);
    try {
      keep_best(position, known.value == kWin, moves, part);
    } catch (const Interrupted&) {
    }
    patience.add(part);
    return std::find(moves.begin(), moves.end(), known.move) != moves.end() ? known.move : moves[0];
  }

 private:
  /// Removes moves that are worse than others. Throws Interrupted.
  void keep_best(const G& position, bool wins, MovesOf<G>& moves, Patience& patience) {
    const Player winner = wins ? position.to_move() : 1 - position.to_move();
    for (int within = 1; moves.size() > 1; ++within) {
      MovesOf<G> ending;
      MovesOf<G> lasting;
      for (const Move move : moves) {
        (is_won(position, move, winner, within, patience) ? ending : lasting).push_back(move);
      }
      if (ending.empty()) continue;
      if (wins || !lasting.empty()) moves = wins ? ending : lasting;
      if (wins || lasting.empty()) return;
    }
  }

  /// Whether that player wins within so many moves, of which this is the first.
  bool is_won(const G& position, Move move, Player winner, int within, Patience& patience) {
    WonWithin<G> next(position, winner, within);
    next.play(move);
    if (next.over()) return next.result(winner) == kWin;
    const Points value = search_.value(next, patience);
    return (next.to_move() == winner ? value : opposite(value)) == kWin;
  }

  AlphaBeta<WonWithin<G>> search_{std::size_t{1} << 18};
};

}  // namespace banyan::oracle
