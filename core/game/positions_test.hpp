// Positions with known best moves, for the tests of every engine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game/game.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {

/// A position after `plies` random moves; nothing if the game ended before.
template <Game G>
std::optional<G> random_position(G position, int plies, Random& random) {
  for (; plies > 0 && !position.over(); --plies) {
    const auto moves = position.legal_moves();
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  if (position.over()) return std::nullopt;
  return position;
}

template <Game G>
G after(G position, typename G::Move move) {
  position.play(move);
  return position;
}

/// The moves that win at once, in order.
template <Game G>
std::vector<std::uint32_t> wins_at_once(const G& position) {
  std::vector<std::uint32_t> wins;
  if (position.over()) return wins;
  for (const auto move : position.legal_moves()) {
    const G next = after(position, move);
    if (next.over() && next.result(position.to_move()) == kWin) wins.push_back(move);
  }
  return wins;
}

/// The moves after which the opponent cannot win at once, in order.
template <Game G>
std::vector<std::uint32_t> defences(const G& position) {
  std::vector<std::uint32_t> moves;
  for (const auto move : position.legal_moves()) {
    if (wins_at_once(after(position, move)).empty()) moves.push_back(move);
  }
  return moves;
}

template <Game G>
Points minimax_after(const G& position, typename G::Move move, int plies);

/// The best result that the side to move can force within `plies` moves; anything later counts as a
/// draw.
template <Game G>
Points minimax(const G& position, int plies) {
  if (position.over()) return position.result(position.to_move());
  if (plies == 0) return kDraw;
  Points best = kLoss;
  for (const auto move : position.legal_moves()) {
    best = std::max(best, minimax_after(position, move, plies));
    if (best == kWin) break;
  }
  return best;
}

/// The same if it begins with that move.
template <Game G>
Points minimax_after(const G& position, typename G::Move move, int plies) {
  const G next = after(position, move);
  const Points best = minimax(next, plies - 1);
  return next.to_move() == position.to_move() ? best : opposite(best);
}

/// The moves that keep that result.
template <Game G>
std::vector<std::uint32_t> optimal_moves(const G& position, int plies) {
  std::vector<std::uint32_t> moves;
  const Points best = minimax(position, plies);
  for (const auto move : position.legal_moves()) {
    if (minimax_after(position, move, plies) == best) moves.push_back(move);
  }
  return moves;
}

/// A position and the moves that are right in it.
template <Game G>
struct Problem {
  G position;
  std::vector<std::uint32_t> right;

  [[nodiscard]] bool solved_by(std::uint32_t move) const {
    return std::find(right.begin(), right.end(), move) != right.end();
  }
};

/// Connect Four positions with a win in one, from different random games. No other move forces a
/// win within the next few moves: else a search might take that one, and rightly.
inline std::vector<Problem<ConnectFour>> wins_in_one(int count, std::uint64_t seed) {
  std::vector<Problem<ConnectFour>> problems;
  Random random(StreamKey{seed, 0, 0, 0});
  while (problems.size() < static_cast<std::size_t>(count)) {
    const int plies = 6 + static_cast<int>(random.below(30));
    const auto position = random_position(ConnectFour{}, plies, random);
    if (!position) continue;
    const Problem<ConnectFour> problem{*position, wins_at_once(*position)};
    if (!problem.right.empty() && optimal_moves(*position, 6) == problem.right) {
      problems.push_back(problem);
    }
  }
  return problems;
}

/// Connect Four positions in which all moves but one lose to a win in one. That move does not lose
/// within the next few moves (if every move loses, none is right).
inline std::vector<Problem<ConnectFour>> losses_in_one(int count, std::uint64_t seed) {
  std::vector<Problem<ConnectFour>> problems;
  Random random(StreamKey{seed, 1, 0, 0});
  while (problems.size() < static_cast<std::size_t>(count)) {
    const int plies = 6 + static_cast<int>(random.below(30));
    const auto position = random_position(ConnectFour{}, plies, random);
    if (!position || position->legal_moves().size() < 2) continue;
    if (!wins_at_once(*position).empty()) continue;
    const auto blocks = defences(*position);
    if (blocks.size() == 1 && minimax(*position, 6) != kLoss) {
      problems.push_back({*position, blocks});
    }
  }
  return problems;
}

/// Every tic-tac-toe position with one to `empties` empty cells that a game can reach.
inline std::vector<TicTacToe> late_positions(int empties) {
  std::vector<TicTacToe> found;
  std::vector<TicTacToe> open{TicTacToe{}};
  for (int left = 9; left > 0; --left) {
    std::vector<TicTacToe> next;
    for (const TicTacToe& position : open) {
      if (position.over()) continue;
      if (left <= empties) found.push_back(position);
      for (const auto move : position.legal_moves()) {
        const TicTacToe child = after(position, move);
        if (std::find(next.begin(), next.end(), child) == next.end()) next.push_back(child);
      }
    }
    open = std::move(next);
  }
  return found;
}

/// `count` different ones of these, with the moves that are best by minimax.
inline std::vector<Problem<TicTacToe>> endgames(int count, std::uint64_t seed) {
  std::vector<TicTacToe> positions = late_positions(5);
  std::vector<Problem<TicTacToe>> problems;
  Random random(StreamKey{seed, 2, 0, 0});
  for (; count > 0 && !positions.empty(); --count) {
    std::swap(positions[random.below(static_cast<std::uint32_t>(positions.size()))],
              positions.back());
    problems.push_back({positions.back(), optimal_moves(positions.back(), 9)});
    positions.pop_back();
  }
  return problems;
}

}  // namespace banyan
