#include "core/tree/policy/transpositions.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {
namespace {

constexpr std::uint32_t kEntries = 8192;
constexpr std::size_t kBytes = 16 * kEntries;

/// Enters keys 0 .. count - 1, scrambled, each with its own node; returns how many are found again.
std::uint32_t entered(TranspositionTable& table, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) table.insert(scramble(i), i + 1);
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Node node = table.find(scramble(i));
    EXPECT_TRUE(node == kNoNode || node == i + 1);
    if (node != kNoNode) ++found;
  }
  return found;
}

TEST(TranspositionTable, FindsNearlyAllThatWasEnteredWhileItIsHalfFull) {
  TranspositionTable table(kBytes);
  table.reset(kEntries);
  EXPECT_GE(entered(table, kEntries / 2), kEntries / 2 * 98 / 100);
  EXPECT_EQ(table.find(scramble(kEntries)), kNoNode);
}

TEST(TranspositionTable, TakesNoMoreThanItHasEntries) {
  TranspositionTable table(kBytes);
  table.reset(kEntries);
  EXPECT_EQ(entered(table, 40 * kEntries), kEntries);
}

TEST(TranspositionTable, IsAsSmallAsItsSearch) {
  TranspositionTable table(kBytes);
  table.reset(100);
  EXPECT_GE(entered(table, 100), 98U);
  EXPECT_EQ(entered(table, kEntries), 200U);
}

TEST(TranspositionTable, KeepsTheFirstBlockOfAPosition) {
  TranspositionTable table(kBytes);
  table.reset(kEntries);
  table.insert(7, 1);
  table.insert(7, 2);
  EXPECT_EQ(table.find(7), 1U);
}

TEST(TranspositionTable, IsEmptyAndAsLargeAgainInEachSearch) {
  TranspositionTable table(kBytes);
  for (int search = 0; search < 3; ++search) {
    table.reset(kEntries);
    EXPECT_EQ(table.find(scramble(0)), kNoNode);
    EXPECT_EQ(entered(table, 40 * kEntries), kEntries);
  }
}

TEST(TranspositionTable, GivesThreadsThatEnterTheSamePositionsWholeEntries) {
  TranspositionTable table(kBytes);
  table.reset(kEntries);
  constexpr std::uint32_t kThreads = 4;
  constexpr std::uint32_t kKeys = kEntries / 4;
  std::vector<std::jthread> threads;
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&table, thread] {
      for (std::uint32_t i = 0; i < kKeys; ++i) {
        table.insert(scramble(i), kThreads * i + thread + 1);
        const Node node = table.find(scramble(i));
        EXPECT_TRUE(node == kNoNode || (node - 1) / kThreads == i);
      }
    });
  }
  threads.clear();
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < kKeys; ++i) {
    if (table.find(scramble(i)) != kNoNode) ++found;
  }
  EXPECT_GE(found, kKeys * 98 / 100);
}

}  // namespace
}  // namespace banyan
