// Searches that outlast the counters of their trees: the limit is set far below the usual one.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "core/search/search.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "parallel/strategies/leased.hpp"
#include "parallel/strategies/root.hpp"
#include "parallel/strategies/tree.hpp"

namespace banyan {
namespace {

constexpr std::uint64_t kMost = kSlowdown > 1 ? 1 << 12 : 1 << 14;
constexpr std::uint64_t kLongEnough = 12 * kMost;

template <class Options>
Options small_counters() {
  Options options;
  options.memory = std::size_t{64} << 20U;
  options.most_visits = kMost;
  return options;
}

/// `trees`: the iterations are divided among them.
template <class Search, class G>
void expect_goes_on(Search& search, const G& position, std::uint64_t trees = 1) {
  const SearchResult result = search.search(position, iterations(kLongEnough), seeded(5));
  EXPECT_EQ(result.iterations, kLongEnough);
  EXPECT_EQ(result.visits(), kLongEnough);
  // First after kMost visits, then after each half of it.
  EXPECT_GE(result.counters.at("halvings"), trees * (2 * (kLongEnough / trees / kMost) - 2));
  EXPECT_LT(result.root_visits(), trees * 3 * kMost / 2);
  EXPECT_GT(result.root_visits(), trees * kMost / 4);
  for (const RootChild& child : result.children) {
    EXPECT_GT(child.visits, 0U);
    EXPECT_LE(child.points, 2 * child.visits);
  }
}

template <class Tree>
void expect_within_counters(const Tree& tree) {
  for_each_node(tree, [&](Node node) {
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      const Stat stat = tree.stat(node, slot);
      ASSERT_LT(visits_of(stat), 2 * kMost);
      ASSERT_LE(points_of(stat), 2 * visits_of(stat));
    }
  });
}

TEST(Halving, LetsOneThreadGoOnOnStrategyGamesTrees) {
  SequentialSearch<ConnectFour> narrow(small_counters<SearchOptions>());
  expect_goes_on(narrow, ConnectFour());
  expect_within_counters(narrow.tree());
  SequentialSearch<Hex<11>> wide(small_counters<SearchOptions>());
  expect_goes_on(wide, Hex<11>(5));
  expect_within_counters(wide.tree());
  auto options = small_counters<SearchOptions>();
  options.batch = 64;
  SequentialSearch<ConnectFour> batches(options);
  expect_goes_on(batches, ConnectFour());
}

TEST(Halving, LetsThreadsGoOnOnSharedTrees) {
  using WithLosses = TreeSearch<ConnectFour, PackedLoss>;
  WithLosses packed(small_counters<WithLosses::Options>());
  expect_goes_on(packed, ConnectFour());
  expect_within_counters(packed.tree());
  using Counted = TreeSearch<ConnectFour, CountedDescents>;
  for (const ClassicLock lock : {ClassicLock::kFree, ClassicLock::kNode, ClassicLock::kGlobal}) {
    auto options = small_counters<Counted::Options>();
    options.sharing = CountedDescents(lock);
    Counted counted(options);
    expect_goes_on(counted, ConnectFour());
    EXPECT_EQ(descents_in_flight(counted.tree()), 0U);
  }
  RootSearch<ConnectFour> root(small_counters<RootSearch<ConnectFour>::Options>());
  expect_goes_on(root, ConnectFour(), 2);
}

TEST(Halving, LetsThreadsGoOnOnLeasedTreesWithMemoryAndWithout) {
  for (const std::size_t memory : {std::size_t{64} << 20U, std::size_t{1} << 18U}) {
    auto options = small_counters<LeasedOptions>();
    options.memory = memory;
    LeasedSearch<ConnectFour> leased(options);
    expect_goes_on(leased, ConnectFour());
    expect_within_counters(leased.tree());
  }
}

TEST(Halving, OfAKeptTreeIsRememberedByTheNextSearch) {
  auto options = small_counters<LeasedOptions>();
  options.reuse = true;
  LeasedSearch<ConnectFour> leased(options);
  ConnectFour position;
  SearchResult result = leased.search(position, iterations(kLongEnough), seeded(5));
  EXPECT_GT(result.counters.at("halvings"), 0U);
  position.play(static_cast<ConnectFour::Move>(result.best_move));
  result = leased.search(position, iterations(100), StreamKey{5, 0, 1, 0});
  EXPECT_GT(result.counters.at("kept_visits"), 0U);
  EXPECT_EQ(result.counters.count("halvings"), 0U);
}

TEST(Halving, FindsTheMoveThatIsFoundWithoutIt) {
  SequentialSearch<ConnectFour> whole({});
  SequentialSearch<ConnectFour> halved(small_counters<SearchOptions>());
  const SearchResult a = whole.search({}, iterations(kLongEnough), seeded(5));
  const SearchResult b = halved.search({}, iterations(kLongEnough), seeded(5));
  EXPECT_EQ(a.counters.count("halvings"), 0U);
  EXPECT_EQ(a.best_move, b.best_move);
  EXPECT_NEAR(a.value, b.value, 0.03);
}

TEST(Halving, LeavesABudgetOfTimeWithoutALimitOfVisits) {
  const Budget budget({0, 0, std::chrono::hours(1)}, 1, {}, Clock::now(), kNoLimit);
  EXPECT_EQ(budget.remaining(), kNoLimit);
}

}  // namespace
}  // namespace banyan
