#include "dev/stress/memory.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace banyan::bench::stress {
namespace {

/// The peak of each tenth of the time, each after readings that return to the floor.
Memory seen(std::initializer_list<std::uint64_t> peaks,
            std::initializer_list<std::uint64_t> floors) {
  Memory memory;
  const double tenths = static_cast<double>(peaks.size());
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    memory.note((static_cast<double>(i) + 0.2) / tenths, floors.begin()[i]);
    memory.note((static_cast<double>(i) + 0.6) / tenths, peaks.begin()[i]);
  }
  return memory;
}

TEST(StressMemory, OneLargeEngineIsNoGrowth) {
  EXPECT_FALSE(
      seen({29, 46, 47, 47, 56, 56, 57, 58, 129, 68}, {20, 29, 40, 41, 41, 47, 48, 50, 50, 60})
          .grew());
}

TEST(StressMemory, WhatNeverComesDownAgainHasGrown) {
  EXPECT_TRUE(seen({29, 46, 60, 75, 90, 105, 120, 135, 150, 165},
                   {20, 35, 50, 65, 80, 95, 110, 125, 140, 155})
                  .grew());
}

TEST(StressMemory, WhatTheFirstFifthFillsIsNoGrowth) {
  EXPECT_FALSE(seen({10, 200, 300, 300, 300, 300, 300, 310, 310, 310},
                    {5, 150, 290, 290, 290, 290, 290, 300, 300, 300})
                   .grew());
}

TEST(StressMemory, TimeWithoutReadingsDecidesNothing) {
  Memory memory;
  EXPECT_FALSE(memory.grew());
  memory.note(0.95, 500);
  EXPECT_FALSE(memory.grew());
  EXPECT_EQ(
      memory.text(),
      "memory at most 500 MiB, at least -, -, -, -, -, -, -, -, -, 500 in each tenth of the time");
}

}  // namespace
}  // namespace banyan::bench::stress
