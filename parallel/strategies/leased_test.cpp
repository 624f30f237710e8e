#include "parallel/strategies/leased.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stop_token>
#include <string>

#include "core/game/test_game_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/go/go.hpp"
#include "games/hex/hex.hpp"
#include "parallel/games_test.hpp"

namespace banyan {
namespace {

using namespace std::chrono_literals;

LeasedOptions options(int threads, std::uint32_t batch = 0) {
  LeasedOptions options;
  options.threads = threads;
  options.batch = batch;
  options.memory = std::size_t{512} << 20U;
  return options;
}

/// Whether two roots have the same visits and points.
template <Game G>
bool same_tree(const LeasedTree<G>& a, const LeasedTree<G>& b) {
  const auto one = root_children(a);
  const auto other = root_children(b);
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const RootChild& x, const RootChild& y) { return x.points == y.points; });
}

template <Game G>
class Leased : public testing::Test {
 protected:
  /// Searches the first position and checks the whole tree.
  static SearchResult search(const LeasedOptions& options, const Limits& limits,
                             std::uint64_t seed = 1) {
    LeasedSearch<G> engine(options);
    const SearchResult found = engine.search(G{}, limits, {seed, 0, 0, 0});
    const auto defect = find_defect(engine.tree(), false);
    EXPECT_EQ(defect, std::nullopt) << *defect;
    EXPECT_EQ(found.root_visits(), found.iterations);
    return found;
  }
};
TYPED_TEST_SUITE(Leased, StrategyGames);

