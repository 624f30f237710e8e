// Tests of rounds.hpp.
#include "parallel/rounds.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

namespace banyan {
namespace {

using namespace std::chrono_literals;

std::uint64_t left_of_all(const Limits& limits, int trees) {
  std::uint64_t sum = 0;
  for (int tree = 0; tree < trees; ++tree) {
    sum += Rounds(*share_of(limits, tree, trees), tree, trees, {}, {}, Clock::now()).left();
  }
  return sum;
}

TEST(Rounds, OfAllTreesTogetherAreTheWholeBudgetHoweverLarge) {
  for (const int trees : {1, 2, 3, 64, 1024}) {
    for (const std::uint64_t count :
         {kMaxVisits, kMaxVisits - 1, kMaxVisits / 2, std::uint64_t{1024}}) {
      EXPECT_EQ(left_of_all({count, 0, {}}, trees), count) << trees;
      EXPECT_EQ(left_of_all({0, count, {}}, trees), count) << trees;
    }
  }
}

TEST(Rounds, ThatTimeEndsStayWithinWhatAStatCounts) {
  for (const int trees : {1, 2, 1024}) EXPECT_EQ(left_of_all({0, 0, 1s}, trees), kMaxVisits);
}

}  // namespace
}  // namespace banyan
