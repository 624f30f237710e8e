// The rules of Othello on bitboards, and the search of the endgame solver.
#include "games/othello/endgame.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "core/base/random.hpp"

namespace banyan::oracle {
namespace {

using Discs = OthelloDiscs;

constexpr int kHighest = 64;
constexpr int kLowest = -64;

/// Up to this many empty cells, ordering by parity beats tables and look-ahead.
constexpr int kFewEmpty = 7;

constexpr std::uint64_t kNotA = 0xfefefefefefefefe;
constexpr std::uint64_t kNotH = 0x7f7f7f7f7f7f7f7f;
constexpr std::uint64_t kCorners = 0x8100000000000081;
constexpr std::array<std::uint64_t, 4> kQuadrants{0x0f0f0f0f, 0xf0f0f0f0, 0x0f0f0f0f00000000,
                                                  0xf0f0f0f000000000};

/// One step in each of the eight directions: bits, and the columns where a step may arrive.
struct Direction {
  int shift;
  std::uint64_t targets;
};
constexpr std::array<Direction, 8> kDirections{{{1, kNotA},
                                                {-1, kNotH},
                                                {8, ~std::uint64_t{0}},
                                                {-8, ~std::uint64_t{0}},
                                                {9, kNotA},
                                                {-9, kNotH},
                                                {7, kNotH},
                                                {-7, kNotA}}};

constexpr std::uint64_t step(std::uint64_t cells, const Direction& direction) {
  return (direction.shift > 0 ? cells << direction.shift : cells >> -direction.shift) &
         direction.targets;
}

/// The run of `through` that begins next to `cells`; at most six discs can be turned in a line.
template <std::size_t I>
std::uint64_t run(std::uint64_t cells, std::uint64_t through) {
  std::uint64_t found = step(cells, kDirections[I]) & through;
  for (int i = 0; i < 5; ++i) found |= step(found, kDirections[I]) & through;
  return found;
}

template <std::size_t... I>
std::uint64_t moves_of(const Discs& position, std::index_sequence<I...>) {
  return (step(run<I>(position.own, position.opponent), kDirections[I]) | ...) &
         ~(position.own | position.opponent);
}

template <std::size_t... I>
std::uint64_t turned_by(const Discs& position, std::uint64_t move, std::index_sequence<I...>) {
  const auto line = [&](std::uint64_t discs, const Direction& direction) {
    return (step(discs | move, direction) & position.own) != 0 ? discs : 0;
  };
  return (line(run<I>(move, position.opponent), kDirections[I]) | ...);
}

Discs passed(const Discs& position) { return {position.opponent, position.own}; }

std::uint64_t empty_cells(const Discs& position) { return ~(position.own | position.opponent); }

/// The quadrants with an odd number of empty cells: the player who moves last in one gains by it.
std::uint64_t odd_quadrants(std::uint64_t empty) {
  std::uint64_t odd = 0;
  for (const std::uint64_t quadrant : kQuadrants) {
    if (std::popcount(empty & quadrant) % 2 == 1) odd |= quadrant;
  }
  return odd;
}

std::uint64_t hash_of(const Discs& position) {
  return scramble(scramble(position.own + 1) + position.opponent);
}

}  // namespace

std::uint64_t othello_moves(const Discs& position) {
  return moves_of(position, std::make_index_sequence<8>());
}

OthelloDiscs othello_after(const Discs& position, std::uint64_t move) {
  const std::uint64_t turned = turned_by(position, move, std::make_index_sequence<8>());
  return {position.opponent & ~turned, position.own | turned | move};
}

int othello_final_score(const Discs& position) {
  const int own = std::popcount(position.own);
  const int opponent = std::popcount(position.opponent);
  const int empty = 64 - own - opponent;
  return own - opponent + (own > opponent ? empty : own < opponent ? -empty : 0);
}

int OthelloEndgame::score(const Discs& position, Patience& patience) {
  patience_ = &patience;
  return negamax(position, kLowest, kHighest);
}

/// Fail-soft: exact between alpha and beta, a lower bound from beta on, an upper one up to alpha.
int OthelloEndgame::negamax(const Discs& position, int alpha, int beta) {
  patience_->spend();
  const std::uint64_t moves = othello_moves(position);
  if (moves == 0) {
    if (othello_moves(passed(position)) == 0) return othello_final_score(position);
    return -negamax(passed(position), -beta, -alpha);
  }
  const bool few = std::popcount(empty_cells(position)) <= kFewEmpty;
  return few ? by_parity(position, moves, alpha, beta)
             : fastest_first(position, moves, alpha, beta);
}

int OthelloEndgame::by_parity(const Discs& position, std::uint64_t moves, int alpha, int beta) {
  const std::uint64_t odd = odd_quadrants(empty_cells(position));
  int best = kLowest;
  for (std::uint64_t part : {moves & odd, moves & ~odd}) {
    for (; part != 0; part &= part - 1) {
      const Discs next = othello_after(position, part & ~(part - 1));
      best = std::max(best, -negamax(next, -beta, -std::max(alpha, best)));
      if (best >= beta) return best;
    }
  }
  return best;
}

int OthelloEndgame::fastest_first(const Discs& position, std::uint64_t moves, int alpha, int beta) {
  const std::uint64_t hash = hash_of(position);
  Bounds bounds = table_.find(position, hash).value_or(Bounds{});
  if (bounds.lower >= beta || bounds.lower == bounds.upper) return bounds.lower;
  if (bounds.upper <= alpha) return bounds.upper;
  alpha = std::max<int>(alpha, bounds.lower);
  beta = std::min<int>(beta, bounds.upper);

  struct Candidate {
    Discs next;
    int replies;
  };
  std::array<Candidate, 64> candidates;
  std::size_t count = 0;
  const std::uint64_t odd = odd_quadrants(empty_cells(position));
  for (std::uint64_t rest = moves; rest != 0; rest &= rest - 1) {
    const std::uint64_t move = rest & ~(rest - 1);
    const Discs next = othello_after(position, move);
    const std::uint64_t replies = othello_moves(next);
    // Corners among the replies count twice; parity breaks ties.
    const int weight = 2 * (std::popcount(replies) + std::popcount(replies & kCorners)) +
                       ((move & odd) != 0 ? 0 : 1);
    std::size_t at = count++;
    for (; at > 0 && candidates[at - 1].replies > weight; --at) candidates[at] = candidates[at - 1];
    candidates[at] = {next, weight};
  }

  const std::uint64_t before = patience_->positions();
  int best = kLowest;
  for (std::size_t i = 0; i < count && best < beta; ++i) {
    const Discs& next = candidates[i].next;
    const int floor = std::max(alpha, best);
    // The first move is expected to be best, so the others only need to be refuted.
    if (i > 0 && floor + 1 < beta) {
      const int found = -negamax(next, -floor - 1, -floor);
      best = std::max(best, found);
      if (found <= floor || found >= beta) continue;
    }
    best = std::max(best, -negamax(next, -beta, -std::max(alpha, best)));
  }
  if (best > alpha) bounds.lower = static_cast<std::int8_t>(best);
  if (best < beta) bounds.upper = static_cast<std::int8_t>(best);
  table_.store(position, hash, bounds, patience_->positions() - before + 1);
  return best;
}

}  // namespace banyan::oracle
