// Shared by the tests of hidden games: independent truth about what a player can know, found by
// playing everything that could have happened.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/game/hidden_game.hpp"

namespace banyan {

/// A game's moves from `start` on, chance's included.
template <HiddenGame G>
struct Line {
  G start;
  std::vector<typename G::Move> moves;

  [[nodiscard]] G end() const {
    G position = start;
    for (const auto move : moves) position.play(move);
    return position;
  }
};

/// Plays `moves` random moves, fewer if the game ends.
template <HiddenGame G>
Line<G> random_line(const G& start, int plies, Random& random) {
  Line<G> line{start, {}};
  G position = start;
  for (; plies > 0 && !position.over(); --plies) {
    line.moves.push_back(static_cast<typename G::Move>(random_bit(position.legal_mask(), random)));
    position.play(line.moves.back());
  }
  return line;
}

template <class G>
void add_new(std::vector<G>& set, const G& position) {
  if (std::find(set.begin(), set.end(), position) == set.end()) set.push_back(position);
}

/// Adds the results of unseen moves to the set.
template <HiddenGame G>
void close_over_unseen(std::vector<G>& set, Player observer) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set[i].over()) continue;
    for (const auto move : set[i].legal_moves()) {
      if (set[i].observe(move, observer) != kUnseen) continue;
      G next = set[i];
      next.play(move);
      add_new(set, next);
    }
  }
}

/// All positions in which the observer has seen the same as in this one, found by the rules and
/// observe() alone.
template <HiddenGame G>
std::vector<G> consistent_positions(const Line<G>& line, Player observer) {
  std::vector<G> set{line.start};
  G truth = line.start;
  close_over_unseen(set, observer);
  for (const auto made : line.moves) {
    const std::uint32_t seen = truth.observe(made, observer);
    truth.play(made);
    if (seen == kUnseen) continue;
    std::vector<G> next;
    for (const G& position : set) {
      if (position.over()) continue;
      for (const auto move : position.legal_moves()) {
        if (position.observe(move, observer) != seen) continue;
        G after = position;
        after.play(move);
        // All players see whether the game has ended.
        add_new(next, after);
      }
    }
    close_over_unseen(next, observer);
    set = std::move(next);
  }
  std::erase_if(set, [&](const G& position) { return position.over() != truth.over(); });
  return set;
}

/// Expects counts of equally likely cells: chi-square is at most five standard deviations above its
/// mean.
inline void expect_equally_likely(const std::vector<std::uint64_t>& counts) {
  double total = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  ASSERT_GE(expected, 10);
  double chi_square = 0;
  for (const std::uint64_t count : counts) {
    const double off = static_cast<double>(count) - expected;
    chi_square += off * off / expected;
  }
  const double freedom = static_cast<double>(counts.size()) - 1;
  EXPECT_LT(chi_square, freedom + 5 * std::sqrt(2 * freedom) + 5) << counts.size() << " cells";
}

/// determinize() draws each consistent position equally often, and nothing else.
template <HiddenGame G>
void expect_uniform_worlds(const Line<G>& line, Player observer, Random& random) {
  const G truth = line.end();
  const std::vector<G> possible = consistent_positions(line, observer);
  ASSERT_NE(std::find(possible.begin(), possible.end(), truth), possible.end());
  std::vector<std::uint64_t> counts(possible.size(), 0);
  for (std::size_t draw = 0; draw < 40 * possible.size(); ++draw) {
    const auto at =
        std::find(possible.begin(), possible.end(), truth.determinize(observer, random));
    ASSERT_NE(at, possible.end()) << "an impossible position";
    ++counts[static_cast<std::size_t>(at - possible.begin())];
  }
  if (possible.size() > 1) expect_equally_likely(counts);
}

/// Positions that the observer cannot tell apart must be equal for them: the same knowledge, the
/// same legal moves, and with equal random numbers the same worlds.
template <HiddenGame G>
void expect_hidden_is_hidden(const Line<G>& line, Player observer, std::uint64_t seed) {
  const G truth = line.end();
  Random one({seed, 0, 0, 0});
  const G world = truth.determinize(observer, one);
  for (const G& other : consistent_positions(line, observer)) {
    EXPECT_EQ(other.information(observer), truth.information(observer));
    Random same({seed, 0, 0, 0});
    EXPECT_EQ(other.determinize(observer, same), world);
    if (!truth.over() && truth.to_move() == observer) {
      EXPECT_EQ(other.legal_mask(), truth.legal_mask());
    }
  }
}

}  // namespace banyan
