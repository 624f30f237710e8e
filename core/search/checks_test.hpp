// What the tests of every engine check of its results.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "core/base/clock_test.hpp"
#include "core/budget/budget.hpp"
#include "core/game/positions_test.hpp"
#include "core/result/inspect.hpp"
#include "core/result/result.hpp"

namespace banyan {

inline Limits iterations(std::uint64_t count) { return {count, 0, {}}; }
inline Limits playouts(std::uint64_t count) { return {0, count, {}}; }
/// The time that `count` clock readings take at TestClock(kSlow). The iteration limit ends a search
/// that ignores it.
inline Limits looks(int count) { return {100'000, 0, count * TestClock::kSlow}; }
inline StreamKey seeded(std::uint64_t seed) { return {seed, 0, 0, 0}; }

/// Nothing lost, nothing invented, nothing infinite: holds for every search of any engine.
inline void expect_sound(const SearchResult& result) {
  EXPECT_EQ(result.root_visits(), result.visits());
  EXPECT_TRUE(std::isfinite(result.seconds) && result.seconds >= 0);
  ASSERT_FALSE(result.children.empty());
  const RootChild* best = nullptr;
  for (std::size_t i = 0; i < result.children.size(); ++i) {
    const RootChild& child = result.children[i];
    EXPECT_LE(child.points, 2 * child.visits);
    EXPECT_TRUE(std::isfinite(child.mean()));
    if (i > 0) {
      EXPECT_LT(result.children[i - 1].move, child.move);
    }
    if (child.move == result.best_move) best = &child;
  }
  ASSERT_NE(best, nullptr);
  EXPECT_GT(best->visits, 0U);
  EXPECT_EQ(result.value, best->mean());
  if (!best->value) {  // in no unit of the game's own
    EXPECT_TRUE(result.value >= 0 && result.value <= 1) << result.value;
  }

  ASSERT_FALSE(result.principal_variation.empty());
  EXPECT_EQ(result.principal_variation.front(), result.best_move);
  EXPECT_LE(result.principal_variation.size(), result.tree.max_depth);
  EXPECT_GE(result.tree.mean_depth, 1);
  EXPECT_LE(result.tree.mean_depth, static_cast<double>(result.tree.max_depth));
  EXPECT_GE(result.tree.nodes, 2U);
}

/// Counts the root and every child with visits, as SearchResult::tree.nodes does.
template <class Tree>
std::uint64_t visited_nodes(const Tree& tree) {
  std::uint64_t visited = 1;
  for_each_node(tree, [&](Node node) {
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (visits_at(tree, node, slot) > 0) ++visited;
    }
  });
  return visited;
}

/// Expects equality in everything except the time; `a` may have counters that `b` lacks.
inline void expect_same(const SearchResult& a, const SearchResult& b) {
  ASSERT_EQ(a.children.size(), b.children.size());
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    EXPECT_EQ(a.children[i].move, b.children[i].move);
    EXPECT_EQ(a.children[i].visits, b.children[i].visits);
    EXPECT_EQ(a.children[i].points, b.children[i].points);
  }
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.playouts, b.playouts);
  EXPECT_EQ(a.finished, b.finished);
  EXPECT_EQ(a.best_move, b.best_move);
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.principal_variation, b.principal_variation);
  EXPECT_EQ(a.tree.nodes, b.tree.nodes);
  EXPECT_EQ(a.tree.bytes, b.tree.bytes);
  EXPECT_EQ(a.tree.mean_depth, b.tree.mean_depth);
  EXPECT_EQ(a.tree.max_depth, b.tree.max_depth);
  for (const auto& [name, count] : b.counters) {
    const auto same = a.counters.find(name);
    EXPECT_TRUE(same != a.counters.end() && same->second == count) << name << ' ' << count;
  }
}

/// Expects that the search used up its time and read the clock at most `more` times after that. The
/// clock is TestClock(kSlow).
inline void expect_in_time(const SearchResult& result, const Limits& limits, int more) {
  using Seconds = std::chrono::duration<double>;
  EXPECT_GE(result.seconds, Seconds(limits.time).count());
  EXPECT_LE(result.seconds, Seconds(limits.time + more * TestClock::kSlow).count());
}

/// Whether the root statistics are equal.
inline bool same_children(const SearchResult& a, const SearchResult& b) {
  return std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(),
                    [](const RootChild& x, const RootChild& y) {
                      return x.move == y.move && x.visits == y.visits && x.points == y.points;
                    });
}

/// The engine finds a right move in every one of the problems.
template <class Engine, Game G>
void expect_solves(Engine& engine, const std::vector<Problem<G>>& problems, const Limits& limits) {
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const SearchResult result = engine.search(problems[i].position, limits, seeded(i));
    EXPECT_TRUE(problems[i].solved_by(result.best_move))
        << "problem " << i << ": move " << result.best_move << " in\n"
        << problems[i].position.board();
  }
}

/// The engine draws a game of tic-tac-toe against itself.
template <class Engine>
void expect_draws_with_itself(Engine& engine, const Limits& limits, std::uint64_t seed) {
  TicTacToe position;
  for (std::uint64_t move = 0; !position.over(); ++move) {
    const SearchResult result = engine.search(position, limits, StreamKey{seed, seed, move, 0});
    position.play(static_cast<TicTacToe::Move>(result.best_move));
  }
  EXPECT_EQ(position.result(0), kDraw) << "seed " << seed << '\n' << position.board();
}

/// The spread of UCB1's values over the root's children. If every visit goes to the best child, the
/// values stay close together.
template <class Tree>
double unevenness(const Tree& tree) {
  const std::vector<RootChild> children = root_children(tree);
  std::uint64_t total = 0;
  for (const RootChild& child : children) total += child.visits;
  const float exploration =
      Ucb1(std::numbers::sqrt2).exploration(static_cast<std::uint32_t>(total));
  std::vector<float> values;
  for (const RootChild& child : children) {
    values.push_back(Ucb1::value(make_stat(static_cast<std::uint32_t>(child.visits), child.points),
                                 exploration));
  }
  const auto [worst, best] = std::minmax_element(values.begin(), values.end());
  return *best - *worst;
}

/// The sum of the spreads over searches of one position with different seeds.
template <class Search, class G, class Options>
double unevenness_after(const G& position, const Options& options) {
  Search engine(options);
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    engine.search(position, iterations(50'000), seeded(seed));
    sum += unevenness(engine.tree());
  }
  return sum;
}

}  // namespace banyan
