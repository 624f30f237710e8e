#include "core/tree/wide_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/game/positions_test.hpp"
#include "core/result/inspect.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "core/search/search.hpp"
#include "core/search/uct.hpp"
#include "games/hex/hex.hpp"

namespace banyan {
namespace {

constexpr std::size_t kWideMemory = std::size_t{256} << 20U;

/// Grows the tree; returns its worker's counts.
template <class Tree, Game G>
IterationCounts grow_wide(Tree& tree, const G& position, int iterations, std::uint64_t seed) {
  Random random(StreamKey{seed, 0, 0, 0});
  tree.start(position, random);
  UctIteration<Tree> iteration(tree, position, random);
  for (int i = 0; i < iterations; ++i) iteration.run(SinglePlayout{});
  return iteration.counts();
}

template <class G>
class WideTreeOf : public testing::Test {};
using WideGames = testing::Types<Hex<5>, Hex<11>, Hex<14>>;
TYPED_TEST_SUITE(WideTreeOf, WideGames);

TYPED_TEST(WideTreeOf, LosesNothing) {
  for (const std::uint32_t expand_after : {1U, 2U, 20U}) {
    WideTree<TypeParam> tree(kWideMemory, Ucb1(1.4), expand_after);
    const IterationCounts counts = grow_wide(tree, TypeParam{}, scaled(60'000), 1);
    EXPECT_EQ(find_defect(tree, true), std::nullopt);
    std::uint64_t visits = 0;
    for (const RootChild& child : root_children(tree)) visits += child.visits;
    EXPECT_EQ(visits, counts.iterations);
  }
}

TYPED_TEST(WideTreeOf, LosesNothingWhereFewMovesAreLeft) {
  Random random(StreamKey{2, 0, 0, 0});
  WideTree<TypeParam> tree(kWideMemory, Ucb1(1.4), 1);
  for (int round = 0; round < 20; ++round) {
    const TypeParam empty;
    const int cells = empty.size().cells();
    const auto position = random_position(empty, cells / 2 + round % (cells / 4), random);
    if (!position) continue;
    grow_wide(tree, *position, scaled(20'000), 1);
    EXPECT_EQ(find_defect(tree, true), std::nullopt) << position->board();
  }
}

TYPED_TEST(WideTreeOf, CountsEveryChildWithVisitsAsANode) {
  WideTree<TypeParam> tree(kWideMemory, Ucb1(1.4), 1);
  const IterationCounts counts = grow_wide(tree, TypeParam{}, scaled(60'000), 1);
  EXPECT_EQ(counts.nodes + 1, visited_nodes(tree));
}

TYPED_TEST(WideTreeOf, VisitsOnlyLegalMoves) {
  Random random(StreamKey{3, 0, 0, 0});
  const auto position = random_position(TypeParam{}, 7, random);
  ASSERT_TRUE(position.has_value());
  WideTree<TypeParam> tree(kWideMemory, Ucb1(1.4), 1);
  grow_wide(tree, *position, scaled(60'000), 1);
  // No move that occupies a stone of the root position may be visited below the root.
  const auto legal = position->legal_moves();
  for_each_node(tree, [&](Node node) {
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (visits_of(tree.stat(node, slot)) == 0) continue;
      ASSERT_NE(std::find(legal.begin(), legal.end(), tree.move(node, slot)), legal.end());
    }
  });
}

TYPED_TEST(WideTreeOf, BestHasTheGreatestUcbAtEveryNode) {
  for (const double c : {0.2, 1.4142135623730951}) {
    WideTree<TypeParam> tree(kWideMemory, Ucb1(c), 1);
    grow_wide(tree, TypeParam{}, scaled(200'000), 1);
    int nodes = 0;
    for_each_node(tree, [&](Node node) {
      if (!tree.all_tried(node) || tree.tried(node) != tree.size(node)) return;
      double total = 0;
      for (Slot slot = 0; slot < tree.size(node); ++slot) {
        total += visits_of(tree.stat(node, slot));
      }
      const auto value = [&](Slot slot) {
        const double n = visits_of(tree.stat(node, slot));
        return points_of(tree.stat(node, slot)) / (2 * n) + c * std::sqrt(std::log(total) / n);
      };
      double greatest = 0;
      for (Slot slot = 0; slot < tree.size(node); ++slot) {
        greatest = std::max(greatest, value(slot));
      }
      ASSERT_NEAR(value(tree.best(node)), greatest, 1e-5 * greatest);
      ++nodes;
    });
    EXPECT_GE(nodes, 1);
  }
}

TYPED_TEST(WideTreeOf, AFullArenaLosesNothing) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    WideTree<TypeParam> tree(0, Ucb1(0.3), 1);
    const IterationCounts counts = grow_wide(tree, TypeParam{}, scaled(150'000), seed);
    EXPECT_EQ(counts.iterations, static_cast<std::uint64_t>(scaled(150'000)));
    if (kSlowdown == 1) {
      EXPECT_GT(counts.full, 0U);
    }
    EXPECT_LE(tree.arena().used(), tree.arena().capacity());
    EXPECT_EQ(find_defect(tree, false), std::nullopt);
    EXPECT_EQ(counts.nodes + 1, visited_nodes(tree));
  }
}

TYPED_TEST(WideTreeOf, AnArenaThatFillsUpDropsNothingUncounted) {
  WideTree<TypeParam> tree(0, Ucb1(0.3), 1);
  Random random(StreamKey{1, 0, 0, 0});
  tree.start(TypeParam{}, random);
  UctIteration<WideTree<TypeParam>> iteration(tree, TypeParam{}, random);
  for (int i = 0; i < scaled(20'000); ++i) {
    iteration.run(SinglePlayout{});
    if (i % 50 == 0) {
      ASSERT_EQ(find_defect(tree, iteration.counts().full == 0), std::nullopt);
    }
  }
}

TYPED_TEST(WideTreeOf, TriesEveryMoveOfANodeBeforeAnyAgain) {
  WideTree<TypeParam> tree(kWideMemory, Ucb1(1.4), 1);
  grow_wide(tree, TypeParam{}, scaled(60'000), 1);
  for_each_node(tree, [&](Node node) {
    std::uint32_t most = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      most = std::max(most, visits_of(tree.stat(node, slot)));
    }
    if (!tree.all_tried(node)) {
      ASSERT_LE(most, 1U);
    }
  });
}

/// The same tree written plainly: vectors, Ucb1::value on one child after another, no cached
/// values. It draws the same random numbers in the same order.
template <MoveSetGame G>
class ScalarTwin : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;

  explicit ScalarTwin(double c) : TreeBase(0, Ucb1(c), 1) {}

  void start(const G& position, Random& random) {
    Arena::Lane lane(arena());
    root_ = make_node(position, random, lane);
    root_ = shuffle(root_, position, random);
  }
  [[nodiscard]] std::uint32_t size(Node node) const {
    return static_cast<std::uint32_t>(at(node).children.size());
  }
  [[nodiscard]] bool all_tried(Node node) const { return at(node).untried.empty(); }
  [[nodiscard]] Stat stat(Node node, Slot slot) const { return at(node).children[slot].stat; }
  [[nodiscard]] Move move(Node node, Slot slot) const { return at(node).children[slot].move; }
  [[nodiscard]] Node child(Node node, Slot slot) const { return at(node).children[slot].node; }
  void prefetch(Node /*node*/) const {}

  /// In an ordered node, one of the untried moves drawn by its rank; in a shuffled one, the next.
  bool try_next(Node node, Slot& slot, Random& random) {
    auto& untried = at(node).untried;
    const auto count = static_cast<std::uint32_t>(untried.size());
    const auto drawn = untried.begin() + (at(node).shuffled ? 0 : random.below(count));
    slot = *drawn;
    untried.erase(drawn);
    return true;
  }
  [[nodiscard]] Slot best(Node node) const {
    std::uint32_t total = 0;
    for (const Child& child : at(node).children) total += visits_of(child.stat);
    Slot best = 0;
    float best_value = -1;
    for (Slot slot = 0; slot < size(node); ++slot) {
      const float value = Ucb1::value(stat(node, slot), rule_.exploration(total));
      if (value > best_value) {
        best = slot;
        best_value = value;
      }
    }
    return best;
  }
  std::uint32_t enter(Node node, Slot slot) { return visits_of(stat(node, slot)); }
  void leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    at(node).children[slot].stat += make_stat(games, points);
  }
  Node make_node(const G& position, Random& /*random*/, Arena::Lane& /*lane*/) {
    Place place;
    for (const Move move : position.legal_moves()) place.children.push_back({move, 0, kNoNode});
    const auto by_move = [](const Child& a, const Child& b) { return a.move < b.move; };
    std::sort(place.children.begin(), place.children.end(), by_move);
    for (Slot slot = 0; slot < place.children.size(); ++slot) place.untried.push_back(slot);
    places_.push_back(place);
    return static_cast<Node>(places_.size());
  }
  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    const Node node = make_node(position, random, lane);
    return at(parent).children[slot].node = node;
  }
  Node arrive(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    return at(parent).children[slot].node = open(child(parent, slot), position, random, lane);
  }
  Node open(Node node, const G& position, Random& random, Arena::Lane& /*lane*/) {
    if (node == kNoNode || at(node).shuffled || !all_tried(node)) return node;
    return shuffle(node, position, random);
  }

 private:
  struct Child {
    Move move;
    Stat stat;
    Node node;
  };
  struct Place {
    std::vector<Child> children;
    std::vector<Slot> untried;
    bool shuffled = false;
  };
  Place& at(Node node) { return places_[node - 1]; }
  [[nodiscard]] const Place& at(Node node) const { return places_[node - 1]; }

  Node shuffle(Node node, const G& position, Random& random) {
    std::vector<Child> shuffled;
    for (const Move move : shuffled_moves(position, random)) {
      for (const Child& child : at(node).children) {
        if (child.move == move) shuffled.push_back(child);
      }
    }
    at(node).children = shuffled;
    at(node).shuffled = true;
    return node;
  }

  std::vector<Place> places_;
};

/// Expects equal visits, points and shape below two nodes; returns the number of nodes.
template <MoveSetGame G>
int expect_same(const WideTree<G>& wide, Node a, const ScalarTwin<G>& twin, Node b) {
  int nodes = 1;
  for (Slot slot = 0; slot < twin.size(b); ++slot) {
    const auto move = twin.move(b, slot);
    // The slots of a compact node are its move numbers.
    const Slot same = wide.move(a, slot) == move && wide.size(a) == twin.size(b) ? slot : move;
    EXPECT_EQ(wide.move(a, same), move);
    EXPECT_EQ(wide.stat(a, same), twin.stat(b, slot));
    EXPECT_EQ(wide.child(a, same) == kNoNode, twin.child(b, slot) == kNoNode);
    if (testing::Test::HasFailure()) return nodes;
    if (twin.child(b, slot) != kNoNode) {
      nodes += expect_same(wide, wide.child(a, same), twin, twin.child(b, slot));
    }
  }
  return nodes;
}

TYPED_TEST(WideTreeOf, GrowsTheTreeOfItsScalarTwinVisitForVisit) {
  Random random(StreamKey{5, 0, 0, 0});
  const TypeParam empty;
  const int cells = empty.size().cells();
  for (const double c : {0.0, 0.3, 1.4142135623730951, 5.0}) {
    for (const int plies : {0, cells / 2, cells * 3 / 4}) {
      const auto position = random_position(empty, plies, random);
      if (!position) continue;
      WideTree<TypeParam> wide(kWideMemory, Ucb1(c), 1);
      ScalarTwin<TypeParam> twin(c);
      grow_wide(wide, *position, scaled(12'000), 7);
      grow_wide(twin, *position, scaled(12'000), 7);
      EXPECT_GT(expect_same(wide, wide.root(), twin, twin.root()), 10);
      ASSERT_FALSE(this->HasFailure()) << "c = " << c << ", after " << plies << " plies";
    }
  }
}

/// Mean visits of every root move, and their variance over seeds.
struct Shares {
  static constexpr int kSeeds = 40;
  std::array<double, 25> mean{};
  std::array<double, 25> variance{};

  template <class Tree>
  Shares(Tree& tree, const Hex<5>& position) {
    std::array<double, 25> sum{};
    std::array<double, 25> squares{};
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      grow_wide(tree, position, 4000, seed);
      for (const RootChild& child : root_children(tree)) {
        const auto visits = static_cast<double>(child.visits);
        sum[child.move] += visits;
        squares[child.move] += visits * visits;
      }
    }
    for (std::size_t i = 0; i < 25; ++i) {
      mean[i] = sum[i] / kSeeds;
      variance[i] = (squares[i] - sum[i] * mean[i]) / (kSeeds - 1);
    }
  }
};

TEST(WideTree, SpreadsVisitsLikeThePlainTree) {
  Random random(StreamKey{4, 0, 0, 0});
  for (const int plies : {0, 3, 6}) {
    const auto position = random_position(Hex<5>{}, plies, random);
    ASSERT_TRUE(position.has_value());
    Tree<Hex<5>> plain(kWideMemory, Ucb1(1.0), 1);
    WideTree<Hex<5>> wide(kWideMemory, Ucb1(1.0), 1);
    const Shares ours(wide, *position);
    const Shares theirs(plain, *position);
    for (std::size_t move = 0; move < 25; ++move) {
      const double error =
          std::sqrt((ours.variance[move] + theirs.variance[move]) / Shares::kSeeds);
      EXPECT_LE(std::abs(ours.mean[move] - theirs.mean[move]), 4.5 * error) << "move " << move;
    }
  }
}

TEST(WideTree, TheSameSeedGrowsTheSameTree) {
  WideTree<Hex<11>> first(kWideMemory, Ucb1(1.4), 1);
  WideTree<Hex<11>> second(kWideMemory, Ucb1(1.4), 1);
  grow_wide(first, Hex<11>{}, 1000, 9);  // leaves used memory behind
  grow_wide(first, Hex<11>{}, 30'000, 5);
  grow_wide(second, Hex<11>{}, 30'000, 5);
  const auto a = root_children(first);
  const auto b = root_children(second);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].visits, b[i].visits);
    EXPECT_EQ(a[i].points, b[i].points);
  }
}

}  // namespace
}  // namespace banyan
