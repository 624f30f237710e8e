// Further sizes, each with the trees for one thread.
#include <gtest/gtest.h>

#include <cstdint>

#include "parallel/shapes/searches_test.hpp"

namespace banyan {
namespace {

TEST(MoreShapes, SixteenMovesOfSixteenBitsAreSearched) {
  expect_plain_searches<ShapeGame<std::uint16_t, 16>>();
}

TEST(MoreShapes, SeventeenMovesWithASetAreSearched) {
  expect_plain_searches<ShapeGame<std::uint8_t, 17, kTurns | kSet>>();
}

TEST(MoreShapes, FortyMovesOfThirtyTwoBitsAreSearched) {
  expect_plain_searches<ShapeGame<std::uint32_t, 40, kTurns>>();
}

}  // namespace
}  // namespace banyan
