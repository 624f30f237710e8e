#include "bench/engines/ladder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bench/measure/ablation.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

std::vector<std::uint64_t> visits(const SearchResult& result) {
  std::vector<std::uint64_t> counts;
  for (const RootChild& child : result.children) counts.push_back(child.visits);
  return counts;
}

class EveryStep : public testing::TestWithParam<std::string> {
 protected:
  static std::string engine() { return "ladder:step=" + GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(Ladder, EveryStep,
                         testing::Values("compact", "arena", "replay", "tables", "late", "vectors"),
                         [](const auto& each) { return each.param; });

TEST_P(EveryStep, RunsExactlyTheIterationsAskedFor) {
  for (const char* game : {"tic_tac_toe", "connect_four", "hex:size=11"}) {
    const SearchResult found = searched(game, engine(), 5432);
    EXPECT_EQ(found.iterations, 5432U);
    EXPECT_EQ(found.root_visits(), 5432U);
  }
}

TEST_P(EveryStep, TakesAWinAndBlocksALoss) {
  const std::string threat = "1 7 1 7 1 7";
  EXPECT_EQ(searched("connect_four", engine(), 20'000, threat).best_move, 0U);
  EXPECT_EQ(searched("connect_four", engine(), 20'000, threat + " 4").best_move, 6U);
}

TEST_P(EveryStep, GoesOnSearchingWhenItsMemoryIsFull) {
  if (GetParam() == "compact") GTEST_SKIP() << "takes its memory from the heap";
  const SearchResult found = searched("connect_four", engine() + ",memory=256k", 50'000);
  EXPECT_EQ(found.root_visits(), 50'000U);
  EXPECT_LE(found.tree.bytes, 300'000U);
}

TEST(Ladder, GrowsTheSameTreeWhereverItsNodesLie) {
  for (const char* game : {"tic_tac_toe", "connect_four", "hex:size=5"}) {
    const auto heap = visits(searched(game, "ladder:step=compact", 20'000));
    EXPECT_EQ(heap, visits(searched(game, "ladder:step=arena", 20'000)));
    EXPECT_EQ(heap, visits(searched(game, "ladder:step=replay", 20'000)));
  }
}

TEST(Ladder, EndsWithStepsThatSearchExactlyLikeSeq) {
  for (const char* game : {"tic_tac_toe", "connect_four"}) {
    const auto seq = visits(searched(game, "seq", 20'000));
    EXPECT_EQ(seq, visits(searched(game, "ladder:step=late", 20'000)));
    EXPECT_EQ(seq, visits(searched(game, "ladder:step=vectors", 20'000)));
    EXPECT_EQ(seq, visits(searched(game, "seq:pages=small", 20'000)));
  }
  // A wide tree draws its trials from a stream of its own, which the scalar tree has not.
  EXPECT_EQ(visits(searched("hex:size=11", "seq", 20'000)),
            visits(searched("hex:size=11", "ladder:step=vectors", 20'000)));
}

TEST(Ablation, SaysWhatIsNewInEveryStep) {
  for (const EngineSettings& engine : ablation_engines()) {
    EXPECT_FALSE(ablation_step(engine.spec).empty()) << engine.spec;
  }
  EXPECT_TRUE(ablation_step("root").empty());
  EXPECT_EQ(ablation_engines().front().spec, kFairBaseline);
}

TEST(Ladder, SearchesWithTheCLibrarysAllocatorInBenchAlone) {
  EXPECT_THROW(searched("connect_four", "naive:malloc=system", 100), UsageError);
}

TEST(Phases, AreSampledWhereTheyAreAskedFor) {
  const auto seq = visits(searched("connect_four", "seq", 200'000));
  std::uint64_t samples = 0;
  while (samples <= 10) {  // on a busy machine the sampling thread may sleep through a search
    const SearchResult found = searched("connect_four", "seq:phases=on", 200'000);
    EXPECT_EQ(visits(found), seq);
    for (const char* phase : {"select", "expand", "playout", "back_up"}) {
      samples += found.counters.at(std::string("samples_") + phase);
    }
  }
  EXPECT_EQ(searched("connect_four", "seq", 1000).counters.count("samples_select"), 0U);
}

TEST(Phases, AreRefusedForBatches) {
  EXPECT_THROW(parse_engine("seq:batch=512,phases=on"), UsageError);
}

}  // namespace
}  // namespace banyan::bench
