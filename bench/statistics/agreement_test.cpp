// Golden tests of agreement.hpp: intervals against allowed ranges, computed by hand.
#include "bench/statistics/agreement.hpp"

#include <gtest/gtest.h>

namespace banyan::bench {
namespace {

Estimate within(double lower, double upper) {
  return {(lower + upper) / 2, (upper - lower) / 2, lower, upper};
}

constexpr Allowed kBetter{0, kInfinity};

TEST(Agreement, IsShownOnlyByAnIntervalThatLiesInsideWhatIsAllowed) {
  EXPECT_EQ(agreement({2, 4.5}, within(2.1, 4.4)), Agreement::kAgrees);
  EXPECT_EQ(agreement({2, 4.5}, within(1.9, 4.4)), Agreement::kCannotTell);
  EXPECT_EQ(agreement({2, 4.5}, within(2.1, 4.6)), Agreement::kCannotTell);
  EXPECT_EQ(agreement({2, 4.5}, within(1, 9)), Agreement::kCannotTell);
}

TEST(Agreement, IsContradictedOnlyByAnIntervalThatLiesOutsideWhatIsAllowed) {
  EXPECT_EQ(agreement({2, 4.5}, within(1, 1.9)), Agreement::kDiffers);
  EXPECT_EQ(agreement({2, 4.5}, within(4.6, 5)), Agreement::kDiffers);
}

TEST(Agreement, WithADirectionIsThatTheWholeIntervalIsOnItsSide) {
  EXPECT_EQ(agreement(kBetter, within(0.1, 0.2)), Agreement::kAgrees);
  EXPECT_EQ(agreement(kBetter, within(-0.1, 0.2)), Agreement::kCannotTell);
  EXPECT_EQ(agreement(kBetter, within(-0.2, -0.1)), Agreement::kDiffers);
  EXPECT_EQ(agreement({-kInfinity, 0}, within(-0.2, -0.1)), Agreement::kAgrees);
}

TEST(Agreement, OfAnIntervalThatEndsOnAnEndOfWhatIsAllowedIsOpen) {
  // With few games, elo() widens the interval to 0 exactly if equality is not refuted.
  EXPECT_EQ(agreement(kBetter, within(0, 50)), Agreement::kCannotTell);
  EXPECT_EQ(agreement(kBetter, within(-50, 0)), Agreement::kCannotTell);
}

TEST(Agreement, OfAnIntervalWithAnOpenEndFollowsFromItsOther) {
  EXPECT_EQ(agreement(kBetter, {kInfinity, kInfinity, 5, kInfinity}), Agreement::kAgrees);
  EXPECT_EQ(agreement({2, 4.5}, {kInfinity, kInfinity, 5, kInfinity}), Agreement::kDiffers);
  EXPECT_EQ(agreement({2, 4.5}, {3, kInfinity, 2.5, kInfinity}), Agreement::kCannotTell);
  EXPECT_EQ(agreement(kBetter, {0, kInfinity, -kInfinity, kInfinity}), Agreement::kCannotTell);
}

TEST(Agreement, OfNothingIsNotMeasured) {
  EXPECT_EQ(agreement(kBetter, {kNaN, kNaN, kNaN, kNaN}), Agreement::kUnmeasured);
  EXPECT_STREQ(to_text(Agreement::kUnmeasured), "not measured");
}

TEST(Agreement, WithANumberIsWithinAFactorEitherWay) {
  const Allowed allowed = about(8, 1.25);
  EXPECT_DOUBLE_EQ(allowed.lower, 6.4);
  EXPECT_DOUBLE_EQ(allowed.upper, 10);
}

TEST(Agreement, IsWrittenWithWhatIsKnown) {
  EXPECT_EQ(allowed_text({0.8, 1.25}), "0.8 to 1.25");
  EXPECT_EQ(allowed_text(kBetter), "> 0");
  EXPECT_EQ(allowed_text({-kInfinity, 0.8}), "< 0.8");
  EXPECT_EQ(ours_text(within(0.4, 0.6)), "0.5 (0.4 to 0.6)");
  EXPECT_EQ(ours_text({kInfinity, kInfinity, 5, kInfinity}), "> 5");
  EXPECT_EQ(ours_text({0, kInfinity, -kInfinity, 0.25}), "< 0.25");
  EXPECT_EQ(ours_text({0, kInfinity, -kInfinity, kInfinity}), "unknown");
  EXPECT_EQ(ours_text({kNaN, kNaN, kNaN, kNaN}), "-");
}

}  // namespace
}  // namespace banyan::bench
