// Tests of in_order.hpp.
#include "bench/pairs/in_order.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace banyan {
namespace {

TEST(InOrder, TakesItemsByTheirNumbers) {
  std::vector<int> taken;
  InOrder<int> items(3, 7, [&](int item) {
    taken.push_back(item);
    return true;
  });
  items.add(4, 40);
  EXPECT_TRUE(taken.empty());
  items.add(3, 30);
  items.add(6, 60);
  EXPECT_EQ(taken, (std::vector<int>{30, 40}));
  EXPECT_EQ(items.waiting().count(6), 1U);
  items.add(5, 50);
  EXPECT_EQ(taken, (std::vector<int>{30, 40, 50, 60}));
}

TEST(InOrder, GivesEachNumberOnce) {
  InOrder<int> items(3, 6, [](int) { return true; });
  EXPECT_EQ(items.next(), 3U);
  EXPECT_EQ(items.next(2), std::nullopt);  // two are left for others
  EXPECT_EQ(items.next(1), 4U);
  EXPECT_EQ(items.next(), 5U);
  EXPECT_EQ(items.next(), std::nullopt);
}

TEST(InOrder, EndsWithTheLastItemNeeded) {
  std::vector<int> taken;
  InOrder<int> items(0, 9, [&](int item) {
    taken.push_back(item);
    return item < 1;
  });
  items.add(2, 2);
  items.add(1, 1);
  items.add(0, 0);
  EXPECT_EQ(taken, (std::vector<int>{0, 1}));
  EXPECT_TRUE(items.ended());
  EXPECT_EQ(items.next(), std::nullopt);
}

}  // namespace
}  // namespace banyan
