// Tests of time_counters.hpp.
#include "bench/registry/time_counters.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>

#include "bench/notation/search_text.hpp"
#include "bench/registry/games.hpp"
#include "core/base/stat.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

SearchResult ended_after(double seconds, std::uint64_t playouts) {
  SearchResult result;
  result.seconds = seconds;
  result.iterations = result.playouts = playouts;
  return result;
}

TEST(TimeCounters, SayHowLateASearchEnded) {
  SearchResult result = ended_after(1.25, 10);
  count_time({0, 0, 1s}, false, result);
  EXPECT_EQ(result.counters.at("nanoseconds_late"), 250'000'000U);
  EXPECT_FALSE(result.counters.contains("visits_full"));
}

TEST(TimeCounters, SayThatASearchEndedEarlyForItsTreeWasFullOfVisits) {
  SearchResult result = ended_after(100, kMaxVisits);
  count_time({0, 0, 1h}, false, result);
  EXPECT_EQ(result.counters.at("visits_full"), 1U);
  EXPECT_EQ(result.counters.at("nanoseconds_late"), 0U);
  EXPECT_NE(search_text(*parse_game("tic_tac_toe").start, result).find("ended early"),
            std::string::npos);
}

TEST(SearchText, SaysOfFullTreesWhatIsTheLimit) {
  EXPECT_EQ(more_memory(1'000'000, std::numeric_limits<std::uint64_t>::max()), "memory= raises it");
  EXPECT_EQ(more_memory(1'000'000, 1 << 30), "memory= raises it");
  EXPECT_EQ(more_memory(1 << 30, 1 << 30), "half of the 2.00 GiB that the container grants");
}

TEST(TimeCounters, SayNothingOfSearchesThatEndedForAnotherReason) {
  for (const auto& [limits, stopped, playouts] : {std::tuple{Limits{0, 0, 1h}, true, kMaxVisits},
                                                  {Limits{0, kMaxVisits, 1h}, false, kMaxVisits},
                                                  {Limits{0, 0, 1h}, false, kMaxVisits / 2}}) {
    SearchResult result = ended_after(100, playouts);
    count_time(limits, stopped, result);
    EXPECT_FALSE(result.counters.contains("visits_full"));
  }
  SearchResult without_time = ended_after(1, kMaxVisits);
  count_time({kMaxVisits, 0, {}}, false, without_time);
  EXPECT_TRUE(without_time.counters.empty());
}

}  // namespace
}  // namespace banyan::bench
