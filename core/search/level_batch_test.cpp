// Level batches: exact counts, whole trees, and the strength of the search that they speed up.
#include "core/search/level_batch.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/game/positions_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/search.hpp"
#include "core/tree/wide_tree.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

template <class G>
class Batches : public testing::Test {
 public:
  static SequentialSearch<G> engine(std::uint32_t batch, std::size_t memory = 256U << 20U,
                                    std::uint32_t expand_after = 1) {
    SearchOptions options;
    options.batch = batch;
    options.memory = memory;
    options.expand_after = expand_after;
    return SequentialSearch<G>(options);
  }
};
using Games = testing::Types<TicTacToe, ConnectFour, Hex<11>>;
TYPED_TEST_SUITE(Batches, Games);

TYPED_TEST(Batches, RunExactlyTheIterationsAskedFor) {
  auto engine = this->engine(512);
  for (const std::uint64_t n : {1, 2, 65, 1000, 54'321}) {
    const SearchResult found = engine.search(TypeParam{}, {n, 0, {}}, {1, 0, 0, 0});
    EXPECT_EQ(found.iterations, n);
    EXPECT_EQ(found.visits(), n);
    EXPECT_EQ(found.root_visits(), n);
  }
}

// A root of more than 128 moves still has untried ones when batches exceed one visit.
TEST(LevelBatches, PassAWideRootWithAllTheirVisits) {
  for (int stones = 0; stones < 6; ++stones) {
    Hex<14> position;
    for (int stone = 0; stone < stones; ++stone) position.play(position.legal_moves()[0]);
    SearchOptions options;
    options.batch = 512;
    const SearchResult found =
        SequentialSearch<Hex<14>>(options).search(position, {1000, 0, {}}, {1, 0, 0, 0});
    EXPECT_EQ(found.root_visits(), 1000U) << stones;
  }
}

TYPED_TEST(Batches, LeaveAWholeTree) {
  for (const std::uint32_t batch : {1U, 16U, 512U}) {
    for (const std::uint32_t expand_after : {1U, 7U}) {
      auto engine = this->engine(batch, 256U << 20U, expand_after);
      engine.search(TypeParam{}, {60'000, 0, {}}, {2, 0, 0, 0});
      EXPECT_EQ(find_defect(engine.tree(), false), std::nullopt);
    }
  }
}

TYPED_TEST(Batches, GoOnWhenTheArenaIsFull) {
  auto engine = this->engine(256, 0);
  const SearchResult found = engine.search(TypeParam{}, {200'000, 0, {}}, {3, 0, 0, 0});
  EXPECT_EQ(found.root_visits(), 200'000U);
  EXPECT_EQ(found.tree.nodes, visited_nodes(engine.tree()));
  EXPECT_EQ(find_defect(engine.tree(), false), std::nullopt);
}

TYPED_TEST(Batches, AreTheSameForTheSameKey) {
  auto engine = this->engine(128);
  const auto run = [&] { return engine.search(TypeParam{}, {20'000, 0, {}}, {4, 0, 0, 0}); };
  const SearchResult once = run();
  const SearchResult again = run();
  ASSERT_EQ(once.children.size(), again.children.size());
  for (std::size_t i = 0; i < once.children.size(); ++i) {
    EXPECT_EQ(once.children[i].visits, again.children[i].visits);
    EXPECT_EQ(once.children[i].points, again.children[i].points);
  }
}

TEST(LevelBatches, FindTheCentreOfConnectFour) {
  auto engine = Batches<ConnectFour>::engine(512);
  EXPECT_EQ(engine.search(ConnectFour{}, {200'000, 0, {}}, {5, 0, 0, 0}).best_move, 3U);
}

TEST(LevelBatches, AgreeWithVisitsOneByOneOnTheValue) {
  auto one_by_one = Batches<ConnectFour>::engine(0);
  auto batched = Batches<ConnectFour>::engine(512);
  double difference = 0;
  constexpr int kSeeds = 20;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    difference += batched.search(ConnectFour{}, {50'000, 0, {}}, {seed, 0, 0, 0}).value -
                  one_by_one.search(ConnectFour{}, {50'000, 0, {}}, {seed, 1, 0, 0}).value;
  }
  EXPECT_NEAR(difference / kSeeds, 0, 0.02);
}

TEST(LevelBatches, TakeAWinAndBlockALoss) {
  auto engine = Batches<ConnectFour>::engine(512);
  ConnectFour position;
  for (const int column : {0, 6, 0, 6, 0, 6}) position.play(static_cast<std::uint8_t>(column));
  EXPECT_EQ(engine.search(position, {20'000, 0, {}}, {6, 0, 0, 0}).best_move, 0U);
  position.play(3);
  // Column 6 wins now for the side to move; column 0 would win for the other side.
  EXPECT_EQ(engine.search(position, {20'000, 0, {}}, {6, 0, 0, 0}).best_move, 6U);
}

/// The children of one node.
struct GivenVisits {
  std::vector<Stat> stats;

  [[nodiscard]] std::uint32_t size(Node) const { return static_cast<std::uint32_t>(stats.size()); }
  [[nodiscard]] Stat stat(Node, Slot slot) const { return stats[slot]; }
};

TEST(VisitShares, GiveOutAllVisitsAndMostToTheBest) {
  VisitShares<20> shares;
  GivenVisits children{std::vector<Stat>(20, make_stat(100, 60))};
  children.stats[13] = make_stat(100, 150);
  shares.split(children, 1, Ucb1(0.1), 1000);
  std::uint32_t given = 0;
  for (const Slot slot : shares.chosen()) given += shares.given(slot);
  EXPECT_EQ(given, 1000U);
  EXPECT_EQ(shares.chosen()[0], 13U);
  EXPECT_GT(shares.given(13), 900U);
  EXPECT_EQ(shares.before(13), 100U);
}

TEST(VisitShares, SpreadOverEqualsEvenly) {
  VisitShares<7> shares;
  const GivenVisits children{std::vector<Stat>(7, make_stat(32, 32))};
  for (int round = 0; round < 2; ++round) {
    shares.split(children, 1, Ucb1(1.414), 70);
    for (Slot slot = 0; slot < 7; ++slot) EXPECT_EQ(shares.given(slot), 10U);
  }
}

TEST(VisitShares, GiveAChildThePortionOfItsVisitsAtATime) {
  const GivenVisits children{std::vector<Stat>(4, make_stat(64, 64))};
  // Equal children take turns until 64 visits are given: 64 at once; 64 / 8, then (64 + 8) / 8; 1.
  for (const auto& [portion, of_the_first] : {std::pair(1U, 64U), {8U, 8U + 9U}, {64U, 16U}}) {
    VisitShares<7> shares(portion);
    shares.split(children, 1, Ucb1(1.414), 64);
    EXPECT_EQ(shares.chosen().size(), portion == 1 ? 1U : 4U);
    EXPECT_EQ(shares.given(0), of_the_first);
  }
}

TEST(VisitShares, SettleInFinePortionsWhateverTheOthers) {
  const GivenVisits children{std::vector<Stat>(4, make_stat(64, 64))};
  for (const std::uint32_t portion : {1U, 8U, 64U}) {
    VisitShares<7> shares(portion);
    shares.split(children, 1, Ucb1(1.414), 64, true);
    for (Slot slot = 0; slot < 4; ++slot) EXPECT_EQ(shares.given(slot), 16U);
  }
}

TEST(LevelBatches, OfCoarsePortionsLeaveARootAsFineOnesDo) {
  const auto unevenness_of = [](std::uint32_t portion) {
    SearchOptions options;
    options.batch = 512;
    options.portion = portion;
    return unevenness_after<SequentialSearch<Hex<11>>>(Hex<11>(), options);
  };
  // Without settling, the spread is a third larger.
  EXPECT_LT(unevenness_of(8), 1.15 * unevenness_of(64));
}

TYPED_TEST(Batches, ReadTheSameTermsFromBlocksAsFromStatistics) {
  auto engine = this->engine(512);
  engine.search(TypeParam{}, {20'000, 0, {}}, {7, 0, 0, 0});
  const auto& tree = engine.tree();
  static_assert(HandsOverTerms<std::remove_cvref_t<decltype(tree)>>);
  GivenVisits children;
  for (Slot slot = 0; slot < tree.size(tree.root()); ++slot) {
    children.stats.push_back(tree.stat(tree.root(), slot));
  }
  VisitShares<TypeParam::kMaxMoves> from_block;
  VisitShares<TypeParam::kMaxMoves> from_stats;
  from_block.split(tree, tree.root(), Ucb1(1.414), 5000);
  from_stats.split(children, 1, Ucb1(1.414), 5000);
  for (Slot slot = 0; slot < children.size(1); ++slot) {
    EXPECT_EQ(from_block.given(slot), from_stats.given(slot));
    if (from_block.given(slot) > 0) {
      EXPECT_EQ(from_block.before(slot), from_stats.before(slot));
    }
  }
}

TEST(VisitShares, KeepNothingOfALargerNodeSeenBefore) {
  // If vectors have fewer than kPad floats, some padding is not read with the last child.
  Random random(StreamKey{8, 0, 0, 0});
  for (int stones = 1; stones <= 16; ++stones) {
    const auto position = random_position(Hex<11>{}, stones, random);
    ASSERT_TRUE(position.has_value());
    WideTree<Hex<11>> tree(std::size_t{1} << 20U, Ucb1(1.414), 1);
    tree.start(*position, random);
    const std::uint32_t size = tree.size(tree.root());
    for (Slot slot = 0; slot < size; ++slot) tree.record(tree.root(), slot, 100, 100);
    VisitShares<121> shares;
    shares.split(GivenVisits{std::vector<Stat>(121, make_stat(1, 2))}, 1, Ucb1(1.414), 121);
    shares.split(tree, tree.root(), Ucb1(1.414), 5000);
    for (const Slot slot : shares.chosen()) EXPECT_LT(slot, size);
  }
}

}  // namespace
}  // namespace banyan
