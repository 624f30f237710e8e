// Games of more than sixteen moves with every search.
#include <gtest/gtest.h>

#include <cstdint>

#include "parallel/shapes/searches_test.hpp"

namespace banyan {
namespace {

TEST(WideShapes, SeventeenMovesOfEightBitsWithoutRefinementsAreSearchedByAll) {
  expect_all_searches<ShapeGame<std::uint8_t, 17>>();
}

TEST(WideShapes, HundredsOfMovesWithASetAreSearchedByAll) {
  expect_all_searches<ShapeGame<std::uint16_t, 225, kSet | kKnowing>>();
}

}  // namespace
}  // namespace banyan
