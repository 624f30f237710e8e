#include "parallel/strategies/pipeline.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <stop_token>

#include "core/game/positions_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "parallel/games_test.hpp"
#include "parallel/reference_test.hpp"

namespace banyan {
namespace {

template <Game G>
PipelineSearch<G> pipeline_engine(int threads, int tokens,
                                  VirtualVisits shown = VirtualVisits::losses(1)) {
  typename PipelineSearch<G>::Options options;
  options.threads = threads;
  options.tokens = tokens;
  options.shown = shown;
  options.memory = std::size_t{64} << 20U;
  return PipelineSearch<G>(options);
}

template <class G>
class PipelineSearchOf : public testing::Test {};
TYPED_TEST_SUITE(PipelineSearchOf, StrategyGames);

TYPED_TEST(PipelineSearchOf, LosesNothingAndLeavesNothingUnderWay) {
  constexpr std::uint64_t kIterations = scaled(10'000);
  for (const int threads : {1, 2, 8}) {
    for (const int tokens : {1, 2, 32}) {
      for (const VirtualVisits shown : {VirtualVisits::losses(0.5), VirtualVisits::mean()}) {
        auto search = pipeline_engine<TypeParam>(threads, tokens, shown);
        const auto result = search.search(TypeParam{}, iterations(kIterations), seeded(1));
        EXPECT_EQ(result.iterations, kIterations);
        expect_sound(result);
        EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
        EXPECT_EQ(descents_in_flight(search.tree()), 0U);
      }
    }
  }
}

TYPED_TEST(PipelineSearchOf, WithOneTokenIsASequentialSearch) {
  const StreamKey key{1, 2, 3, 4};
  const SearchResult plain = sequential<TypeParam>(5000, key, 1);
  for (const int threads : {1, 4}) {
    auto search = pipeline_engine<TypeParam>(threads, 1);
    SearchResult ours = search.search(TypeParam{}, iterations(5000), key);
    ours.counters = plain.counters;
    ours.tree.bytes = plain.tree.bytes;
    expect_same(ours, plain);
  }
}

TEST(PipelineSearch, KeepsEveryBudgetExactly) {
  for (const int threads : {1, 2, 8}) {
    auto search = pipeline_engine<ConnectFour>(threads, 16);
    for (const std::uint64_t count : {1U, 2U, 7U, 1000U, 10'000U}) {
      EXPECT_EQ(search.search(ConnectFour{}, iterations(count), seeded(1)).root_visits(), count);
      EXPECT_EQ(search.search(ConnectFour{}, playouts(count), seeded(1)).root_visits(), count);
    }
  }
}

TEST(PipelineSearch, ThousandsOfTokensTakeNoMoreMemoryThanOne) {
  const auto bytes = [](int tokens) {
    return pipeline_engine<ConnectFour>(1, tokens)
        .search(ConnectFour{}, iterations(10'000), seeded(1))
        .tree.bytes;
  };
  EXPECT_LE(bytes(4096), 2 * bytes(1));
}

TEST(PipelineSearch, StopsAtATimeLimitAndOnRequest) {
  auto search = pipeline_engine<ConnectFour>(2, 16);
  {
    const TestClock clock(TestClock::kSlow);
    const Limits limits = looks(1000);
    const SearchResult result = search.search(ConnectFour{}, limits, seeded(1));
    EXPECT_EQ(result.iterations, 998U);  // the clock is read twice before the first
    expect_in_time(result, limits, 1);
    expect_sound(result);
  }
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = search.search(ConnectFour{}, Limits{}, seeded(1), stop.get_token());
  EXPECT_GE(stopped.iterations, 1U);
  EXPECT_LE(stopped.iterations, 2U);
  expect_sound(stopped);
}

TEST(PipelineSearch, FindsWinsAndBlocks) {
  auto search = pipeline_engine<ConnectFour>(2, 16);
  expect_solves(search, wins_in_one(scaled(30), 6), iterations(20'000));
  expect_solves(search, losses_in_one(scaled(30), 6), iterations(20'000));
}

TEST(PipelineSearch, AFullArenaStopsTheTreeAndNotTheSearch) {
  typename PipelineSearch<ConnectFour>::Options options;
  options.memory = 0;
  options.tokens = 32;
  PipelineSearch<ConnectFour> search(options);
  const auto result = search.search(ConnectFour{}, iterations(scaled(20'000)), seeded(1));
  EXPECT_EQ(result.iterations, scaled(20'000U));
  EXPECT_EQ(find_defect(search.tree(), false), std::nullopt);
}

}  // namespace
}  // namespace banyan
