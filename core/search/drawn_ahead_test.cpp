// Tests of drawn_ahead.hpp: searches whose playouts are drawn ahead are UCT in distribution.
#include "core/search/drawn_ahead.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/search/search.hpp"
#include "core/tree/outline.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/othello/othello.hpp"

namespace banyan {
namespace {

/// Othello whose playouts can be tampered with: one of those of many leaves at once, by its number.
struct Tampered : Othello {
  Tampered() = default;
  Tampered(const Othello& position) : Othello(position) {}  // NOLINT(google-explicit-constructor)

  static void play_out(std::span<const Tampered> leaves, std::span<Points> first, Random& random) {
    const std::vector<Othello> positions(leaves.begin(), leaves.end());
    Othello::play_out(positions, first, random);
    for (Points& points : first) {
      if (made++ == tampered_with) points = points == kWin ? kLoss : kWin;
      if (one_in > 0 && made % one_in == 0) points = kWin;
    }
  }
  static std::uint32_t play_out_from(const Tampered& leaf, std::uint32_t games, Random& random) {
    return Othello::play_out_from(leaf, games, random);
  }

  static thread_local std::uint64_t made;
  static thread_local std::uint64_t tampered_with;
  static thread_local std::uint64_t one_in;  // is won by player 0, unless 0
};
thread_local std::uint64_t Tampered::made = 0;
thread_local std::uint64_t Tampered::tampered_with = ~std::uint64_t{0};
thread_local std::uint64_t Tampered::one_in = 0;

SearchOptions ahead(bool on = true) {
  SearchOptions options;
  options.memory = std::size_t{1} << 26U;
  options.ahead = on;
  return options;
}

/// All that a search found, in one line.
std::string all_of(const SearchResult& result) {
  std::string text = std::to_string(result.tree.nodes);
  for (const RootChild& child : result.children) {
    text += " " + std::to_string(child.move) + ":" + std::to_string(child.visits) + ":" +
            std::to_string(child.points);
  }
  return text;
}

template <class G>
struct DrawnAheadOf : testing::Test {};
using GamesDrawnAhead = testing::Types<Othello, Breakthrough>;
TYPED_TEST_SUITE(DrawnAheadOf, GamesDrawnAhead);

TYPED_TEST(DrawnAheadOf, RepeatsASearchByItsSeed) {
  SequentialSearch<TypeParam> one(ahead());
  SequentialSearch<TypeParam> other(ahead());
  const std::string found = all_of(one.search(TypeParam(), {.iterations = 20'000}, {.seed = 3}));
  one.search(TypeParam(), {.iterations = 5'000}, {.seed = 4});
  EXPECT_EQ(all_of(one.search(TypeParam(), {.iterations = 20'000}, {.seed = 3})), found);
  EXPECT_EQ(all_of(other.search(TypeParam(), {.iterations = 20'000}, {.seed = 3})), found);
}

TYPED_TEST(DrawnAheadOf, UsesMostOfThem) {
  SequentialSearch<TypeParam, ProvingTree<TypeParam>> search(ahead());
  const SearchResult found = search.search(TypeParam(), {.iterations = 50'000}, {.seed = 1});
  EXPECT_GT(found.counters.at("playouts_used"), 30'000U);
  EXPECT_LT(found.counters.at("playouts_ahead"), 125'000U);
}

TYPED_TEST(DrawnAheadOf, PlaysShortPlayoutsOneByOne) {
  TypeParam late;
  Random random({6});
  for (int plies = 0; plies < 45 && !late.over(); ++plies) {
    const auto moves = late.legal_moves();
    late.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  ASSERT_FALSE(late.over());
  SequentialSearch<TypeParam> search(ahead());
  const SearchResult found = search.search(late, {.iterations = 5000}, {.seed = 1});
  EXPECT_FALSE(found.counters.contains("playouts_ahead"));
  SequentialSearch<TypeParam> one_by_one(ahead(false));
  EXPECT_EQ(all_of(found), all_of(one_by_one.search(late, {.iterations = 5000}, {.seed = 1})));
}

/// Means of what a search finds, over seeds, and their standard errors.
struct Means {
  static constexpr std::size_t kThings = 4;  // value, share of the most visits, nodes, depth
  double mean[kThings] = {};
  double error[kThings] = {};
};
template <class G, class Tree = OwnedTree<G>>
Means means_of(const SearchOptions& options, int seeds, std::uint64_t iterations) {
  double sum[Means::kThings] = {};
  double squares[Means::kThings] = {};
  SequentialSearch<G, Tree> search(options);
  for (int seed = 0; seed < seeds; ++seed) {
    const SearchResult found =
        search.search(G(), {.iterations = iterations},
                      {.seed = static_cast<std::uint64_t>(seed), .game = options.ahead});
    double points = 0;
    std::uint64_t most = 0;
    for (const RootChild& child : found.children) {
      points += static_cast<double>(child.points);
      most = std::max(most, child.visits);
    }
    const double all = static_cast<double>(iterations);
    const double things[Means::kThings] = {points / 2 / all, static_cast<double>(most) / all,
                                           static_cast<double>(found.tree.nodes) / all,
                                           found.tree.mean_depth};
    for (std::size_t i = 0; i < Means::kThings; ++i) {
      sum[i] += things[i];
      squares[i] += things[i] * things[i];
    }
  }
  Means means;
  for (std::size_t i = 0; i < Means::kThings; ++i) {
    means.mean[i] = sum[i] / seeds;
    means.error[i] =
        std::sqrt(std::max(0.0, squares[i] / seeds - means.mean[i] * means.mean[i]) / (seeds - 1));
  }
  return means;
}
/// By how many standard errors the two differ most.
double distance(const Means& a, const Means& b) {
  double most = 0;
  for (std::size_t i = 0; i < Means::kThings; ++i) {
    const double error = std::hypot(a.error[i], b.error[i]);
    if (error > 0) most = std::max(most, std::abs(a.mean[i] - b.mean[i]) / error);
  }
  return most;
}

TYPED_TEST(DrawnAheadOf, IsUctInDistribution) {
  using Tree = ProvingTree<TypeParam>;
  const Means drawn = means_of<TypeParam, Tree>(ahead(), 200, 5000);
  EXPECT_LT(distance(drawn, means_of<TypeParam, Tree>(ahead(false), 200, 5000)), 4);
}
TYPED_TEST(DrawnAheadOf, IsUctWhereLeavesStayLeavesToo) {
  for (const bool full : {false, true}) {  // a tree without room, or leaves of four visits
    SearchOptions drawn = ahead();
    SearchOptions one_by_one = ahead(false);
    for (SearchOptions* const options : {&drawn, &one_by_one}) {
      options->expand_after = full ? 1 : 4;
      options->memory = full ? std::size_t{200} << 10U : options->memory;
      options->prunes = false;
    }
    drawn.memory += full ? drawn.memory / 31 : 0;  // of which a share is for trials
    EXPECT_LT(
        distance(means_of<TypeParam>(drawn, 60, 5000), means_of<TypeParam>(one_by_one, 60, 5000)),
        4);
  }
}
TEST(DrawnAhead, PrunesAFullTree) {
  SearchOptions options = ahead();
  options.memory = std::size_t{1} << 20U;
  SequentialSearch<Othello> search(options);
  const SearchResult found = search.search(Othello(), {.iterations = 100'000}, {.seed = 2});
  EXPECT_EQ(found.root_visits(), 100'000U);
  EXPECT_GT(found.counters.at("pruned_nodes"), 0U);
}

TEST(DrawnAhead, WouldNotBeIfOnePlayoutInFortyWereWonInsteadOfPlayed) {
  const Means honest = means_of<Tampered>(ahead(false), 200, 5000);
  EXPECT_LT(distance(means_of<Tampered>(ahead(), 200, 5000), honest), 4);
  Tampered::one_in = 40;
  EXPECT_GT(distance(means_of<Tampered>(ahead(), 200, 5000), honest), 4);
  Tampered::one_in = 0;
}

/// All nodes below some moves, as text.
std::string all_below(const std::vector<OutlineNode>& children) {
  std::string text;
  for (const OutlineNode& child : children) {
    text += " " + std::to_string(child.move) + ":" + std::to_string(child.visits) + ":" +
            std::to_string(child.value) + "(" + all_below(child.children) + ")";
  }
  return text;
}

// Another result of one playout changes the tree if the search uses it. So if it changed anything
// before it is used, or without, more results would change the tree than the search uses.
TEST(DrawnAhead, DependsOnNoResultThatItDoesNotUse) {
  std::uint64_t made = 0;
  std::uint64_t used = 0;
  const auto tree_of = [&](std::uint64_t tampered_with) {
    Tampered::made = 0;
    Tampered::tampered_with = tampered_with;
    SequentialSearch<Tampered> search(ahead());
    const SearchResult found = search.search(Tampered(), {.iterations = 700}, {.seed = 5});
    made = found.counters.at("playouts_ahead");
    used = found.counters.at("playouts_used");
    return all_below(outline(search.tree(), {100, 100}));
  };
  const std::string honest = tree_of(~std::uint64_t{0});
  const std::uint64_t made_then = made;
  const std::uint64_t used_then = used;
  EXPECT_GT(made_then, 1000U);
  EXPECT_GT(used_then, 100U);
  std::uint64_t changes = 0;
  for (std::uint64_t i = 0; i < made_then; ++i) changes += tree_of(i) != honest ? 1 : 0;
  Tampered::tampered_with = ~std::uint64_t{0};
  EXPECT_EQ(changes, used_then);
}

}  // namespace
}  // namespace banyan
