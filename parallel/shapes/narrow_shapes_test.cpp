// Games of up to sixteen moves with every search.
#include <gtest/gtest.h>

#include <cstdint>

#include "parallel/shapes/searches_test.hpp"

namespace banyan {
namespace {

TEST(NarrowShapes, TwoMovesWithEveryRefinementAreSearchedByAll) {
  expect_all_searches<ShapeGame<std::uint8_t, 2, kTurns | kSet | kFast | kKnowing>>();
}

TEST(NarrowShapes, SixteenMovesOfThirtyTwoBitsWithoutRefinementsAreSearchedByAll) {
  expect_all_searches<ShapeGame<std::uint32_t, 16>>();
}

}  // namespace
}  // namespace banyan