TYPED_TEST(Leased, LosesNothingWithAnyNumberOfThreads) {
  for (const int threads : {1, 2, 8}) {
    for (const std::uint32_t batch : {0U, 512U}) {
      const auto iterations = static_cast<std::uint64_t>(scaled(200'000));
      const SearchResult found = this->search(options(threads, batch), {iterations, 0, {}});
      EXPECT_EQ(found.iterations, iterations);
      EXPECT_EQ(found.visits(), iterations);
    }
  }
}

TYPED_TEST(Leased, LosesNothingWhetherLeavesArePlayedOutTogetherOrNot) {
  for (const bool simd : {true, false}) {
    LeasedOptions with = options(2);
    with.simd = simd;
    with.expand_after = 3;
    EXPECT_EQ(this->search(with, {30'000, 0, {}}).iterations, 30'000U);
  }
}

TYPED_TEST(Leased, RunsExactlyTheIterationsAskedFor) {
  for (const std::uint64_t iterations : {1, 2, 63, 64, 65, 121, 122, 1000, 5432}) {
    for (const std::uint32_t batch : {0U, 512U}) {
      EXPECT_EQ(this->search(options(3, batch), {iterations, 0, {}}).iterations, iterations);
    }
  }
}

TYPED_TEST(Leased, OneThreadRepeatsItself) {
  for (const std::uint32_t batch : {0U, 512U}) {
    const SearchResult first = this->search(options(1, batch), {30'000, 0, {}});
    const SearchResult again = this->search(options(1, batch), {30'000, 0, {}});
    ASSERT_EQ(first.children.size(), again.children.size());
    for (std::size_t i = 0; i < first.children.size(); ++i) {
      EXPECT_EQ(first.children[i].visits, again.children[i].visits);
      EXPECT_EQ(first.children[i].points, again.children[i].points);
    }
  }
}

TYPED_TEST(Leased, DeterministicSearchesRepeatThemselvesWithAnyNumberOfThreads) {
  for (const int threads : {2, 3, 8}) {
    for (const std::uint32_t batch : {0U, 512U}) {
      for (const int trees : {1, 2}) {
        LeasedOptions rounds = options(threads, batch);
        rounds.trees = trees;
        rounds.deterministic = true;
        const auto search_on = [&](ExecutorKind kind, std::uint64_t seed) {
          rounds.executor = kind;
          const auto iterations = static_cast<std::uint64_t>(scaled(20'000));
          LeasedSearch<TypeParam> engine(rounds);
          const SearchResult found =
              engine.search(TypeParam{}, {iterations, 0, {}}, {seed, 0, 0, 0});
          for (int i = 0; i < trees; ++i) {
            EXPECT_EQ(find_defect(engine.tree(i), false), std::nullopt);
          }
          EXPECT_EQ(found.iterations, iterations);
          EXPECT_EQ(found.root_visits(), iterations);
          return found;
        };
        const auto same = [](const SearchResult& a, const SearchResult& b) {
          return a.counters == b.counters && a.tree.nodes == b.tree.nodes &&
                 std::equal(a.children.begin(), a.children.end(), b.children.begin(),
                            b.children.end(), [](const RootChild& x, const RootChild& y) {
                              return x.visits == y.visits && x.points == y.points;
                            });
        };
        const SearchResult first = search_on(default_executor(), 1);
        for (const ExecutorKind kind :
             {default_executor(), ExecutorKind::kJthread, ExecutorKind::kFifo}) {
          EXPECT_TRUE(same(first, search_on(kind, 1))) << threads << " threads, batch=" << batch;
        }
        EXPECT_FALSE(same(first, search_on(default_executor(), 2)));
      }
    }
  }
}

TYPED_TEST(Leased, DeterministicSearchesOfFewIterationsNeverShareTheirRoots) {
  for (const int trees : {1, 3}) {
    LeasedOptions rounds = options(2);
    rounds.trees = trees;
    rounds.deterministic = true;
    for (const std::uint64_t iterations : {1, 2, 7, 65, 125, 400}) {
      EXPECT_EQ(this->search(rounds, {iterations, 0, {}}).iterations, iterations);
    }
  }
}

TEST(LeasedSearch, StopsSoonInTheMidstOfARound) {
  const TestClock clock;
  for (const bool asked : {false, true}) {
    for (const int threads : {2, 8}) {
      constexpr int kLast = 5000;
      const auto stop = TestGame::start(1us, asked ? kLast : 0);
      LeasedOptions rounds = options(threads);
      rounds.deterministic = true;
      LeasedSearch<TestGame> engine(rounds);
      const Limits limits{100'000, 0, asked ? 0us : kLast * 1us};
      const SearchResult found = engine.search({}, limits, {1, 0, 0, 0}, stop);
      EXPECT_GE(TestGame::playouts, kLast);
      EXPECT_LE(TestGame::playouts, kLast + threads * 50);
      EXPECT_GE(found.iterations, static_cast<std::uint64_t>(TestGame::playouts));
      EXPECT_EQ(find_defect(engine.tree(), false), std::nullopt);
    }
  }
}

TYPED_TEST(Leased, SeveralTreesShareOneBudgetExactly) {
  for (const int threads : {1, 2}) {
    LeasedOptions ensemble = options(threads);
    ensemble.trees = 3;
    LeasedSearch<TypeParam> engine(ensemble);
    for (const std::uint64_t iterations : {1, 2, 3, 1000, 30'001}) {
      const SearchResult found = engine.search(TypeParam{}, {iterations, 0, {}}, {1, 0, 0, 0});
      EXPECT_EQ(found.iterations, iterations);
      EXPECT_EQ(found.root_visits(), iterations);
    }
    for (int i = 0; i < 3; ++i) EXPECT_EQ(find_defect(engine.tree(i), false), std::nullopt);
    EXPECT_FALSE(same_tree(engine.tree(0), engine.tree(1)));
    EXPECT_FALSE(same_tree(engine.tree(1), engine.tree(2)));
  }
}

TYPED_TEST(Leased, SharesTheNodesThatHaveBecomeBusy) {
  const SearchResult found = this->search(options(2), {100'000, 0, {}});
  EXPECT_GT(found.counters.at("promotions"), 2U);
  EXPECT_GT(found.counters.at("leases"), 100U);
  LeasedOptions rarely = options(2);
  rarely.top = 1'000'000;
  EXPECT_EQ(this->search(rarely, {100'000, 0, {}}).counters.at("promotions"), 0U);
}

TYPED_TEST(Leased, BookedLossesLeaveNoResidue) {
  LeasedOptions losses = options(4);
  losses.losses = true;
  this->search(losses, {100'000, 0, {}});
}

TYPED_TEST(Leased, GoesOnSearchingWhenItsMemoryIsFull) {
  for (const std::uint32_t batch : {0U, 512U}) {
    for (const int threads : {1, 4}) {
      LeasedOptions small = options(threads, batch);
      small.memory = 1 << 20U;
      const auto iterations = static_cast<std::uint64_t>(scaled(200'000));
      const SearchResult found = this->search(small, {iterations, 0, {}});
      EXPECT_EQ(found.iterations, iterations);
      EXPECT_LE(found.tree.bytes, 1'100'000U);
    }
  }
}

TYPED_TEST(Leased, PrunesAFullTreeAndCountsTheNodesThatAreLeft) {
  for (const std::uint32_t batch : {0U, 512U}) {
    for (const int threads : {1, 4}) {
      LeasedOptions small = options(threads, batch);
      small.memory = 512 << 10U;
      LeasedSearch<TypeParam> engine(small);
      const SearchResult found = engine.search(TypeParam{}, iterations(scaled(200'000)), seeded(1));
      EXPECT_EQ(found.root_visits(), found.iterations);
      EXPECT_EQ(found.tree.nodes, visited_nodes(engine.tree()));
      EXPECT_EQ(find_defect(engine.tree(), false), std::nullopt);
      if (kSlowdown == 1 && found.counters.at("refused_expansions") > 0) {
        EXPECT_GT(found.counters.at("pruned_nodes"), 0U);
      }
    }
  }
}

/// The mean of several searches, since a single one may have given up the wrong nodes.
template <class BottomTree>
double value_of_connect_four(std::size_t memory, bool prunes) {
  constexpr int kSearches = 4;
  LeasedOptions with = options(1);
  with.memory = memory;
  with.prunes = prunes;
  double sum = 0;
  for (int seed = 1; seed <= kSearches; ++seed) {
    LeasedSearch<ConnectFour, BottomTree> engine(with);
    const StreamKey key = seeded(static_cast<std::uint64_t>(seed));
    sum += engine.search(ConnectFour{}, iterations(400'000), key).value;
  }
  return sum / kSearches;
}

TEST(LeasedSearch, PrunesAFullTreeAndValuesAPositionAsWithAmpleMemory) {
  if (kSlowdown > 1) GTEST_SKIP() << "millions of iterations take long here";
  constexpr std::size_t kSmall = 256'000;
  const double truth = value_of_connect_four<OwnedTree<ConnectFour>>(512 << 20U, true);
  EXPECT_NEAR((value_of_connect_four<OwnedTree<ConnectFour>>(kSmall, true)), truth, 0.02);
  EXPECT_NEAR((value_of_connect_four<ProvingTree<ConnectFour>>(kSmall, true)), truth, 0.02);
  // The control.
  const double stopped = value_of_connect_four<OwnedTree<ConnectFour>>(kSmall, false);
  EXPECT_GT(std::abs(stopped - truth), 0.05);
}

TYPED_TEST(Leased, SearchesWithHardlyAnyMemory) {
  LeasedOptions none = options(2);
  none.memory = 0;
  EXPECT_EQ(this->search(none, {20'000, 0, {}}).iterations, 20'000U);
}

TYPED_TEST(Leased, ChildrenAreExpandedAfterSoManyVisits) {
  LeasedOptions late = options(2);
  late.expand_after = 20;
  const SearchResult few = this->search(late, {50'000, 0, {}});
  EXPECT_LT(few.tree.nodes, this->search(options(2), {50'000, 0, {}}).tree.nodes);
}

TYPED_TEST(Leased, TimeEndsTheSearch) {
  const TestClock clock(TestClock::kSlow);
  const Limits limits = looks(1000);
  const SearchResult found = this->search(options(1), limits);
  EXPECT_GE(found.iterations, 500U);  // a clock reading before each, and some more
  EXPECT_LE(found.iterations, 1000U);
  EXPECT_GE(found.seconds, std::chrono::duration<double>(limits.time).count());
}

TYPED_TEST(Leased, RunsOnEveryExecutor) {
  for (const ExecutorKind kind : {ExecutorKind::kArena, ExecutorKind::kJthread}) {
    if (!has_executor(kind)) continue;
    LeasedOptions other = options(2);
    other.executor = kind;
    EXPECT_EQ(this->search(other, {20'000, 0, {}}).iterations, 20'000U);
  }
}

// Most of the hundred million iterations of all strategies' tests run here.
TYPED_TEST(Leased, SlowLosesNothingInMillionsOfIterations) {
  const auto iterations = static_cast<std::uint64_t>(scaled(3'000'000));
  for (const int threads : {1, 2, 8, 64}) {
    for (const std::uint32_t batch : {0U, 512U}) {
      EXPECT_EQ(this->search(options(threads, batch), {iterations, 0, {}}).iterations, iterations);
    }
  }
}

TEST(LeasedBatches, AreASmallPartOfTheTreeAndOfWhatIsToCome) {
  using Large = Go<9>;
  constexpr std::uint64_t kEnd = 20'000'000;
  std::uint64_t largest = 0;
  for (const std::uint64_t before : {0, 1, 63, 640, 16'384, 200'000, 3'000'000, 19'999'000}) {
    const std::uint64_t left = kEnd - before;
    for (const int threads : {1, 2, 16, 64}) {
      const std::uint64_t visits = visits_of_batch<Hex<11>>(before, left, threads);
      largest = std::max(largest, visits);
      EXPECT_GE(visits, 1U);
      EXPECT_LE(visits, std::max<std::uint64_t>(1, before / 64));
      const std::uint64_t together = static_cast<std::uint64_t>(threads) * visits;
      EXPECT_TRUE(visits <= 256 || together <= std::min(before, left) / 256)
          << visits << " after " << before;
      EXPECT_EQ(visits_of_batch<Large>(before, left, threads),
                std::min<std::uint64_t>(visits, 256));
    }
  }
  EXPECT_EQ(largest, 2048U);
}

TEST(LeasedSearch, StopsSoonWhenItsTimeIsOverOrItIsAskedTo) {
  const TestClock clock;
  for (const bool asked : {false, true}) {
    for (const int threads : {1, 2, 8}) {
      for (const std::uint32_t batch : {0U, 512U}) {
        constexpr int kLast = 5000;
        const auto stop = TestGame::start(1us, asked ? kLast : 0);
        LeasedSearch<TestGame> engine(options(threads, batch));
        const Limits limits{100'000, 0, asked ? 0us : kLast * 1us};
        const SearchResult found = engine.search({}, limits, {1, 0, 0, 0}, stop);
        // In flight: a batch grows with the tree; without batches, the clock is read after 50 us.
        const int in_flight = batch > 0 ? kLast / 64 : 50;
        EXPECT_GE(TestGame::playouts, kLast);
        EXPECT_LE(TestGame::playouts, kLast + threads * in_flight);
        EXPECT_GE(found.iterations, static_cast<std::uint64_t>(TestGame::playouts));
        EXPECT_EQ(find_defect(engine.tree(), false), std::nullopt);
      }
    }
  }
}

TEST(LeasedSearch, OfCoarsePortionsLeavesARootAsFineOnesDo) {
  const auto unevenness_of = [](std::uint32_t portion) {
    LeasedOptions coarse = options(1);
    coarse.portion = portion;
    return unevenness_after<LeasedSearch<Hex<11>>>(Hex<11>(), coarse);
  };
  // Without settling, the spread is half as large again.
  EXPECT_LT(unevenness_of(8), 1.15 * unevenness_of(64));
}

TEST(LeasedSearch, TakesAWinAndBlocksALoss) {
  for (const std::uint32_t batch : {0U, 512U}) {
    LeasedSearch<ConnectFour> engine(options(2, batch));
    ConnectFour position;
    for (const int column : {0, 6, 0, 6, 0, 6}) position.play(static_cast<std::uint8_t>(column));
    EXPECT_EQ(engine.search(position, {20'000, 0, {}}, {6, 0, 0, 0}).best_move, 0U);
    position.play(3);
    EXPECT_EQ(engine.search(position, {20'000, 0, {}}, {6, 0, 0, 0}).best_move, 6U);
  }
}

TEST(LeasedSearch, PlaysTheCentreOfConnectFour) {
  for (const int threads : {1, 2, 8}) {
    LeasedSearch<ConnectFour> engine(options(threads));
    EXPECT_EQ(engine.search({}, {200'000, 0, {}}, {1, 0, 0, 0}).best_move, 3U);
  }
}

TEST(LeasedSearch, KnowsWhoHasWonAtTheEndOfAGame) {
  Random random({3});
  for (int game = 0; game < 50; ++game) {
    Hex<11> position(3);
    for (int ply = 0; ply < 6 && !position.over(); ++ply) {
      const auto moves = position.legal_moves();
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position.over()) continue;
    bool wins = false;
    LeasedSearch<Hex<11>> engine(options(2));
    const SearchResult found = engine.search(position, {2000, 0, {}}, {1, 0, 0, 0});
    for (const auto move : position.legal_moves()) {
      Hex<11> next = position;
      next.play(move);
      wins = wins || (next.over() && next.result(position.to_move()) == kWin);
    }
    if (wins) {
      EXPECT_GT(found.value, 0.9) << position.board();
    }
  }
}

/// A connect four tree of 64 visits, whose root has become a top node.
LeasedTree<ConnectFour> shared_tree(const ConnectFour& position) {
  LeasedTree<ConnectFour> tree(std::size_t{1} << 20U, Ucb1(1.4), 1);
  Random random({1});
  tree.start(position, random);
  auto bottom = tree.bottom();
  UctIteration<LeasedTree<ConnectFour>::Bottom> iteration(bottom, position, random);
  for (int i = 0; i < 64; ++i) iteration.run(SinglePlayout{});
  Arena::Lane lane(tree.arena());
  EXPECT_TRUE(tree.share_root(lane));
  return tree;
}

TEST(LeasedSearch, HeedsTheClockBeforeItsRootIsShared) {
  for (const int threads : {1, 2, 8}) {
    const TestClock clock;
    TestGame::start(1ms);
    LeasedSearch<TestGame> search(options(threads));
    const SearchResult found = search.search({}, {0, 0, 5ms}, seeded(1));
    EXPECT_LE(TestGame::playouts, 5 + threads);
    EXPECT_LE(found.iterations, static_cast<std::uint64_t>(TestGame::playouts));
    EXPECT_EQ(found.root_visits(), found.iterations);
    EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
  }
}

TEST(LeasedSearch, UsesEveryPlayoutWithWhichTheThreadsOpenASlowGame) {
  for (const int threads : {2, 8}) {
    for (const std::uint64_t count : {1, 3, 7, 8, 200}) {
      const TestClock clock;
      TestGame::start(1ms);
      LeasedSearch<TestGame> search(options(threads));
      const SearchResult found = search.search({}, iterations(count), seeded(1));
      EXPECT_EQ(found.iterations, count);
      EXPECT_EQ(TestGame::playouts, static_cast<int>(count));  // from there no game is over
      EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
    }
  }
}

TEST(LeasedTree, GivesALeaseToOneHolderAtATime) {
  LeasedTree<ConnectFour> tree = shared_tree({});
  const Node root = tree.root();
  const Stat before = tree.stat(root, 2);
  ASSERT_TRUE(tree.lease(root, 2, before, make_stat(7, 4)));
  EXPECT_EQ(tree.stat(root, 2), before + make_stat(7, 4));  // a lease alone changes no statistics
  EXPECT_FALSE(tree.lease(root, 2, tree.stat(root, 2), 0));
  EXPECT_TRUE(tree.lease(root, 3, tree.stat(root, 3), 0));
  tree.give_back(root, 2, make_stat(5, 3) - make_stat(7, 4));
  EXPECT_EQ(tree.stat(root, 2), before + make_stat(5, 3));
  EXPECT_TRUE(tree.lease(root, 2, tree.stat(root, 2), 0));
}

TEST(LeasedTree, GivesNoLeaseToWhoSawOlderStatistics) {
  LeasedTree<ConnectFour> tree = shared_tree({});
  const Stat old = tree.stat(tree.root(), 2);
  ASSERT_TRUE(tree.lease(tree.root(), 2, old, 0));
  tree.give_back(tree.root(), 2, make_stat(1, 2));
  EXPECT_FALSE(tree.lease(tree.root(), 2, old, 0));
}

// A thread that lost its core may keep a lease for long. Meanwhile others must not make the
// second-best child the most visited one.
TEST(LeasedTree, VisitsForALeasedChildGoToNoOther) {
  for (const std::uint32_t batch : {0U, 512U}) {
    LeasedTree<ConnectFour> tree = shared_tree({});
    const Node root = tree.root();
    Slot best = 0;
    for (Slot slot = 1; slot < 7; ++slot) {
      if (visits_of(tree.stat(root, slot)) > visits_of(tree.stat(root, best))) best = slot;
    }
    ASSERT_TRUE(tree.lease(root, best, tree.stat(root, best), 0));
    const LeasedOptions settings = options(1, batch);
    const TestClock clock(TestClock::kSlow);
    LeasedWorker<ConnectFour> worker(tree, settings, ConnectFour{}, Random({2}));
    Budget budget(looks(500), 1, {});
    worker.run(budget);
    EXPECT_LT(worker.counts().iterations.iterations, 100U);
    EXPECT_GT(worker.counts().conflicts, 100U);
    tree.give_back(root, best, 0);
    EXPECT_EQ(find_defect(tree, false), std::nullopt);
  }
}

}  // namespace
}  // namespace banyan
