#include "core/base/stat.hpp"

#include <gtest/gtest.h>

#include "core/tree/sharing.hpp"

namespace banyan {
namespace {

TEST(Stat, KeepsVisitsAndPointsApart) {
  const Stat stat = make_stat(7, 9);
  EXPECT_EQ(visits_of(stat), 7U);
  EXPECT_EQ(points_of(stat), 9U);
}

TEST(Stat, OneAdditionUpdatesBoth) {
  const Stat stat = make_stat(7, 9) + make_stat(2, 4);
  EXPECT_EQ(stat, make_stat(9, 13));
}

TEST(Stat, HoldsTheMostVisitsAllWon) {
  const Stat stat = make_stat(kMaxVisits, 2 * kMaxVisits);
  EXPECT_EQ(visits_of(stat), kMaxVisits);
  EXPECT_EQ(points_of(stat), 2 * kMaxVisits);
}

TEST(Stat, TheLastWinBeforeTheMostVisitsStillCounts) {
  const Stat stat = make_stat(kMaxVisits - 1, 2 * (kMaxVisits - 1)) + make_stat(1, 2);
  EXPECT_EQ(stat, make_stat(kMaxVisits, 2 * kMaxVisits));
}

TEST(Stat, OrdersByVisitsFirst) {
  EXPECT_LT(make_stat(1, 2), make_stat(2, 0));
  EXPECT_LT(make_stat(2, 0), make_stat(2, 1));
}

TEST(Exclusive, EnteringChangesNothing) {
  Exclusive::Cell<Stat> stat;
  stat.add(make_stat(3, 2));
  EXPECT_EQ(Exclusive::enter(stat), 3U);
  EXPECT_EQ(stat.load(), make_stat(3, 2));
}

TEST(Exclusive, LeavingAddsGamesAndPoints) {
  Exclusive::Cell<Stat> stat;
  Exclusive::leave(stat, 8, 5);
  Exclusive::leave(stat, 1, 2);
  EXPECT_EQ(stat.load(), make_stat(9, 7));
}

TEST(Exclusive, PublishingReturnsNothingBefore) {
  Exclusive::Cell<std::uint32_t> cell;
  EXPECT_EQ(cell.publish(17), 0U);
  EXPECT_EQ(cell.follow(), 17U);
}

TEST(Exclusive, AddReturnsTheValueBefore) {
  Exclusive::Cell<std::uint32_t> cell;
  EXPECT_EQ(cell.add(2), 0U);
  EXPECT_EQ(cell.add(1), 2U);
  EXPECT_EQ(cell.load(), 3U);
}

}  // namespace
}  // namespace banyan
