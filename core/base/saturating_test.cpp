// Tests of saturating.hpp.
#include "core/base/saturating.hpp"

#include <gtest/gtest.h>

namespace banyan {
namespace {

TEST(Saturating, SumsStopAtTheGreatestNumber) {
  EXPECT_EQ(saturating_add(2, 3), 5U);
  EXPECT_EQ(saturating_add(kSaturated - 3, 3), kSaturated);
  EXPECT_EQ(saturating_add(kSaturated - 3, 4), kSaturated);
  EXPECT_EQ(saturating_add(kSaturated, kSaturated), kSaturated);
}

TEST(Saturating, ProductsStopAtTheGreatestNumber) {
  EXPECT_EQ(saturating_multiply(6, 7), 42U);
  EXPECT_EQ(saturating_multiply(kSaturated, 0), 0U);
  EXPECT_EQ(saturating_multiply(0, kSaturated), 0U);
  EXPECT_EQ(saturating_multiply(kSaturated / 3, 3), kSaturated / 3 * 3);
  EXPECT_EQ(saturating_multiply(kSaturated / 3 + 1, 3), kSaturated);
}

}  // namespace
}  // namespace banyan
