// Games of up to sixteen moves. Here every search has a shape with all refinements, and in
// wide_shapes_test.cpp one without any.
#include <gtest/gtest.h>

#include <cstdint>

#include "parallel/shapes/searches_test.hpp"

namespace banyan {
namespace {

TEST(NarrowShapes, TwoMovesWithEveryRefinementAreSearchedByAll) {
  expect_all_searches<ShapeGame<std::uint8_t, 2, kTurns | kSet | kFast | kKnowing>>();
}

TEST(NarrowShapes, SixteenMovesOfThirtyTwoBitsWithoutRefinementsAreSearchedInSharedTrees) {
  expect_plain_searches<ShapeGame<std::uint32_t, 16>>();
  expect_shared_searches<ShapeGame<std::uint32_t, 16>>();
}

}  // namespace
}  // namespace banyan
