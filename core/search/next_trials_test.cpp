// Tests of next_trials.hpp.
#include "core/search/next_trials.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/base/random.hpp"

namespace banyan {
namespace {

TEST(Trial, KnowsItsMoveAndOnceItWasToldItsResult) {
  EXPECT_TRUE(Trial().none());
  for (const int move : {0, 1, 64, Trial::kMostMoves - 1}) {
    for (const Points first : {kLoss, kDraw, kWin}) {
      Trial trial(move);
      EXPECT_FALSE(trial.none());
      EXPECT_FALSE(trial.known());
      trial.learn(first);
      EXPECT_TRUE(trial.known());
      EXPECT_EQ(trial.move(), move);
      EXPECT_EQ(trial.first(), first);
    }
  }
}

TEST(NextTrialsTable, KeepsNearlyAllAsItGrows) {
  NextTrialsTable table(std::size_t{1} << 24U);
  std::map<std::uint64_t, Trial> all;
  Random random({1});
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t place = random.next();
    const Trial trial(static_cast<int>(random.below(100)));
    table.at(place).next = {trial, {}};
    all[place] = trial;
  }
  std::size_t found = 0;
  for (const auto& [place, trial] : all) {
    const NextTrials* const entry = table.find(place);
    if (entry == nullptr) continue;
    EXPECT_EQ(entry->next[0], trial);
    ++found;
  }
  EXPECT_GT(found, 99'000U);
  EXPECT_GE(table.capacity(), 200'000U);
  table.clear();
  EXPECT_EQ(table.size(), 0U);
  for (const auto& [place, trial] : all) EXPECT_EQ(table.find(place), nullptr);
}

TEST(NextTrialsTable, AtItsLargestGivesTheRoomOfOthersToNewOnes) {
  NextTrialsTable table(1);
  Random random({2});
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t place = random.next();
    table.at(place).next = {Trial(i % 100), {}};
    ASSERT_NE(table.find(place), nullptr);
  }
  EXPECT_LE(table.size(), table.capacity());
  EXPECT_LT(table.capacity(), 2000U);
}

}  // namespace
}  // namespace banyan
